"""Errors of the tensor engine, and the sentences they share."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any


class ShapeError(RuntimeError, ValueError):
    """Shapes that don't fit: a `RuntimeError` as in PyTorch, a `ValueError` as in NumPy."""


class AxisError(IndexError, ValueError):
    """An axis that the tensor does not have: an `IndexError` as in PyTorch."""


class PromotionError(RuntimeError, TypeError):
    """A number type that an operation can't take or give."""


def misfit(operation: str, operands: Sequence[Any], reason: object) -> ShapeError:
    """Return the error for operands whose shapes an operation refused.

    Args:
        operation: Name of the operation.
        operands: Its arrays and numbers.
        reason: What NumPy said.
    """
    shapes = " and ".join(str(x.shape) for x in operands if hasattr(x, "shape"))
    return ShapeError(
        f"{operation} can't take shapes {shapes}: {reason}. Read from the right, dimensions must "
        "be equal or 1 (the inner two of a matrix product equal). Usually a transpose, a reshape "
        "or keepdims=True is missing."
    )
