"""Undoing a broadcast, and other small steps that rules share.

The functions that a `backward` calls take tensors too, and are recorded then: see
`engine/twice.py`.
"""

from __future__ import annotations

from functools import lru_cache
from math import prod
from typing import Any, Final

import numpy as np

from tapewalk.engine.core import TensorCore
from tapewalk.engine.memory import Array

AnyTensor: Final[Any] = TensorCore  # of type Any, so that type checkers allow calls of methods
_int64, _uint64 = np.dtype(np.int64), np.dtype(np.uint64)


def unbroadcast(grad: Any, shape: tuple[int, ...]) -> Any:
    """Return `grad` summed over the axes along which an operand of `shape` was repeated.

    An entry that was used many times gets the sum of the gradients of its uses.

    Args:
        grad: Gradient of the broadcast operand.
        shape: Shape of the operand itself.

    Example:
        >>> unbroadcast(np.ones((2, 3)), (3,))
        array([2., 2., 2.])
    """
    if grad.shape == shape:
        return grad
    if isinstance(grad, AnyTensor):
        return _unbroadcast_tensor(grad, shape)
    tail = shape
    while tail and tail[0] == 1:
        tail = tail[1:]
    if grad.size and grad.itemsize >= 4 and grad.shape[grad.ndim - len(tail) :] == tail:
        # The repeated axes come first, as for a bias: the rows of a matrix are added up.
        n = prod(tail)
        return sum_rows(grad.reshape(grad.size // n, n)).reshape(shape)
    if grad.itemsize < 4:  # sums of half precision, in single
        return unbroadcast(grad.astype(np.float32), shape).astype(grad.dtype)
    added = grad.ndim - len(shape)
    if added:
        grad = np.add.reduce(grad, axis=tuple(range(added)))
    repeated = tuple([i for i, n in enumerate(shape) if n == 1 and grad.shape[i] != 1])
    return np.add.reduce(grad, axis=repeated, keepdims=True) if repeated else grad


def _unbroadcast_tensor(grad: Any, shape: tuple[int, ...]) -> Any:
    added = grad.ndim - len(shape)
    repeated = [i for i, n in enumerate(shape) if n == 1 and grad.shape[i + added] != 1]
    if added:
        grad = grad.sum(tuple(range(added)))
    return grad.sum(repeated, keepdim=True) if repeated else grad


def times(x: Any, y: Any) -> Any:
    """Return x * y, of arrays, in the memory of x, which has no other use."""
    if isinstance(x, AnyTensor):
        return x * y
    x *= y
    return x


def plus(x: Any, y: Any) -> Any:
    """Return x + y, of arrays, in the memory of x, which has no other use."""
    if isinstance(x, AnyTensor):
        return x + y
    x += y
    return x


def minus(x: Any, y: Any) -> Any:
    """Return x - y, of arrays, in the memory of x, which has no other use."""
    if isinstance(x, AnyTensor):
        return x - y
    x -= y
    return x


def as_type(x: Any, dtype: Any) -> Any:
    """Return x in a number type; x itself if it has that type."""
    return x if x.dtype == dtype else x.astype(dtype)


def shape_of(operand: Any) -> tuple[int, ...]:
    """Return the shape of an array, or `()` for a number."""
    return getattr(operand, "shape", ())


def count_of(shape: tuple[int, ...], axes: tuple[int, ...]) -> int:
    """Return how many entries a reduction over `axes` joins into one."""
    return prod([shape[axis] for axis in axes])


def sum_over(x: Any, axes: tuple[int, ...], keepdim: bool) -> Any:
    """Return the sums over `axes`."""
    if isinstance(x, AnyTensor):
        return x.sum(axes, keepdim)
    if len(axes) == 1 and x.ndim <= 2 and x.itemsize >= 4 and x.shape[axes[0]] <= 1024:
        # Short sums along one axis of a matrix; long ones are more exact when added in pairs.
        if axes[0]:
            sums = sum_last(x)
            return sums if keepdim else sums[:, 0]
        sums = sum_rows(x)
        return sums[None] if keepdim else sums
    if x.itemsize < 4:
        return _add_up(x, axis=axes, keepdims=keepdim, dtype=np.float32).astype(x.dtype)
    # The ufunc itself: np.sum spends longer on its arguments than on adding up a few numbers.
    sums = _add_up(x, axis=axes, keepdims=keepdim)
    return sums if sums.ndim < 2 else ordered(sums)


_add_up: Any = np.add.reduce


def mean_over(x: Any, axes: tuple[int, ...], keepdim: bool, n: float) -> Any:
    """Return the sums over `axes` divided by `n`.

    Half precision is summed and divided in single, since its largest number is 65,504.
    """
    if isinstance(x, AnyTensor):
        return x.mean(axes, keepdim) if x._data.size else x.sum(axes, keepdim) / n
    if x.itemsize < 4:
        sums = _add_up(x, axis=axes, keepdims=keepdim, dtype=np.float32)
        return (sums / np.float32(n)).astype(x.dtype)
    return sum_over(x, axes, keepdim) / n


def divided(x: Any, n: float) -> Any:
    """Return `x` divided by a count; half precision is divided in single."""
    if x.dtype.itemsize < 4:
        return (x.astype(np.float32) / np.float32(n)).astype(x.dtype)
    return x / n


@lru_cache(maxsize=64)
def ones(n: int, dtype: np.dtype[Any]) -> Array:
    """Return a read-only vector of ones: `ones @ x` adds up rows faster than a reduction."""
    vector = np.ones(n, dtype)
    vector.flags.writeable = False
    return vector


@lru_cache(maxsize=64)
def row_starts(rows: int, n: int) -> Array:
    """Return the read-only positions, in the flat matrix, of the first entries of its rows."""
    numbers = np.arange(rows) * n
    numbers.flags.writeable = False
    return numbers


def all_below(numbers: Array, n: int) -> bool:
    """Return whether an array holds integers between 0 and n - 1 only."""
    if numbers.dtype is _int64 and numbers.size:
        # Seen without a sign, a negative number is huge: one pass instead of two. And argmax starts
        # at once, max through Python: a third of the time for few numbers.
        seen = numbers.view(_uint64)
        return seen.item(seen.argmax()) < n
    if numbers.dtype.kind not in "iu":
        return False
    return not numbers.size or bool(0 <= numbers.min() <= numbers.max() < n)


def ordered(x: Array) -> Array:
    """Return `x`, or a copy if its entries are not stored row by row, as PyTorch's results are."""
    return x if x.flags.c_contiguous else x.copy()


def less(x: Array, y: Array) -> Array:
    """Return x - y, which broadcasts to x, in rows whatever the layout of x."""
    return x - y if x.flags.c_contiguous else np.subtract(x, y, order="C")


def in_rows(x: Any) -> Array:
    """Return a copy of `x` whose entries are stored row by row, to write to in any arrangement.

    `reshape` of such an array is always a view of its memory, whatever the layout of `x`. So rules
    that write through a view take such a copy.
    """
    return np.array(x, order="C")


def row_of(x: Array) -> Array:
    """Return the entries of `x` in one row, a view to write through.

    Raises:
        ValueError: The entries are not stored row by row, so that NumPy would return a copy.
    """
    if not x.flags.c_contiguous:
        raise ValueError("a write through reshape would be lost: see in_rows")
    return x.reshape(-1)


def sum_last(x: Any) -> Any:
    """Return the sums over the last axis, which stays with length 1."""
    if isinstance(x, AnyTensor):
        return x.sum(-1, keepdim=True)
    vector = ones(x.shape[-1], x.dtype)
    sums: Array = x.dot(vector) if x.ndim == 2 else np.matmul(x, vector)  # see `MatMul`
    return sums[..., None]


def sum_rows(x: Any) -> Any:
    """Return the sum of the rows of a matrix, or of the entries of a vector."""
    if isinstance(x, AnyTensor):
        return x.sum(0)
    return ones(x.shape[0], x.dtype).dot(x)
