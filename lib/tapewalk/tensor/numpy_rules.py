"""What NumPy's functions mean for tensors."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any, Final

import numpy as np

import tapewalk.ops as functions
from tapewalk.tensor.functional import (
    abs_,
    amax,
    amin,
    cat,
    cos,
    exp,
    free,
    log,
    maximum,
    mean,
    minimum,
    sin,
    sqrt,
    stack,
    sum_,
    tanh,
    where,
)
from tapewalk.tensor.operands import combine, compare, matmul

if TYPE_CHECKING:
    from tapewalk.tensor.tensor import Tensor


def _pair(function: Any) -> Callable[[Any, Any], Tensor]:
    return lambda a, b: combine(function, a, b)


def _dot(a: Any, b: Any) -> Tensor:
    if np.ndim(b) > 2:
        raise TypeError("np.dot of more than two axes pairs them unlike @: use @ or reshape.")
    return matmul(a, b) if np.ndim(a) and np.ndim(b) else combine(functions.Mul, a, b)


def _cosh(x: Tensor) -> Tensor:
    return (x.exp() + (-x).exp()) / 2


def _sinh(x: Tensor) -> Tensor:
    return (x.exp() - (-x).exp()) / 2


# What NumPy's functions mean for tensors. Never written with operators: `array + tensor` asks here.
NUMPY_RULES: Final[dict[Any, Callable[..., Any]]] = {
    np.add: _pair(functions.Add),
    np.subtract: _pair(functions.Sub),
    np.multiply: _pair(functions.Mul),
    np.divide: _pair(functions.Div),
    np.power: _pair(functions.Pow),
    np.maximum: maximum,
    np.minimum: minimum,
    np.matmul: matmul,
    np.dot: _dot,
    **{ufunc: partial(compare, ufunc) for ufunc in (np.equal, np.not_equal, np.less)},
    **{ufunc: partial(compare, ufunc) for ufunc in (np.less_equal, np.greater, np.greater_equal)},
    np.negative: free("neg"),
    np.absolute: abs_,
    np.exp: exp,
    np.log: log,
    np.sqrt: sqrt,
    np.square: free("square"),
    np.sin: sin,
    np.cos: cos,
    np.tan: lambda x: x.sin() / x.cos(),
    np.tanh: tanh,
    np.sinh: _sinh,
    np.cosh: _cosh,
    np.sum: sum_,
    np.mean: mean,
    np.max: amax,
    np.amax: amax,
    np.min: amin,
    np.var: lambda x, axis=None, ddof=0, **more: x.var(axis=axis, correction=ddof, **more),
    np.std: lambda x, axis=None, ddof=0, **more: x.std(axis=axis, correction=ddof, **more),
    np.reshape: free("reshape"),
    np.ravel: free("flatten"),
    np.transpose: lambda x, axes=None: x.T if axes is None else x.permute(axes),
    np.swapaxes: free("transpose"),
    np.squeeze: lambda x, axis=None: x.squeeze(axis),
    np.expand_dims: free("unsqueeze"),
    np.broadcast_to: free("expand"),
    np.concatenate: lambda parts, axis=0: cat(parts, axis),
    np.stack: lambda parts, axis=0: stack(parts, axis),
    np.where: where,
    np.clip: free("clamp"),
}
