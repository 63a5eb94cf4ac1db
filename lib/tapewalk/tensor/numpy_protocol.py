"""How tensors answer NumPy's functions: `np.exp(t)` is `t.exp()`, and `array + t` is a tensor."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from tapewalk import ops
from tapewalk.engine.core import TensorCore
from tapewalk.engine.memory import Array
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
from tapewalk.tensor.operands import combine, compare, matmul

if TYPE_CHECKING:
    from tapewalk.tensor.tensor import Tensor

# Functions without a gradient: they see the arrays.
_FLAT: Final = {
    np.allclose,
    np.array_equal,
    np.array_repr,
    np.array_str,
    np.array2string,
    np.isclose,
    np.shape,
    np.ndim,
    np.size,
    np.argmax,
    np.argmin,
    np.argsort,
    np.all,
    np.any,
    np.array_equiv,
    np.isfinite,
    np.isnan,
    np.isinf,
    np.floor,
    np.ceil,
    np.round,
    np.zeros_like,
    np.ones_like,
    np.nonzero,
    np.count_nonzero,
    np.logical_and,
    np.logical_or,
    np.logical_not,
}


class NumPyProtocol(TensorCore):
    """The methods that NumPy calls when one of its functions meets a tensor."""

    def __array__(self: Any, dtype: Any = None, copy: bool | None = None) -> Array:
        array: Array = np.array(self.numpy(), dtype=dtype, copy=copy)
        return array

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
        return rule(*inputs, **settings)
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
        raise TypeError("np.dot of more than two axes pairs them unlike @: use @ or reshape.")
    return matmul(a, b) if np.ndim(a) and np.ndim(b) else combine(ops.Mul, a, b)


def _split(x: Any, at: Any, axis: int = 0) -> Any:
    """Returns a tensor cut before the positions `at`."""
    ends = [*(int(i) for i in at), x.shape[axis]]
    return x.split([b - a for a, b in zip([0, *ends], ends, strict=False)], axis)


# What NumPy's functions mean for tensors. Never written with operators: `array + tensor` asks here.
_RULES: Final[dict[Any, Callable[..., Any]]] = {
    **ANSWERS,
    np.matmul: matmul,
    np.dot: _dot,
    **{ufunc: partial(compare, ufunc) for ufunc in (np.equal, np.not_equal, np.less)},
    **{ufunc: partial(compare, ufunc) for ufunc in (np.less_equal, np.greater, np.greater_equal)},
    **{ufunc: partial(compare, ufunc) for ufunc in (np.bitwise_and, np.bitwise_or)},
    np.vecdot: lambda a, b: combine(ops.Mul, a, b).sum(-1),
    np.split: _split,
    np.flip: free("flip"),
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
