"""Conversion of operands to arrays: number types, promotion, axes."""

from __future__ import annotations

from operator import index
from typing import TYPE_CHECKING, Any

import numpy as np

from tapewalk.engine.core import TensorCore
from tapewalk.engine.errors import AxisError, PromotionError, ShapeError
from tapewalk.engine.memory import Array

if TYPE_CHECKING:
    from collections.abc import Sequence

float32 = np.dtype(np.float32)


def to_array(data: Any, dtype: Any = None) -> Array:
    """Return `data` as a new array: Python floats become float32, arrays keep their number type.

    Args:
        data: A number, a nested sequence of numbers, an array or a tensor.
        dtype: The number type to use instead.

    Raises:
        ShapeError: The rows of a nested sequence differ in length.
        TypeError: Some entries are not real numbers.
    """
    if isinstance(data, TensorCore):
        data = data._data
    try:
        array = np.array(data, dtype=dtype)
    except ValueError as error:
        raise ShapeError(
            f"a tensor is a full grid of numbers: {error}. Usually the rows differ in length, or "
            f"text was not converted; got {data!r:.80}."
        ) from error
    require_real(array)
    from_python = not isinstance(data, np.ndarray | np.generic)
    if dtype is None and from_python and array.dtype == np.float64:
        return array.astype(float32)
    return array


def require_real(array: Array) -> Array:
    """Return `array`; raise `PromotionError` if its entries are not real numbers."""
    if array.dtype.kind not in "biuf":
        raise PromotionError(
            f"a tensor stores real numbers, got entries of type {array.dtype}: {array!r:.80}. "
            "Usually text was not converted, or a None or another object is among the numbers."
        )
    return array


def require_float(array: Array, what: str) -> None:
    """Raise `PromotionError` unless gradients make sense for the entries of `array`."""
    if array.dtype.kind != "f":
        raise PromotionError(
            f"only Tensors of floating point dtype can require gradients: {what} has dtype "
            f"{array.dtype}. Usually the numbers have no decimal point: write 2.0 for 2, or "
            "dtype=np.float32."
        )


def plain(number: object) -> Any:
    """Return a NumPy scalar as a Python number, which takes on the tensor's own number type."""
    return number.item() if isinstance(number, np.generic) else number


def common_dtype(a: Any, b: Array) -> Any:
    """Return the number type of an operation between two arrays, as PyTorch promotes.

    A float beats an integer whatever their sizes, and within one kind an array with axes beats a
    0-d one; only then the larger type wins. `a` may be such a type already.
    """
    if isinstance(a, np.dtype):
        a = np.empty(1, a)
    rank_a, rank_b = "biuf".index(a.dtype.kind), "biuf".index(b.dtype.kind)
    if (rank_a == 3) != (rank_b == 3) or (rank_a == 0) != (rank_b == 0):
        return a.dtype if rank_a > rank_b else b.dtype
    if (a.ndim == 0) != (b.ndim == 0):
        return b.dtype if a.ndim == 0 else a.dtype
    return np.promote_types(a.dtype, b.dtype)


def unpacked(given: tuple[Any, ...]) -> tuple[int, ...]:
    """Return lengths or axes as a tuple, whether given one by one or as one sequence."""
    return tuple(given[0]) if len(given) == 1 and isinstance(given[0], (list, tuple)) else given


def check_lengths(shape: tuple[int, ...]) -> None:
    """Raise `ShapeError` if a length of a new tensor's axes is negative."""
    for length in shape:
        if length < 0:
            raise ShapeError(
                f"Trying to create tensor with negative dimension {length}: {list(shape)}. "
                "Lengths are 0 or more."
            )


def axes_of(axis: object, ndim: int) -> tuple[int, ...]:
    """Return an axis argument as a tuple of numbers from 0 to ndim - 1.

    Args:
        axis: `None` for all axes, an integer, or a sequence of integers; negative ones count
            from the end.
        ndim: How many axes the tensor has.

    Raises:
        AxisError: An axis is out of range or named twice.
        TypeError: An axis is not an integer.

    Example:
        >>> axes_of((-1, 0), 3)
        (2, 0)
    """
    if type(axis) is int and -ndim <= axis < ndim:  # nearly always
        return (axis % ndim,)
    if axis is None:
        return tuple(range(ndim))
    named: Sequence[Any] = axis if isinstance(axis, (list, tuple)) else (axis,)
    axes = []
    for one in named:
        if isinstance(one, bool | str | float):
            raise TypeError(f"an axis is an integer, got {one!r}. Was keepdim=... meant?")
        i = index(one)
        size = max(ndim, 1)  # PyTorch and NumPy let a number have an axis 0 to reduce
        if not -size <= i < size:
            raise AxisError(
                f"Dimension out of range (expected to be in range of [{-size}, {size - 1}], but "
                f"got {i}): a tensor with {ndim} axes numbers them from 0, or from -1 backwards."
            )
        axes.append(i % size)
    if len(set(axes)) < len(axes):
        raise AxisError(f"each axis may be named once, got {axis!r} for a tensor with {ndim} axes.")
    return tuple(axes) if ndim else ()
