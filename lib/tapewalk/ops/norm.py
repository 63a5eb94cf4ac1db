"""Normalisation as one node each.

With x̂ = (x - mean) * r, r = 1 / √(var + eps) and h the gradient of x̂, both give x the gradient
r * (h - mean(h) - x̂ * mean(h * x̂)): the means take back what x did to mean and variance.
Sources: Ioffe and Szegedy (2015), Batch Normalization; Ba, Kiros and Hinton (2016), Layer
Normalization.
"""

from __future__ import annotations

from math import prod
from typing import Any, Final

import numpy as np

from tapewalk.engine.function import Function
from tapewalk.engine.memory import Array
from tapewalk.engine.twice import with_history
from tapewalk.ops.broadcast import less, minus, ones, plus, sum_last, sum_rows, times

_MINUS_HALF: Final = np.array(-0.5, np.float32)


class LayerNorm(Function):
    """x̂ * w + b, mean and variance taken over the last axes, those of w.

    w receives Σ g x̂, b receives Σ g. Saves x, mean, r and w, as PyTorch does.

    Shapes: x (…, *d), w and b (*d) → (…, *d).
    """

    category = "normalisation"

    def forward(
        self, x: Array, w: Array | None, b: Array | None, *, shape: tuple[int, ...], eps: float
    ) -> Array:
        """Return `x` normalised over its last axes, those of `shape`."""
        d = prod(shape)
        rows = x.reshape(x.size // d, d)
        n = self.n = np.array(d, x.dtype)  # as an array: a number would be made one each time
        mean = sum_last(rows)
        mean /= n
        y = less(rows, mean)
        r = np.vecdot(y, y)[:, None]  # the squares are added up without an array of them
        r /= n
        r += eps
        r **= _MINUS_HALF
        y *= r
        self.shape, self.eps, self.saved = shape, eps, (x, mean, r, w)
        if w is not None:
            y *= w.reshape(-1)
        if b is not None:
            y += b.reshape(-1)
        return y.reshape(x.shape)

    def backward(self, grad: Array) -> tuple[Array | None, ...]:
        x, mean, r, w = self.saved
        d = prod(self.shape)
        rows = grad.reshape(len(mean), d)
        scale = ones(d, x.dtype) if w is None else w.reshape(-1)
        # x̂ itself is not needed: r goes into the sums, which saves two passes over the rows.
        distance = x.reshape(rows.shape) - mean
        along = rows * distance
        by_w = r.T.dot(along).reshape(self.shape)
        distance = times(distance, along.dot(scale)[:, None] * (r * r / self.n))
        distance = plus(distance, rows.dot(scale)[:, None] / self.n)
        by_x = times(minus(rows * scale, distance), r)
        return by_x.reshape(x.shape), by_w, sum_rows(rows).reshape(self.shape)

    def saved_as_tensors(self) -> tuple[Any, ...]:
        """Return x and w, and mean and r as functions of x."""
        x, w = with_history(self.saved[0], self.parents[0]), self.saved[3]
        rows = x.reshape(-1, prod(self.shape))
        mean = rows.mean(1, keepdim=True)
        distance = rows - mean
        r = ((distance * distance).mean(1, keepdim=True) + self.eps) ** -0.5
        return x, mean, r, None if w is None else with_history(w, self.parents[1])


class BatchNorm(Function):
    """x̂ * w + b, mean and variance of each column taken over the rows of the batch.

    The variance is divided by n, as in PyTorch. w receives Σ g x̂, b receives Σ g. With
    given `mean` and `var` (evaluation) these are constants, and x receives g * w * r.
    Saves x, mean, r and w, as PyTorch does.

    Shapes: x (n, d), w and b (d) → (n, d).
    """

    category = "normalisation"

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
        n = self.n = np.array(x.shape[0], x.dtype)
        self.fixed = given is not None
        # A copy, because later batches may update given averages.
        mean = sum_rows(x) / n if given is None else given[0].copy()
        distance = x - mean
        var = sum_rows(distance * distance) / n if given is None else given[1]
        if seen is not None:
            seen += mean, var
        r = (var + eps) ** _MINUS_HALF
        self.eps, self.saved = eps, (x, mean, r, w)
        y: Array = distance * (r if w is None else r * w)
        if b is not None:
            y += b
        return y

    def backward(self, grad: Array) -> tuple[Array | None, ...]:
        x, mean, r, w = self.saved
        distance, scale = x - mean, r if w is None else r * w
        by_w, by_b = sum_rows(grad * distance) * r, sum_rows(grad)
        if self.fixed:
            return grad * scale, by_w, by_b
        by_x = grad - by_b / self.n
        by_x = times(minus(by_x, times(distance, by_w * r / self.n)), scale)
        return by_x, by_w, by_b

    def saved_as_tensors(self) -> tuple[Any, ...]:
        """Return x and w, and mean and r as functions of x unless they are given."""
        x, mean, r, w = self.saved
        x = with_history(x, self.parents[0])
        if not self.fixed:
            mean = x.mean(0)
            distance = x - mean
            r = ((distance * distance).mean(0) + self.eps) ** -0.5
        return x, mean, r, None if w is None else with_history(w, self.parents[1])
