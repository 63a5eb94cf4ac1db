"""Losses as modules, to call on predictions and targets."""

from __future__ import annotations

from typing import Any

from tapewalk.nn import losses
from tapewalk.nn.module import Module
from tapewalk.tensor.creation import as_tensor
from tapewalk.tensor.tensor import Tensor


class _Loss(Module):
    """Base of losses: how the losses of single entries or rows become one number."""

    def __init__(self, reduction: str = "mean") -> None:
        super().__init__()
        self.reduction = reduction


class MSELoss(_Loss):
    """The squared distance, its mean over all entries by default.

    Args:
        reduction: "mean", "sum" or "none".

    Example:
        >>> MSELoss()(Tensor([1.0, 2.0]), Tensor([1.0, 4.0])).item()
        2.0
    """

    def forward(self, x: Tensor, target: Any) -> Tensor:
        """Return the loss of `x`, any shape, against `target`, of the same shape."""
        return losses.mse_loss(x, target, self.reduction)


class L1Loss(_Loss):
    """The distance |x - target|, its mean over all entries by default.

    Args:
        reduction: "mean", "sum" or "none".

    Example:
        >>> L1Loss()(Tensor([1.0, 2.0]), Tensor([1.0, 4.0])).item()
        1.0
    """

    def forward(self, x: Tensor, target: Any) -> Tensor:
        """Return the loss of `x`, any shape, against `target`, of the same shape."""
        return losses.l1_loss(x, target, self.reduction)


class BCELoss(_Loss):
    """The binary cross-entropy of probabilities: -(t log p + (1 - t) log(1 - p)).

    Args:
        reduction: "mean", "sum" or "none".

    Example:
        >>> round(BCELoss()(Tensor([0.5]), Tensor([1.0])).item(), 4)
        0.6931
    """

    def forward(self, p: Tensor, target: Any) -> Tensor:
        """Return the loss of probabilities, any shape, against `target`, from 0 to 1."""
        return losses.binary_cross_entropy(p, target, reduction=self.reduction)


class BCEWithLogitsLoss(_Loss):
    """The binary cross-entropy of sigmoid(x), without overflow at either end.

    Args:
        reduction: "mean", "sum" or "none".

    Example:
        >>> round(BCEWithLogitsLoss()(Tensor([0.0]), Tensor([1.0])).item(), 4)
        0.6931
    """

    def forward(self, x: Tensor, target: Any) -> Tensor:
        """Return the loss of `x`, any shape, against `target`, from 0 to 1."""
        return losses.binary_cross_entropy_with_logits(x, target, reduction=self.reduction)


class _ClassLoss(_Loss):
    """Base of losses against classes, each of which may have its own weight."""

    weight: Tensor | None

    def __init__(
        self, weight: Any = None, *, ignore_index: int = -100, reduction: str = "mean"
    ) -> None:
        super().__init__(reduction)
        if weight is None:
            self.weight = None
        else:
            self.register_buffer("weight", as_tensor(weight))
        self.ignore_index = ignore_index


class NLLLoss(_ClassLoss):
    """Minus the log-probabilities at the targets.

    Args:
        weight: How much each class counts, shape (classes).
        ignore_index: Rows with this target count for nothing.
        reduction: "mean", "sum" or "none".

    Example:
        >>> NLLLoss()(Tensor([[-1.0, -2.0]]), [1]).item()
        2.0
    """

    def forward(self, x: Tensor, target: Any) -> Tensor:
        """Return the loss of log-probabilities (n, classes) at targets (n)."""
        more: Any = {"ignore_index": self.ignore_index, "reduction": self.reduction}
        return losses.nll_loss(x, target, self.weight, **more)


class CrossEntropyLoss(_ClassLoss):
    """The cross-entropy of softmax(x), against class numbers or against shares of the classes.

    Args:
        weight: How much each class counts, shape (classes).
        ignore_index: Rows with this target count for nothing.
        reduction: "mean", "sum" or "none".
        label_smoothing: The part of the target that is spread evenly over all classes.

    Example:
        >>> round(CrossEntropyLoss()(Tensor([[0.0, 0.0]]), [1]).item(), 4)
        0.6931
    """

    def __init__(
        self,
        weight: Any = None,
        *,
        ignore_index: int = -100,
        reduction: str = "mean",
        label_smoothing: float = 0.0,
    ) -> None:
        super().__init__(weight, ignore_index=ignore_index, reduction=reduction)
        self.label_smoothing = label_smoothing

    def forward(self, x: Tensor, target: Any) -> Tensor:
        """Return the loss of logits (n, classes) against targets (n) or shares (n, classes)."""
        more: Any = {"ignore_index": self.ignore_index, "reduction": self.reduction}
        smoothing = self.label_smoothing
        return losses.cross_entropy(x, target, self.weight, label_smoothing=smoothing, **more)
