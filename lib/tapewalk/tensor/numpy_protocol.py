"""NumPy's functions of tensors: `np.exp(t)` is `t.exp()`, and `array + t` is a tensor."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import partial
from inspect import signature
from re import search
from string import ascii_letters
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from tapewalk import ops
from tapewalk.engine.core import TensorCore
from tapewalk.engine.errors import ShapeError
from tapewalk.engine.memory import Array
from tapewalk.tensor.convert import axes_of
from tapewalk.tensor.creation import as_tensor
from tapewalk.tensor.derived import ANSWERS
from tapewalk.tensor.functional import (
    amax,
    amin,
    cat,
    einsum,
    free,
    mean,
    stack,
    sum_,
    where,
)
from tapewalk.tensor.operands import as_float, combine, compare, matmul

if TYPE_CHECKING:
    from tapewalk.tensor.tensor import Tensor

# Functions without a gradient, which are called with the arrays.
_FLAT: Final = {
    *(np.allclose, np.array_equal, np.array_repr, np.array_str, np.array2string, np.isclose),
    *(np.shape, np.ndim, np.size, np.argmax, np.argmin, np.argsort, np.all, np.any),
    *(np.array_equiv, np.isfinite, np.isnan, np.isinf, np.floor, np.ceil, np.round),
    *(np.zeros_like, np.ones_like, np.nonzero, np.count_nonzero, np.logical_and, np.logical_or),
    *(np.logical_not, np.around),
}


class NumPyProtocol(TensorCore):
    """The methods that NumPy calls when one of its functions meets a tensor."""

    def __array__(self: Any, dtype: Any = None, copy: bool | None = None) -> Array:
        return np.array(self.numpy(), dtype=dtype, copy=copy)

    def __array_ufunc__(self, ufunc: Any, method: str, *inputs: Any, **settings: Any) -> Any:
        if method != "__call__" or settings:
            raise TypeError(
                f"np.{ufunc.__name__} with {settings or method} has no gradient rule: use the "
                "tensor's own methods, or .detach().numpy()."
            )
        return _answer(ufunc, inputs, {})

    def __array_function__(
        self, function: Any, types: Any, inputs: Any, settings: dict[str, Any]
    ) -> Any:
        return _answer(function, inputs, settings)


def _answer(function: Any, inputs: tuple[Any, ...], settings: dict[str, Any]) -> Any:
    rule = _RULES.get(function)
    if rule is not None:
        if len(inputs) > 2 and function in _WITH_DTYPE:  # NumPy's third place is `dtype` or `out`
            names = signature(function).parameters
            named = dict(zip(names, inputs, strict=False)) | settings
            inputs = (named.pop("a"),)
            settings = {name: given for name, given in named.items() if given is not None}
        try:
            return rule(*inputs, **settings)
        except TypeError as error:
            if not search("unexpected keyword|positional", str(error)):
                raise
            raise TypeError(
                f"np.{function.__name__} of a tensor does not take all of these arguments. Use the "
                "methods of Tensor, or .detach().numpy() where no gradient is needed."
            ) from error
    if function in _FLAT:
        return function(*[_array(x) for x in inputs], **settings)
    raise TypeError(
        f"np.{function.__name__} has no gradient rule for tensors. Use the methods of Tensor or "
        "tapewalk's functions, or .detach().numpy() where no gradient is needed."
    )


def _array(x: object) -> Any:
    if isinstance(x, (list, tuple)):
        return type(x)([_array(part) for part in x])
    return x._data if isinstance(x, TensorCore) else x


def _dot(a: Any, b: Any) -> Tensor:
    if np.ndim(b) > 2:
        return _tensordot(a, b, (-1, -2)) if np.ndim(a) else combine(ops.Mul, a, b)
    return matmul(a, b) if np.ndim(a) and np.ndim(b) else combine(ops.Mul, a, b)


def _tensordot(a: Any, b: Any, axes: Any = 2) -> Tensor:
    """Return the sums of products over pairs of axes, as `einsum` computes them."""
    a, b = as_tensor(a), as_tensor(b)
    of_a, of_b = (range(-axes, 0), range(axes)) if isinstance(axes, int) else axes
    of_a, of_b = (axes_of(np.ravel(of).tolist(), x.ndim) for of, x in ((of_a, a), (of_b, b)))
    if [a.shape[i] for i in of_a] != [b.shape[j] for j in of_b]:
        raise ShapeError(f"tensordot(): axes {of_a} of {a.shape} don't fit {of_b} of {b.shape}.")
    left, right = list(ascii_letters[: a.ndim]), list(ascii_letters[a.ndim : a.ndim + b.ndim])
    for i, j in zip(of_a, of_b, strict=True):
        right[j] = left[i]
    stays = [letter for letter in left + right if (letter in left) != (letter in right)]
    return einsum(f"{''.join(left)},{''.join(right)}->{''.join(stays)}", a, b)


def _kron(a: Any, b: Any) -> Any:
    """Return a block matrix, b times each entry of a."""
    a, b = as_tensor(a), as_tensor(b)
    ndim = max(a.ndim, b.ndim)
    m, n = ((1,) * (ndim - x.ndim) + x.shape for x in (a, b))
    blocks = a.reshape([k for i in m for k in (i, 1)]) * b.reshape([k for i in n for k in (1, i)])
    return blocks.reshape([i * j for i, j in zip(m, n, strict=True)])


def _cut(cut: Callable[..., Any], at_axis: int | None = None) -> Callable[..., Any]:
    """Return the rule of a function that cuts along an axis: it is applied to positions."""

    def rule(x: Any, at: Any, axis: int = 0) -> list[Any]:
        x._require_axis("split")
        (axis,) = axes_of(axis if at_axis is None else at_axis, x.ndim)
        parts = cut(np.arange(x.shape[axis]), at)
        return list(x.split([len(part) for part in parts], axis))

    return rule


def _joined(parts: Sequence[Any], axis: int | None = 0) -> Tensor:
    return cat([as_tensor(x).reshape(-1) for x in parts]) if axis is None else cat(parts, axis)


def _stacked(widened: Callable[..., Any], axis: int) -> Callable[..., Any]:
    """Return the rule of a function that adds axes to tensors and joins them along one."""
    wide = _moved(widened)
    return lambda parts: _joined([wide(as_tensor(x)) for x in parts], axis)


def _moved(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return the rule of a function that moves or repeats entries: it is applied to positions."""

    def rule(x: Any, *given: Any, **named: Any) -> Any:
        places = function(np.arange(x.size).reshape(x.shape), *given, **named)
        return x.reshape(-1)[places]

    return rule


def _diag(x: Any, k: int = 0) -> Any:
    if x.ndim != 1:
        return _moved(np.diag)(x, k)
    n = len(x) + abs(k)
    return ops.Placed.apply(x, key=np.nonzero(np.eye(n, k=k)), shape=(n, n))


def _diff(x: Any, n: int = 1, axis: int = -1) -> Tensor:
    for _ in range(n):
        later, earlier = (_moved(np.delete)(x, at, axis) for at in (slice(1), slice(-1, None)))
        x = later - earlier
    return as_tensor(x)


def _sinc(x: Any) -> Any:
    angle = math.pi * where(x._data == 0, 1e-20, x)
    return angle.sin() / angle


_LN2: Final = math.log(2)
_WITH_DTYPE: Final = {np.sum, np.mean, np.prod, np.max, np.min, np.amin, np.var, np.std, np.cumsum}

# The rules of NumPy's functions. They don't use operators: `array + tensor` calls these rules.
_RULES: Final[dict[Any, Callable[..., Any]]] = {
    **ANSWERS,
    np.matmul: matmul,
    np.dot: _dot,
    **{ufunc: partial(compare, ufunc) for ufunc in (np.equal, np.not_equal, np.less)},
    **{ufunc: partial(compare, ufunc) for ufunc in (np.less_equal, np.greater, np.greater_equal)},
    **{ufunc: partial(compare, ufunc) for ufunc in (np.bitwise_and, np.bitwise_or)},
    np.vecdot: lambda a, b: combine(ops.Mul, a, b).sum(-1),
    np.tensordot: _tensordot,
    np.inner: lambda a, b: _tensordot(a, b, (-1, -1)) if np.ndim(a) and np.ndim(b) else _dot(a, b),
    np.outer: lambda a, b: _tensordot(np.ravel(a), np.ravel(b), 0),
    np.kron: _kron,
    np.split: _cut(np.split),
    np.array_split: _cut(np.array_split),
    np.vsplit: _cut(np.split, 0),
    np.hsplit: lambda x, at: _cut(np.split, min(x.ndim - 1, 1))(x, at),
    np.dsplit: _cut(np.split, 2),
    np.vstack: _stacked(np.atleast_2d, 0),
    np.hstack: lambda parts: _stacked(np.atleast_1d, min(np.ndim(parts[0]), 2) - 1)(parts),
    np.dstack: _stacked(np.atleast_3d, 2),
    np.column_stack: _stacked(lambda i: i if i.ndim > 1 else np.atleast_2d(i).T, 1),
    np.append: lambda x, more, axis=None: _joined([x, more], axis),
    np.flip: lambda x, axis=None: x.flip(axes_of(axis, x.ndim)),
    **{
        function: _moved(function)
        for function in (
            *(np.repeat, np.tile, np.rot90, np.flipud, np.fliplr, np.moveaxis, np.rollaxis),
            *(np.diagonal, np.resize, np.delete, np.atleast_1d, np.atleast_2d, np.atleast_3d),
        )
    },
    np.diag: _diag,
    np.trace: lambda x, *k: _moved(np.diagonal)(x, *k).sum(-1),
    np.tril: free("tril"),
    np.triu: free("triu"),
    np.diff: _diff,
    np.sort: lambda x, axis=-1: x.sort(axis).values,
    np.logaddexp2: lambda a, b: combine(ops.LogAddExp, a * _LN2, b * _LN2) / _LN2,
    np.sinc: _sinc,
    np.log2: lambda x: x.log() / _LN2,
    np.log10: lambda x: x.log() / math.log(10),
    np.exp2: lambda x: combine(ops.Pow, 2.0, as_float(x)),
    np.reciprocal: lambda x: combine(ops.Div, 1.0, x),
    **dict.fromkeys((np.deg2rad, np.radians), lambda x: x * (math.pi / 180)),
    **dict.fromkeys((np.rad2deg, np.degrees), lambda x: x * (180 / math.pi)),
    np.linalg.norm: lambda x, *, axis=None, keepdims=False: x.norm(2, axis, keepdims),
    np.square: free("square"),
    np.einsum: lambda equation, *operands, optimize=None: einsum(equation, *operands),
    np.cumsum: lambda x, axis=None: as_tensor(x).cumsum(axis=axis),
    np.prod: free("prod"),
    np.roll: lambda x, shift, axis=None: as_tensor(x).roll(shift, axis),
    np.sum: sum_,
    np.mean: mean,
    np.max: amax,
    np.amax: amax,
    np.min: amin,
    np.amin: amin,
    np.fabs: free("abs"),
    np.var: lambda x, axis=None, ddof=0, **more: x.var(axis=axis, correction=ddof, **more),
    np.std: lambda x, axis=None, ddof=0, **more: x.std(axis=axis, correction=ddof, **more),
    np.reshape: free("reshape"),
    np.ravel: free("flatten"),
    np.transpose: lambda x, axes=None: x.T if axes is None else x.permute(axes),
    np.swapaxes: free("transpose"),
    np.squeeze: lambda x, axis=None: x.squeeze(axis),
    np.expand_dims: free("unsqueeze"),
    np.broadcast_to: free("expand"),
    np.concatenate: _joined,
    np.stack: lambda parts, axis=0: stack(parts, axis),
    np.where: where,
    np.clip: free("clamp"),
}
