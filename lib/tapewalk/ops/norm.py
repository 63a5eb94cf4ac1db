"""Normalisation as one node each.

With x̂ = (x - mean) * r, r = 1 / √(var + eps) and h the gradient of x̂, both give x the gradient
r * (h - mean(h) - x̂ * mean(h * x̂)): the means take back what x did to mean and variance.
Sources: Ioffe and Szegedy (2015), Batch Normalization; Ba, Kiros and Hinton (2016), Layer
Normalization.
"""

from __future__ import annotations

from math import prod
from typing import Any

import numpy as np

from tapewalk.engine.function import Function
from tapewalk.engine.memory import Array
from tapewalk.engine.twice import with_history
from tapewalk.ops.broadcast import into, minus, ones, plus, sum_last, sum_rows, times


class LayerNorm(Function):
    """x̂ * w + b, mean and variance taken over the last axes, those of w.

    w receives Σ g x̂, b receives Σ g. Saves x, mean, r and w, as PyTorch does.

    Shapes: x (…, *d), w and b (*d) → (…, *d).
    """

    def forward(
        self, x: Array, w: Array | None, b: Array | None, *, shape: tuple[int, ...], eps: float
    ) -> Array:
        """Returns `x` normalised over its last axes, those of `shape`."""
        d = prod(shape)
        rows = x.reshape(x.size // d, d)
        mean = sum_last(rows)
        mean /= d
        y: Array = np.subtract(rows, mean, order="C")
        r = np.vecdot(y, y)[:, None]  # the squares are added up without an array of them
        r /= d
        r += eps
        r **= -0.5
        y *= r
        self.shape, self.eps, self.saved = shape, eps, (x, mean, r, w)
        if w is not None:
            y *= w.reshape(-1)
        if b is not None:
            y += b.reshape(-1)
        return y.reshape(x.shape)

    def backward(self, grad: Array) -> tuple[Array | None, ...]:
        """Returns the gradients of x, w and b."""
        x, mean, r, w = self.saved
        d = prod(self.shape)
        rows = grad.reshape(len(mean), d)
        scale = ones(d, x.dtype) if w is None else w.reshape(-1)
        share = scale / x.dtype.type(d)
        # x̂ itself is not needed: r goes into the sums, which saves two passes over the rows.
        distance = x.reshape(rows.shape) - mean
        along = rows * distance
        by_w = r.T.dot(along).reshape(self.shape)
        distance = times(distance, along.dot(share)[:, None] * (r * r))
        distance = plus(distance, rows.dot(share)[:, None])
        by_x = times(minus(rows * scale, distance), r)
        return by_x.reshape(x.shape), by_w, sum_rows(rows).reshape(self.shape)

    def saved_as_tensors(self) -> tuple[Any, ...]:
        """Returns x and w, and mean and r as functions of x."""
        x, w = with_history(self.saved[0], self.parents[0]), self.saved[3]
        rows = x.reshape(-1, prod(self.shape))
        mean = rows.mean(1, keepdim=True)
        distance = rows - mean
        r = ((distance * distance).mean(1, keepdim=True) + self.eps) ** -0.5
        return x, mean, r, None if w is None else with_history(w, self.parents[1])


class BatchNorm(Function):
    """x̂ * w + b, mean and variance of each column taken over the rows of the batch.

    The variance divides by n, as PyTorch's does here. w receives Σ g x̂, b receives Σ g. With
    given `mean` and `var` (evaluation) these are constants, and x receives g * w * r.
    Saves x - mean, r, r * w and w, the last only so that a write to it is noticed, as in PyTorch.

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
        """Returns the normalised columns; mean and variance of the batch are appended to `seen`."""
        n = self.n = np.array(x.shape[0], x.dtype)
        self.fixed = given is not None
        mean = sum_rows(x) / n if given is None else given[0]
        distance = x - mean
        var = sum_rows(distance * distance) / n if given is None else given[1]
        if seen is not None:
            seen += mean, var
        r = (var + eps) ** -0.5
        scale = r if w is None else r * w
        self.eps, self.saved = eps, (distance, r, scale, w)
        y: Array = distance * scale
        if b is not None:
            y += b
        return y

    def backward(self, grad: Array) -> tuple[Array | None, ...]:
        """Returns the gradients of x, w and b."""
        distance, r, scale, _ = self.saved
        along = grad * distance
        by_w, by_b = sum_rows(along) * r, sum_rows(grad)
        if self.fixed:
            return grad * scale, by_w, by_b
        by_x = grad - by_b / self.n
        by_x = times(minus(by_x, into(along, distance, by_w * r / self.n)), scale)
        return by_x, by_w, by_b

    def saved_as_tensors(self) -> tuple[Any, ...]:
        """Returns x - mean, r and r * w as functions of x and w.

        The distances stand for x itself: they only differ by what is subtracted again.
        """
        data, r, _, w = self.saved
        distance: Any = with_history(data, self.parents[0])
        if not self.fixed:
            distance = distance - distance.mean(0)
            r = ((distance * distance).mean(0) + self.eps) ** -0.5
        if w is None:
            return distance, r, r, None
        gain = with_history(w, self.parents[1])
        return distance, r, r * gain, gain
