"""Tensors from nothing, and the functions that stand free: `exp(x)`, `cat`, `where`, …"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

import tapewalk.functions as functions
from tapewalk.convert import axes_of, float32, plain
from tapewalk.core import TensorCore
from tapewalk.errors import ShapeError
from tapewalk.methods.operands import as_array, combine, matched, one_dtype, wrap

if TYPE_CHECKING:
    from tapewalk.tensor import Tensor


def from_numpy(array: Any) -> Tensor:
    """Return a tensor on the memory of `array` itself."""
    return wrap(array)


def zeros(*shape: Any, dtype: Any = float32, requires_grad: bool = False) -> Tensor:
    """Return a tensor full of 0."""
    return wrap(np.zeros(_shape(shape), dtype)).requires_grad_(requires_grad)


def ones(*shape: Any, dtype: Any = float32, requires_grad: bool = False) -> Tensor:
    """Return a tensor full of 1."""
    return wrap(np.ones(_shape(shape), dtype)).requires_grad_(requires_grad)


def full(shape: Any, value: float, dtype: Any = None, requires_grad: bool = False) -> Tensor:
    """Return a tensor full of `value`."""
    number = np.full(shape, plain(value), dtype or (float32 if isinstance(value, float) else None))
    return wrap(number).requires_grad_(requires_grad)


def zeros_like(x: Any) -> Tensor:
    """Return a tensor full of 0 in the form of `x`."""
    return wrap(np.zeros_like(as_array(x)))


def ones_like(x: Any) -> Tensor:
    """Return a tensor full of 1 in the form of `x`."""
    return wrap(np.ones_like(as_array(x)))


def arange(*limits: float, dtype: Any = None) -> Tensor:
    """Return the numbers from `start` to before `end` in steps, as Python's `range` counts."""
    return tensors.Tensor(np.arange(*limits, dtype=dtype).tolist(), dtype=dtype)


def eye(n: int, dtype: Any = float32) -> Tensor:
    """Return the identity matrix."""
    return wrap(np.eye(n, dtype=dtype))


def randn(
    *shape: Any,
    generator: np.random.Generator | int | None = None,
    dtype: Any = float32,
    requires_grad: bool = False,
) -> Tensor:
    """Return normally distributed numbers, the same ones for the same seed.

    Args:
        *shape: The lengths of the axes.
        generator: A NumPy generator, or a seed for one.
        dtype: The number type.
        requires_grad: Whether gradients are wanted.
    """
    drawn = np.random.default_rng(generator).standard_normal(_shape(shape)).astype(dtype)
    return wrap(drawn).requires_grad_(requires_grad)


def rand(
    *shape: Any,
    generator: np.random.Generator | int | None = None,
    dtype: Any = float32,
    requires_grad: bool = False,
) -> Tensor:
    """Return numbers spread evenly between 0 and 1, the same ones for the same seed."""
    drawn = np.random.default_rng(generator).random(_shape(shape)).astype(dtype)
    return wrap(drawn).requires_grad_(requires_grad)


def cat(parts: Sequence[Any], dim: int = 0, *, axis: int | None = None) -> Tensor:
    """Return tensors joined one after another along an axis.

    Raises:
        ShapeError: Their other axes differ.
    """
    held = [as_tensor(part) for part in parts]
    if not held:
        raise ValueError("cat() needs at least one tensor, got none.")
    if any(not part.ndim for part in held):
        raise ShapeError("zero-dimensional tensors cannot be concatenated: use stack().")
    (along,) = axes_of(dim if axis is None else axis, held[0].ndim)
    return functions.Concat.apply(*one_dtype(held), axis=along)


def stack(parts: Sequence[Any], dim: int = 0, *, axis: int | None = None) -> Tensor:
    """Return tensors of one shape side by side along a new axis."""
    return cat(
        [as_tensor(x).unsqueeze(dim if axis is None else axis) for x in parts], dim, axis=axis
    )


def where(condition: Any, a: Any, b: Any) -> Tensor:
    """Return the entries of `a` where `condition` holds, else those of `b`."""
    if not isinstance(a, TensorCore) and not isinstance(b, TensorCore):
        a = as_tensor(a)
    a, b = matched(a, b)
    return functions.Where.apply(as_array(condition).astype(bool), a, b)


def maximum(a: Any, b: Any) -> Tensor:
    """Return the larger of two tensors, entry by entry; ties share the gradient."""
    return combine(functions.Maximum, a, b)


def minimum(a: Any, b: Any) -> Tensor:
    """Return the smaller of two tensors, entry by entry; ties share the gradient."""
    return combine(functions.Minimum, a, b)


def as_tensor(x: Any) -> Tensor:
    """Return `x` if it is a tensor, else a tensor with a copy of it."""
    return x if isinstance(x, tensors.Tensor) else tensors.Tensor(x)


def free(name: str) -> Callable[..., Any]:
    """Return the method `name` of Tensor as a function."""

    def function(x: Any, *arguments: Any, **settings: Any) -> Any:
        return getattr(as_tensor(x), name)(*arguments, **settings)

    function.__name__ = function.__qualname__ = name
    function.__doc__ = f"Return `x.{name}(…)`."
    return function


exp, log, sqrt, abs_ = free("exp"), free("log"), free("sqrt"), free("abs")
sin, cos, tanh, sigmoid = free("sin"), free("cos"), free("tanh"), free("sigmoid")
relu, softmax, log_softmax = free("relu"), free("softmax"), free("log_softmax")
sum_, mean, var, std = free("sum"), free("mean"), free("var"), free("std")
amax, amin, clamp = free("amax"), free("amin"), free("clamp")


def _shape(given: tuple[Any, ...]) -> tuple[int, ...]:
    return tuple(given[0]) if len(given) == 1 and isinstance(given[0], (list, tuple)) else given


import tapewalk.tensor as tensors  # noqa: E402  (needed only once the functions run)
