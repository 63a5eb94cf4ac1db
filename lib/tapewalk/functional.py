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
    """Return a tensor on the memory of `array` itself.

    Args:
        array: A NumPy array; writes to it show in the tensor, and the other way round.

    Example:
        >>> array = np.zeros(2)
        >>> shared = from_numpy(array)
        >>> array[0] = 5.0
        >>> shared
        Tensor([5., 0.], dtype=float64)
    """
    return wrap(array)


def zeros(*shape: Any, dtype: Any = float32, requires_grad: bool = False) -> Tensor:
    """Return a tensor full of 0.

    Args:
        *shape: The lengths of the axes, one by one or as a tuple.
        dtype: The number type.
        requires_grad: Whether gradients are wanted.

    Example:
        >>> zeros(2, 3).shape
        (2, 3)
    """
    return wrap(np.zeros(_shape(shape), dtype)).requires_grad_(requires_grad)


def ones(*shape: Any, dtype: Any = float32, requires_grad: bool = False) -> Tensor:
    """Return a tensor full of 1.

    Args:
        *shape: The lengths of the axes, one by one or as a tuple.
        dtype: The number type.
        requires_grad: Whether gradients are wanted.

    Example:
        >>> ones(3)
        Tensor([1., 1., 1.])
    """
    return wrap(np.ones(_shape(shape), dtype)).requires_grad_(requires_grad)


def full(shape: Any, value: float, dtype: Any = None, requires_grad: bool = False) -> Tensor:
    """Return a tensor full of `value`.

    Args:
        shape: The lengths of the axes.
        value: The number in every entry.
        dtype: The number type; that of `value` if not given.
        requires_grad: Whether gradients are wanted.

    Example:
        >>> full((2,), 7.0)
        Tensor([7., 7.])
    """
    number = np.full(shape, plain(value), dtype or (float32 if isinstance(value, float) else None))
    return wrap(number).requires_grad_(requires_grad)


def zeros_like(x: Any) -> Tensor:
    """Return a tensor full of 0 in the form of `x`.

    Args:
        x: A tensor or array, whose shape and number type are taken.

    Example:
        >>> zeros_like(ones(2))
        Tensor([0., 0.])
    """
    return wrap(np.zeros_like(as_array(x)))


def ones_like(x: Any) -> Tensor:
    """Return a tensor full of 1 in the form of `x`.

    Args:
        x: A tensor or array, whose shape and number type are taken.

    Example:
        >>> ones_like(zeros(2))
        Tensor([1., 1.])
    """
    return wrap(np.ones_like(as_array(x)))


def arange(*limits: float, dtype: Any = None) -> Tensor:
    """Return the numbers from `start` to before `end` in steps, as Python's `range` counts.

    Args:
        *limits: `end`, or `start`, `end` and, if not 1, the step.
        dtype: The number type.

    Example:
        >>> arange(2, 10, 3)
        Tensor([2, 5, 8])
    """
    return tensors.Tensor(np.arange(*limits, dtype=dtype).tolist(), dtype=dtype)


def eye(n: int, dtype: Any = float32) -> Tensor:
    """Return the identity matrix.

    Args:
        n: The number of rows and columns.
        dtype: The number type.

    Example:
        >>> eye(2)
        Tensor([[1., 0.],
                [0., 1.]])
    """
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

    Example:
        >>> bool((randn(3, generator=0).data == randn(3, generator=0).data).all())
        True
    """
    drawn = np.random.default_rng(generator).standard_normal(_shape(shape)).astype(dtype)
    return wrap(drawn).requires_grad_(requires_grad)


def rand(
    *shape: Any,
    generator: np.random.Generator | int | None = None,
    dtype: Any = float32,
    requires_grad: bool = False,
) -> Tensor:
    """Return numbers spread evenly between 0 and 1, the same ones for the same seed.

    Args:
        *shape: The lengths of the axes.
        generator: A NumPy generator, or a seed for one.
        dtype: The number type.
        requires_grad: Whether gradients are wanted.

    Example:
        >>> numbers = rand(100, generator=0).data
        >>> bool(numbers.min() >= 0 and numbers.max() < 1)
        True
    """
    drawn = np.random.default_rng(generator).random(_shape(shape)).astype(dtype)
    return wrap(drawn).requires_grad_(requires_grad)


def cat(parts: Sequence[Any], dim: int = 0, *, axis: int | None = None) -> Tensor:
    """Return tensors joined one after another along an axis.

    Args:
        parts: Tensors or arrays.
        dim: The axis, counted from the end if negative.
        axis: The same, by NumPy's name.

    Raises:
        ShapeError: Their other axes differ.

    Example:
        >>> cat([ones(2), zeros(1)])
        Tensor([1., 1., 0.])
    """
    held = [as_tensor(part) for part in parts]
    if not held:
        raise ValueError("cat() needs at least one tensor, got none.")
    if any(not part.ndim for part in held):
        raise ShapeError("zero-dimensional tensors cannot be concatenated: use stack().")
    (along,) = axes_of(dim if axis is None else axis, held[0].ndim)
    return functions.Concat.apply(*one_dtype(held), axis=along)


def stack(parts: Sequence[Any], dim: int = 0, *, axis: int | None = None) -> Tensor:
    """Return tensors of one shape side by side along a new axis.

    Args:
        parts: Tensors or arrays.
        dim: The axis, counted from the end if negative.
        axis: The same, by NumPy's name.

    Example:
        >>> stack([ones(2), zeros(2)]).shape
        (2, 2)
    """
    return cat(
        [as_tensor(x).unsqueeze(dim if axis is None else axis) for x in parts], dim, axis=axis
    )


def where(condition: Any, a: Any, b: Any) -> Tensor:
    """Return the entries of `a` where `condition` holds, else those of `b`.

    Args:
        condition: Truth values, of a shape that broadcasts to the others'.
        a: A tensor, an array or a number.
        b: The same.

    Example:
        >>> where([True, False], ones(2), zeros(2))
        Tensor([1., 0.])
    """
    if not isinstance(a, TensorCore) and not isinstance(b, TensorCore):
        a = as_tensor(a)
    a, b = matched(a, b)
    return functions.Where.apply(as_array(condition).astype(bool), a, b)


def maximum(a: Any, b: Any) -> Tensor:
    """Return the larger of two tensors, entry by entry; ties share the gradient.

    Args:
        a: A tensor, an array or a number.
        b: The same; one of the two is a tensor.

    Example:
        >>> maximum(arange(3), 1)
        Tensor([1, 1, 2])
    """
    return combine(functions.Maximum, a, b)


def minimum(a: Any, b: Any) -> Tensor:
    """Return the smaller of two tensors, entry by entry; ties share the gradient.

    Args:
        a: A tensor, an array or a number.
        b: The same; one of the two is a tensor.

    Example:
        >>> minimum(arange(3), 1)
        Tensor([0, 1, 1])
    """
    return combine(functions.Minimum, a, b)


def as_tensor(x: Any) -> Tensor:
    """Return `x` if it is a tensor, else a tensor with a copy of it.

    Args:
        x: A tensor, or what `Tensor` can be made of.

    Example:
        >>> x = ones(2)
        >>> as_tensor(x) is x
        True
    """
    return x if isinstance(x, tensors.Tensor) else tensors.Tensor(x)


def free(name: str) -> Callable[..., Any]:
    """Return a method of Tensor as a function; a last `_` sets it apart from Python's own."""
    method = name.removesuffix("_")

    def function(x: Any, *arguments: Any, **settings: Any) -> Any:
        return getattr(as_tensor(x), method)(*arguments, **settings)

    function.__name__ = function.__qualname__ = name
    function.__doc__ = f"""Return `x.{method}(…)`.

    Args:
        x: A tensor, or what becomes one: a number, a list, an array.
        *arguments: What `Tensor.{method}` takes.
        **settings: The same, by name.

    Example:
        >>> x = ones(2, 3)
        >>> bool(({name}(x).data == x.{method}().data).all())
        True
    """
    return function


exp, log, sqrt, abs_ = free("exp"), free("log"), free("sqrt"), free("abs_")
sin, cos, tanh, sigmoid = free("sin"), free("cos"), free("tanh"), free("sigmoid")
relu, softmax, log_softmax = free("relu"), free("softmax"), free("log_softmax")
sum_, mean, var, std = free("sum_"), free("mean"), free("var"), free("std")
amax, amin, clamp = free("amax"), free("amin"), free("clamp")


def _shape(given: tuple[Any, ...]) -> tuple[int, ...]:
    return tuple(given[0]) if len(given) == 1 and isinstance(given[0], (list, tuple)) else given


import tapewalk.tensor as tensors  # noqa: E402  (needed only once the functions run)
