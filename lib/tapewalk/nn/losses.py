"""Losses, named and shaped as in `torch.nn.functional`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from tapewalk import ops
from tapewalk.engine.core import TensorCore
from tapewalk.engine.errors import PromotionError, ShapeError
from tapewalk.ops.broadcast import all_below
from tapewalk.tensor.operands import as_array, matched

if TYPE_CHECKING:
    from tapewalk.tensor.tensor import Tensor


def mse_loss(x: Tensor, target: Any, reduction: str = "mean") -> Tensor:
    """Return the squared distance, its mean over all entries by default.

    Args:
        x: Any shape.
        target: The same shape.
        reduction: "mean", "sum" or "none".
    """
    return _by_entry(ops.MSE, x, target, reduction)


def binary_cross_entropy(p: Tensor, target: Any, reduction: str = "mean") -> Tensor:
    """Return -(t log p + (1 - t) log(1 - p)) for probabilities p.

    Args:
        p: Probabilities, any shape.
        target: The same shape, from 0 to 1.
        reduction: "mean", "sum" or "none".

    Raises:
        RuntimeError: An entry of `p` is outside 0 to 1.
        ShapeError: The shapes differ.
    """
    if p._data.size and not 0 <= p._data.min() <= p._data.max() <= 1:
        raise RuntimeError(
            "all elements of input should be between 0 and 1, got entries from "
            f"{p._data.min()} to {p._data.max()}. Usually a sigmoid is missing; "
            "binary_cross_entropy_with_logits takes the numbers before it."
        )
    return _by_entry(ops.BCE, p, target, reduction)


def binary_cross_entropy_with_logits(x: Tensor, target: Any, reduction: str = "mean") -> Tensor:
    """Return the binary cross-entropy of sigmoid(x), without overflow at either end.

    Args:
        x: Any shape.
        target: The same shape, from 0 to 1.
        reduction: "mean", "sum" or "none".
    """
    return _by_entry(ops.BCEWithLogits, x, target, reduction)


def _by_entry(function: Any, x: Tensor, target: Any, reduction: str) -> Tensor:
    _check_reduction(reduction)
    held: Any = target if isinstance(target, TensorCore) else type(x)(target)
    if held.shape != x.shape:
        raise ShapeError(
            f"input {x.shape} and target {held.shape} must have the same shape: broadcasting here "
            "would count entries several times. Usually a (n, 1) meets a (n,): reshape one."
        )
    a, b = matched(x, held)
    if a._data.dtype.kind != "f":
        raise _not_floats(function, a)
    return function.apply(a, b, reduction=reduction)  # type: ignore[no-any-return]


def _check_reduction(reduction: str) -> None:
    if reduction not in ("mean", "sum", "none"):
        raise ValueError(f"{reduction!r} is not a valid value for reduction: mean, sum or none.")


def nll_loss(x: Tensor, target: Any, reduction: str = "mean", ignore_index: int = -100) -> Tensor:
    """Return minus the log-probabilities `x` (n, classes) at the targets (n).

    Args:
        x: Log-probabilities, shape (n, classes).
        target: Integers from 0 to classes - 1, shape (n).
        reduction: "mean", "sum" or "none".
        ignore_index: Rows with this target count for nothing.
    """
    return _by_class(ops.NLL, x, target, reduction, ignore_index)


def cross_entropy(
    x: Tensor, target: Any, reduction: str = "mean", ignore_index: int = -100
) -> Tensor:
    """Return -log softmax(x)[target] as one node.

    Args:
        x: Logits, shape (n, classes), or (classes) for one row, or (n, classes, *more).
        target: Integers from 0 to classes - 1, shape (n), () or (n, *more).
        reduction: "mean", "sum" or "none".
        ignore_index: Rows with this target count for nothing.

    Raises:
        ShapeError: The shapes don't fit.
        IndexError: A target is not a class.
        TypeError: The targets are not integers.
    """
    return _by_class(ops.CrossEntropy, x, target, reduction, ignore_index)


def _by_class(function: Any, x: Tensor, target: Any, reduction: str, ignore: int) -> Tensor:
    _check_reduction(reduction)
    t, shape = as_array(target), x._data.shape
    if x._data.dtype.kind != "f":
        raise _not_floats(function, x)
    if len(shape) == 2 and shape[:1] == t.shape and ignore < 0 and all_below(t, shape[1]):
        loss: Tensor = function.apply(x, t, reduction=reduction, kept=None)  # nearly always
        return loss
    _check_targets(x, t)
    at = 0 if x.ndim == 1 else 1
    classes, kept = shape[at], t != ignore
    if not all_below(t[kept], classes):
        wrong = t[kept & ((t < 0) | (t >= classes))].reshape(-1)[0]
        raise IndexError(f"Target {wrong} is out of bounds: classes are 0 to {classes - 1}.")
    x = x.permute(0, *range(2, x.ndim), 1) if x.ndim > 2 else x
    rows, codes = x.reshape(t.size, classes), np.where(kept, t, 0).reshape(-1)
    loss = function.apply(rows, codes, reduction=reduction, kept=kept.reshape(-1))
    return loss.reshape(t.shape) if reduction == "none" else loss


def _not_floats(function: Any, x: Tensor) -> PromotionError:
    return PromotionError(
        f"{function.__name__} is not implemented for {x.dtype}: only floats have gradients. "
        "Usually the numbers were written without a point, or .float() is missing."
    )


def _check_targets(x: Tensor, t: Any) -> None:
    """Raise unless the targets are integers, one for each row of logits."""
    at = 0 if x.ndim == 1 else 1
    if not x.ndim or x.shape[:at] + x.shape[at + 1 :] != t.shape:
        raise ShapeError(
            f"logits {x.shape} and targets {t.shape} don't fit: targets have the shape of the "
            "logits without their axis of classes. Usually (batch, time, classes) should be "
            "reshaped to (batch * time, classes)."
        )
    if t.dtype.kind not in "iu":
        raise PromotionError(f"targets are class numbers, integers, got dtype {t.dtype}.")
