"""Losses as one node each. `reduction` is "mean", "sum" or "none"; g is the loss's gradient."""

from __future__ import annotations

from math import prod
from typing import Any

import numpy as np

from tapewalk.engine.core import TensorCore
from tapewalk.engine.function import Function, quiet
from tapewalk.engine.memory import Array
from tapewalk.engine.twice import made_by
from tapewalk.ops.activations import Softmax, highest, sigmoid
from tapewalk.ops.broadcast import (
    divided,
    less,
    mean_over,
    row_of,
    row_starts,
    shape_of,
    sum_last,
    sum_over,
    unbroadcast,
)
from tapewalk.ops.index import Placed


class _EntryLoss(Function):
    """A loss that compares entry by entry, and then takes the mean or the sum."""

    category = "loss"
    reduction = "mean"

    def reduced(self, losses: Array, reduction: str) -> Any:
        """Return the losses as they are, their sum or their mean."""
        self.reduction = reduction
        if reduction == "none":
            return losses
        self.divisor = losses.size if reduction == "mean" else 1
        return mean_over(losses, tuple(range(losses.ndim)), False, self.divisor)

    def arriving(self, grad: Array) -> Array:
        """Return the gradient of each single loss."""
        return grad if self.reduction == "none" else divided(grad, self.divisor)


class MSE(_EntryLoss):
    """(x - t)²: x receives 2 (x - t) g, t the opposite; divided by n under the mean. Saves both."""

    saves = ("x", "t")

    @quiet
    def forward(self, x: Array, t: Array, *, reduction: str) -> Any:
        self.saved = x, t
        distance = x - t
        return self.reduced(distance * distance, reduction)

    def backward(self, grad: Array) -> tuple[Array | None, Array | None]:
        x, t = self.saved
        by_x = (x - t) * (2 * self.arriving(grad))
        return (
            unbroadcast(by_x, shape_of(x)),
            None if self.parents[1] is None else unbroadcast(-by_x, shape_of(t)),
        )


class BCE(_EntryLoss):
    """-(t log p + (1 - t) log(1 - p)): p receives g (p - t) / (p (1 - p)). Saves both.

    As in PyTorch, logarithms stop at -100 and the divisor at 1e-12, so that 0 and 1 stay finite.
    """

    saves = ("p", "t")

    @quiet
    def forward(self, p: Array, t: Array, *, reduction: str) -> Any:
        """Return the binary cross-entropy of probabilities p against targets t."""
        self.saved = p, t
        yes, no = np.maximum(np.log(p), -100), np.maximum(np.log1p(-p), -100)
        return self.reduced((t - 1) * no - t * yes, reduction)

    def backward(self, grad: Array) -> tuple[Array, Array | None]:
        p, t = self.saved
        each = self.arriving(grad)
        by_p = each * (p - t) / np.maximum((1 - p) * p, p.dtype.type(1e-12))
        if self.parents[1] is None:
            return by_p, None
        return by_p, each * (np.log1p(-p) - np.log(p))


class BCEWithLogits(_EntryLoss):
    """Binary cross-entropy of sigmoid(x): x receives g (sigmoid(x) - t). Saves both.

    Computed as max(x, 0) - x t + log(1 + e ** -|x|), which overflows nowhere.
    """

    saves = ("x", "t")

    @quiet
    def forward(self, x: Array, t: Array, *, reduction: str) -> Any:
        """Return the binary cross-entropy of logits x against targets t."""
        self.saved = x, t
        return self.reduced(np.maximum(x, 0) - x * t + np.log1p(np.exp(-np.abs(x))), reduction)

    def backward(self, grad: Array) -> tuple[Array, Array | None]:
        x, t = self.saved
        each = self.arriving(grad)
        by_t = None if self.parents[1] is None else -each * x
        return each * (sigmoid(x) - t), by_t


class NLL(Function):
    """-x[target], the mean over the rows that count: those entries receive -g / n. Saves targets.

    `kept` marks the rows that count, `None` means all.
    """

    category = "loss"

    def forward(self, x: Array, target: Array, *, reduction: str, kept: Array | None) -> Any:
        """Return the loss of log-probabilities x (n, classes) at targets (n)."""
        self.shape = x.shape
        chosen = target + row_starts(*x.shape)  # positions in the flat matrix
        self.saved = chosen, kept
        losses = -x.take(chosen)
        if kept is not None:
            losses = np.where(kept, losses, 0)  # not a product: an ignored row may be infinite
        self.divisor = _divisor(x, reduction, kept)
        return _reduced(losses, self.divisor)

    def backward(self, grad: Array) -> tuple[Array, None]:
        chosen, kept = self.saved
        row = Placed.of(-_each(grad, self.divisor, kept), key=chosen, shape=(prod(self.shape),))
        return row.reshape(self.shape), None


class CrossEntropy(Function):
    """-log softmax(x)[target]: x receives g (softmax(x) - onehot(target)) / n.

    n is the number of rows that count; `kept` marks them, `None` means all. Saves the softmax
    as e ** (x - max x) and the sums of its rows: the division can wait until backward.
    """

    category = "loss"

    @quiet
    def forward(self, x: Array, target: Array, *, reduction: str, kept: Array | None) -> Any:
        """Return the loss of logits x (n, classes) at targets (n)."""
        chosen = target + row_starts(*x.shape)  # positions in the flat matrix
        powers = less(x, highest(x, 1))  # in rows: backward writes through them
        at_target = powers.take(chosen)
        np.exp(powers, out=powers)
        sums = sum_last(powers)
        # log Σ - (x - max), and not -log(share): a share may round to 0.
        losses = np.log(sums[:, 0])
        losses -= at_target
        if kept is not None:  # written, not multiplied: an ignored row may be infinite
            losses[~kept], powers[~kept], sums[~kept] = 0, 0, 1
        self.divisor = _divisor(x, reduction, kept)
        self.saved = powers, sums, chosen, kept
        return _reduced(losses, self.divisor)

    def backward(self, grad: Array) -> tuple[Array, None]:
        powers, sums, chosen, kept = self.saved
        each = _each(grad, self.divisor, kept)
        along = each[:, None] if each.ndim else each
        if isinstance(powers, TensorCore):  # the softmax already
            one_hot: Any = np.zeros(powers.shape, grad.dtype)
            row_of(one_hot)[chosen] = 1
            return (powers - one_hot) * along, None
        by_x = powers * (along / sums)
        row_of(by_x)[chosen] -= each
        return by_x, None

    def saved_as_tensors(self) -> tuple[Any, ...]:
        """Return the softmax, divided by its sums, as a function of x."""
        powers, sums, chosen, kept = self.saved
        shares = powers / sums
        made = made_by(Softmax, shares, self.parents[0], saved=(shares,), axis=1)
        return made, None, chosen, kept


def _each(grad: Array, divisor: int | None, kept: Array | None) -> Any:
    """Return the gradient of each row's loss, 0 for rows that don't count.

    Chosen, not multiplied: an incoming infinity or NaN must not reach an ignored row.
    """
    each = grad if divisor is None else grad / (divisor or 1)
    return each if kept is None else np.where(kept, each, grad.dtype.type(0))


def _divisor(x: Array, reduction: str, kept: Array | None) -> int | None:
    """Return the divisor of the sum of the losses, `None` if they are not summed."""
    if reduction == "none":
        return None
    if reduction == "sum":
        return 1
    return x.shape[0] if kept is None else int(np.count_nonzero(kept))


def _reduced(losses: Array, divisor: int | None) -> Any:
    if divisor is None:
        return losses
    if not divisor:
        return losses.dtype.type(np.nan)  # the mean of nothing
    return sum_over(losses, (0,), False) / divisor
