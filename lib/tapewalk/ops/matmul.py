"""Matrix products: for every pair of ranks, and with weights and bias as one node."""

from __future__ import annotations

from math import prod
from typing import Any

import numpy as np

from tapewalk.engine.errors import ShapeError
from tapewalk.engine.function import Function
from tapewalk.engine.memory import Array
from tapewalk.engine.twice import made_by, with_history
from tapewalk.ops.broadcast import sum_rows, unbroadcast
from tapewalk.ops.shape import Reshape


class MatMul(Function):
    """a @ b: a receives g @ bᵀ, b receives aᵀ @ g; each is saved for the other.

    Shapes: (…, m, k) @ (…, k, n) → (…, m, n); the leading axes broadcast. A vector counts as one
    row on the left, as one column on the right.
    """

    saves = ("a", "b")

    def forward(self, a: Array, b: Array) -> Array:
        by_a, by_b = self.parents
        self.saved = None if by_b is None else a, None if by_a is None else b
        self.shapes = a.shape, b.shape
        # For two matrices `dot` is `matmul`, and checks its operands 0.5 µs faster.
        result: Array = a.dot(b) if a.ndim == b.ndim == 2 else np.matmul(a, b)
        return result

    def backward(self, grad: Array) -> tuple[Array | None, Array | None]:
        a, b = self.saved
        shape_a, shape_b = self.shapes
        if len(shape_a) == len(shape_b) == 2:
            return None if b is None else grad.dot(b.T), None if a is None else a.T.dot(grad)
        if len(shape_b) == 1:
            grad = grad[..., None]  # one column
        if len(shape_a) == 1:
            grad = grad[..., None, :]  # one row
        by_a = by_b = None
        if b is not None:
            columns = b[:, None] if b.ndim == 1 else b
            by_a = np.matmul(grad, columns.mT)
            by_a = unbroadcast(by_a, (1, *shape_a) if len(shape_a) == 1 else shape_a)
            by_a = by_a.reshape(shape_a)
        if a is not None:
            rows = a[None, :] if a.ndim == 1 else a
            if len(shape_b) <= 2 < rows.ndim:  # one tall product instead of many that are summed
                rows = rows.reshape(prod(rows.shape[:-1]), rows.shape[-1])
                grad = grad.reshape(prod(grad.shape[:-1]), grad.shape[-1])
            by_b = np.matmul(rows.mT, grad)
            by_b = unbroadcast(by_b, (*shape_b, 1) if len(shape_b) == 1 else shape_b)
            by_b = by_b.reshape(shape_b)
        return by_a, by_b


class Linear(Function):
    """x @ wᵀ + b as one node (PyTorch needs View, T, Addmm and View again).

    x receives g @ w, w receives gᵀ @ x, b receives the sum of the rows of g. Saves x, as a matrix,
    and w.

    Shapes: x (…, in), w (out, in), b (out) → (…, out).
    """

    def forward(self, x: Array, w: Array, b: Array | None = None) -> Array:
        if w.ndim != 2:
            raise ShapeError(f"Linear takes a weight of shape (out, in), got {w.shape}.")
        shape = self.shape = x.shape
        if not shape or shape[-1] != w.shape[1]:
            raise ShapeError(
                f"Linear multiplies rows of {w.shape[1]} numbers (its weight is {w.shape}), got "
                f"shape {shape}: the last axis must have length {w.shape[1]}."
            )
        by_x, by_w = self.parents[0], self.parents[1]
        rows = x if len(shape) == 2 else x.reshape(prod(shape[:-1]), shape[-1])
        self.saved = None if by_w is None else rows, None if by_x is None else w
        y: Array = rows.dot(w.T)
        if b is not None:
            y += b
        self.flat = y.shape
        return y if len(shape) == 2 else y.reshape(*shape[:-1], len(w))

    def backward(self, grad: Array) -> tuple[Array | None, ...]:
        rows, w = self.saved
        if grad.ndim != 2:
            grad = grad.reshape(self.flat)
        by_x = by_w = None
        if w is not None:
            by_x = grad.dot(w)
            if len(self.shape) != 2:
                by_x = by_x.reshape(self.shape)
        if rows is not None:
            by_w = grad.T.dot(rows)
        if len(self.parents) == 2 or self.parents[2] is None:
            return by_x, by_w, None
        return by_x, by_w, sum_rows(grad)

    def saved_as_tensors(self) -> tuple[Any, ...]:
        """Return x, seen as a matrix again, and w."""
        rows, w = self.saved
        by_x, by_w = self.parents[0], self.parents[1]
        if rows is not None:
            flat = len(self.shape) == 2
            rows = (
                with_history(rows, by_x) if flat else made_by(Reshape, rows, by_x, shape=self.shape)
            )
        return rows, None if w is None else with_history(w, by_w)
