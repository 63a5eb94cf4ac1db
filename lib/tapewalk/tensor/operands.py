"""Conversion of operands, which may be tensors, arrays and numbers, to one number type."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import reduce
from typing import TYPE_CHECKING, Any

import numpy as np

from tapewalk import ops
from tapewalk.engine.core import TensorCore, wrap
from tapewalk.engine.errors import PromotionError, misfit
from tapewalk.engine.memory import Array
from tapewalk.tensor.convert import common_dtype, float32, plain, require_real

if TYPE_CHECKING:
    from tapewalk.engine.function import Function
    from tapewalk.tensor.tensor import Tensor


def as_array(x: Any) -> Array:
    """Return the array of a tensor, or `x` as one, of real numbers."""
    return x._data if isinstance(x, TensorCore) else require_real(np.asarray(x))


def as_float(x: Any) -> Any:
    """Return a tensor of floats: `x` itself, or `x` as float32 if it holds integers."""
    return x if x._data.dtype.kind == "f" else ops.ToCopy.apply(x, dtype=float32)


def matched(a: Any, b: Any) -> tuple[Any, Any]:
    """Return two operands, at least one of them a tensor, with the same number type.

    Numbers take the type of the tensor, except that a float makes an integer tensor float32.

    Raises:
        TypeError: An operand is neither a number nor an array nor a tensor.
    """
    if isinstance(a, TensorCore) and isinstance(b, TensorCore):
        if a._data.dtype is b._data.dtype:
            return a, b
        a, b = one_dtype((a, b))
        return a, b
    if isinstance(a, TensorCore):
        return _with_number(a, b)
    b, a = _with_number(b, a)
    return a, b


def one_dtype(tensors: Sequence[Any]) -> list[Any]:
    """Return tensors converted to the number type that they have in common."""
    arrays = [x._data for x in tensors]
    dtype = arrays[0].dtype if len(arrays) == 1 else reduce(common_dtype, arrays)
    return [x if x._data.dtype == dtype else ops.ToCopy.apply(x, dtype=dtype) for x in tensors]


def _with_number(tensor: Any, other: Any) -> tuple[Any, Any]:
    if type(other) is float and tensor._data.dtype.kind == "f":  # nearly always
        return tensor, other
    if isinstance(other, np.ndarray):
        return matched(tensor, wrap(require_real(other)))
    other = plain(other)
    kind = tensor._data.dtype.kind
    if isinstance(other, float) and kind != "f":
        return as_float(tensor), other
    if kind == "b" and type(other) is int:
        return ops.ToCopy.apply(tensor, dtype=np.int64), other
    if isinstance(other, (int, float)):
        return tensor, other
    raise TypeError(
        f"unsupported operand: a Tensor works with tensors, arrays and real numbers, got {other!r} "
        f"of type {type(other).__name__}. Usually a list was not converted: Tensor([...])."
    )


def combine(function: type[Function], a: Any, b: Any) -> Tensor:
    """Apply a function to two operands with the same number type; one of them is a tensor."""
    a, b = matched(a, b)
    if function.floats:
        a, b = (as_float(x) if isinstance(x, TensorCore) else x for x in (a, b))
    return function.apply(a, b)


def in_single(function: type[Function], x: Any, *more: Any, **options: Any) -> Tensor:
    """Apply a function that adds up many entries of `x` of half precision, in single precision.

    Half precision has three digits and no number above 65,504, too little for sums of squares.
    PyTorch does the same.
    """
    wide = [
        ops.ToCopy.apply(part, dtype=float32)
        if isinstance(part, TensorCore) and part._data.dtype.kind == "f"
        else part
        for part in (x, *more)
    ]
    return ops.ToCopy.apply(function.apply(*wide, **options), dtype=x._data.dtype)


def compare(ufunc: Callable[[Any, Any], Any], a: Any, b: Any) -> Tensor:
    """Return the outcome of a comparison, which has no gradient."""
    if not isinstance(b, (TensorCore, np.ndarray, np.generic, int, float)):
        result: Tensor = NotImplemented
        return result
    x = a._data if isinstance(a, TensorCore) else plain(a)
    y = b._data if isinstance(b, TensorCore) else plain(b)
    # Convert both to the number type in which PyTorch compares them.
    if type(y) is float:
        x = x if x.dtype.kind == "f" else x.astype(float32)
    elif type(x) is float:
        y = y if y.dtype.kind == "f" else y.astype(float32)
    elif isinstance(x, np.ndarray) and isinstance(y, np.ndarray) and x.dtype is not y.dtype:
        dtype = common_dtype(require_real(x), require_real(y))
        x, y = x.astype(dtype, copy=False), y.astype(dtype, copy=False)
    try:
        return wrap(ufunc(x, y))
    except ValueError as error:
        raise misfit("a comparison", (x, y), error) from error


def matmul(a: Any, b: Any) -> Tensor:
    """Return the matrix product of two operands, for every pair of ranks that NumPy allows.

    Args:
        a: A tensor or an array, shape (…, n, k), or (k) for one row.
        b: The same, shape (…, k, m), or (k) for one column; at least one is a tensor.

    Returns:
        Shape (…, n, m), without the axes that a row or a column lacks.

    Raises:
        ShapeError: The inner lengths differ, or an operand is a single number.
        TypeError: The number types differ.

    Example:
        >>> from tapewalk import ones
        >>> matmul(ones(2, 3), ones(3, 4)).shape
        (2, 4)
    """
    a = a if isinstance(a, TensorCore) else wrap(as_array(a))
    b = b if isinstance(b, TensorCore) else wrap(as_array(b))
    if a._data.dtype != b._data.dtype:
        raise PromotionError(
            f"expected both operands of @ to have the same dtype, but got: {a._data.dtype} != "
            f"{b._data.dtype}. Usually an array of NumPy's float64 meets float32: convert one with "
            ".astype."
        )
    if a._data.ndim == 0 or b._data.ndim == 0:
        raise misfit("MatMul", (a._data, b._data), "a single number has no rows; use * instead")
    return ops.MatMul.apply(a, b)
