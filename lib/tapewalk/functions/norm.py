"""Normalisation as one node each.

With x̂ = (x - mean) * r, r = 1 / √(var + eps) and h the gradient of x̂, both give x the gradient
r * (h - mean(h) - x̂ * mean(h * x̂)): the means take back what x did to mean and variance.
Sources: Ioffe and Szegedy (2015), Batch Normalization; Ba, Kiros and Hinton (2016), Layer
Normalization.
"""

from __future__ import annotations

from math import prod
from typing import Any

from tapewalk.function import Function
from tapewalk.functions.broadcast import sum_last, sum_rows
from tapewalk.memory import Array


class LayerNorm(Function):
    """x̂ * w + b, mean and variance taken over the last axes, those of w.

    w receives Σ g x̂, b receives Σ g. Saves x, mean, r and w, as PyTorch does.

    Shapes: x (…, *d), w and b (*d) → (…, *d).
    """

    def forward(
        self, x: Array, w: Array | None, b: Array | None, *, shape: tuple[int, ...], eps: float
    ) -> Array:
        """Return `x` normalised over its last axes, those of `shape`."""
        d = prod(shape)
        rows = x.reshape(x.size // d, d)
        mean = sum_last(rows)
        mean /= d
        y: Array = rows - mean
        r = sum_last(y * y)
        r /= d
        r += eps
        r **= -0.5
        y *= r
        self.shape, self.saved = shape, (x, mean, r, w)
        if w is not None:
            y *= w.reshape(-1)
        if b is not None:
            y += b.reshape(-1)
        return y.reshape(x.shape)

    def backward(self, grad: Array) -> tuple[Array | None, ...]:
        """Return the gradients of x, w and b."""
        x, mean, r, w = self.saved
        by_x, by_w, by_b = self.parents
        rows = grad.reshape(len(mean), prod(self.shape))
        xhat: Array = x.reshape(rows.shape) - mean
        xhat *= r
        return (
            None if by_x is None else _by_row(rows, xhat, r, w).reshape(x.shape),
            None if by_w is None else sum_rows(rows * xhat).reshape(self.shape),
            None if by_b is None else sum_rows(rows).reshape(self.shape),
        )


def _by_row(grad: Array, xhat: Array, r: Array, w: Array | None) -> Array:
    h: Array = grad.copy() if w is None else grad * w.reshape(-1)
    d = h.dtype.type(h.shape[1])
    mean = sum_last(h)
    mean /= d
    along = sum_last(h * xhat)
    along /= d
    h -= mean
    h -= xhat * along
    h *= r
    return h


class BatchNorm(Function):
    """x̂ * w + b, mean and variance of each column taken over the rows of the batch.

    The variance divides by n, as PyTorch's does here. w receives Σ g x̂, b receives Σ g. With
    given `mean` and `var` (evaluation) these are constants, and x receives g * w * r.
    Saves x - mean, r and w.

    Shapes: x (n, d), w and b (d) → (n, d).
    """

    def forward(
        self,
        x: Array,
        w: Array | None,
        b: Array | None,
        *,
        eps: float,
        given: tuple[Array, Array] | None = None,
        seen: list[Array] | None = None,
    ) -> Array:
        """Return the normalised columns; mean and variance of the batch are appended to `seen`."""
        n = x.dtype.type(x.shape[0])
        self.fixed = given is not None
        mean = sum_rows(x) / n if given is None else given[0]
        distance = x - mean
        var = sum_rows(distance * distance) / n if given is None else given[1]
        if seen is not None:
            seen += mean, var
        r = (var + eps) ** -0.5
        self.saved = distance, r, w
        y: Array = distance * (r if w is None else r * w)
        if b is not None:
            y += b
        return y

    def backward(self, grad: Array) -> tuple[Array | None, ...]:
        """Return the gradients of x, w and b."""
        distance, r, w = self.saved
        by_b = sum_rows(grad)
        by_w = sum_rows(grad * distance) * r
        scale: Any = r if w is None else r * w
        if self.fixed:
            return grad * scale, by_w, by_b
        n = grad.dtype.type(grad.shape[0])
        by_x: Array = grad - by_b / n
        by_x -= distance * (by_w * r / n)
        by_x *= scale
        return by_x, by_w, by_b
