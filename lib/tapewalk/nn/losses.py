"""Losses, named and shaped as in `torch.nn.functional`."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from tapewalk import ops
from tapewalk.engine.core import TensorCore
from tapewalk.engine.errors import PromotionError, ShapeError
from tapewalk.ops.broadcast import all_below
from tapewalk.tensor.convert import float32
from tapewalk.tensor.operands import as_array, in_single, matched

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


def binary_cross_entropy(
    p: Tensor, target: Any, weight: Any = None, *, reduction: str = "mean"
) -> Tensor:
    """Return -(t log p + (1 - t) log(1 - p)) for probabilities p.

    Args:
        p: Probabilities, any shape.
        target: The same shape, from 0 to 1.
        weight: How much each entry counts, broadcast; the mean divides by the number of entries.
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
    return _by_entry(ops.BCE, p, target, reduction, weight)


def binary_cross_entropy_with_logits(
    x: Tensor, target: Any, weight: Any = None, *, reduction: str = "mean", pos_weight: Any = None
) -> Tensor:
    """Return the binary cross-entropy of sigmoid(x), without overflow at either end.

    Args:
        x: Any shape.
        target: The same shape, from 0 to 1.
        weight: How much each entry counts, broadcast; the mean divides by the number of entries.
        reduction: "mean", "sum" or "none".
        pos_weight: The factor of the part t log sigmoid(x).
    """
    if pos_weight is None:
        return _by_entry(ops.BCEWithLogits, x, target, reduction, weight)
    a, t = _matched(ops.BCEWithLogits, x, target, reduction)
    by_0, by_1 = (_by_entry(ops.BCEWithLogits, a, np.full_like(a._data, y), "none") for y in (0, 1))
    return _reduced((1 - t) * by_0 + t * pos_weight * by_1, reduction, weight)


def _by_entry(function: Any, x: Tensor, target: Any, reduction: str, weight: Any = None) -> Tensor:
    a, b = _matched(function, x, target, reduction)
    if weight is None:
        result: Tensor = function.apply(a, b, reduction=reduction)
        return result
    return _reduced(function.apply(a, b, reduction="none"), reduction, weight)


def _reduced(each: Tensor, reduction: str, weight: Any = None) -> Tensor:
    each = each if weight is None else each * weight
    return each if reduction == "none" else getattr(each, reduction)()


def _matched(function: Any, x: Tensor, target: Any, reduction: str) -> tuple[Any, Any]:
    """Return input and target of a loss by entry; raise an error if they don't fit."""
    _check_reduction(reduction)
    goal: Any = target if isinstance(target, TensorCore) else type(x)(target)
    if goal.shape != x.shape:
        raise ShapeError(
            f"input {x.shape} and target {goal.shape} must have the same shape: broadcasting here "
            "would count entries several times. Usually (n, 1) meets (n,): reshape one."
        )
    a, b = matched(x, goal)
    if a._data.dtype.kind != "f":
        raise _not_floats(function, a)
    return a, b


def _check_reduction(reduction: str) -> None:
    if reduction not in ("mean", "sum", "none"):
        raise ValueError(f"{reduction!r} is not a valid value for reduction: mean, sum or none.")


def l1_loss(x: Tensor, target: Any, reduction: str = "mean") -> Tensor:
    """Return the distance |x - target|, its mean over all entries by default.

    Args:
        x: Any shape.
        target: The same shape.
        reduction: "mean", "sum" or "none".
    """
    a, b = _matched(ops.Abs, x, target, reduction)
    return _reduced((a - b).abs(), reduction)


def nll_loss(
    x: Tensor,
    target: Any,
    weight: Any = None,
    *,
    ignore_index: int = -100,
    reduction: str = "mean",
) -> Tensor:
    """Return minus the log-probabilities `x` (n, classes) at the targets (n).

    Args:
        x: Log-probabilities, shape (n, classes), or (classes) for one row, or (n, classes, *more).
        target: Integers from 0 to classes - 1, shape (n), () or (n, *more).
        weight: How much each class counts, shape (classes); the mean is divided by their
            sum.
        ignore_index: Rows with this target count for nothing.
        reduction: "mean", "sum" or "none".

    Raises:
        ShapeError: The shapes don't fit.
        IndexError: A target is not a class.
        TypeError: The targets are not integers.
    """
    return _by_class(ops.NLL, x, target, weight, reduction, ignore_index)


def cross_entropy(
    x: Tensor,
    target: Any,
    weight: Any = None,
    *,
    ignore_index: int = -100,
    reduction: str = "mean",
    label_smoothing: float = 0.0,
) -> Tensor:
    """Return -log softmax(x)[target], one node unless there are weights, smoothing or shares.

    Sources: Szegedy et al. (2016), Rethinking the Inception Architecture for Computer Vision,
    section 7, for label smoothing; shares and weights are reduced as in PyTorch.

    Args:
        x: Logits, shape (n, classes), or (classes) for one row, or (n, classes, *more).
        target: Integers from 0 to classes - 1, shape (n), () or (n, *more); or, of the shape of
            `x`, floats: the share of each class, which may have a gradient.
        weight: How much each class counts, shape (classes); the mean over integers is divided by
            what they add up to.
        ignore_index: Rows with this target count for nothing.
        reduction: "mean", "sum" or "none".
        label_smoothing: The part of the target that is spread evenly over all classes.

    Raises:
        ShapeError: The shapes don't fit.
        IndexError: A target is not a class.
        TypeError: The targets are not integers, or shares that are not floats.
        ValueError: `label_smoothing` is not from 0 to 1.
    """
    if not 0 <= label_smoothing <= 1:
        raise ValueError(f"label_smoothing must be between 0.0 and 1.0, got {label_smoothing}.")
    t = as_array(target)
    if weight is None and not label_smoothing and _is_usual(x, t, ignore_index):  # nearly always
        _check_reduction(reduction)
        return ops.CrossEntropy.apply(x, t, reduction=reduction, kept=None)
    if x._data.ndim and t.shape == x._data.shape:
        return _by_share(x, target, weight, reduction, ignore_index, label_smoothing)
    loss = _by_class(ops.CrossEntropy, x, t, weight, reduction, ignore_index)
    if not label_smoothing:
        return loss
    scored = t != ignore_index
    rows = _rows(x).masked_fill(~scored.reshape(-1)[:, None], 0)  # an ignored row may be infinite
    scale = _scale(x, weight)
    even = -(rows.log_softmax(1) * scale).sum(1) * scored.reshape(-1)
    if reduction == "mean":
        counts = np.ones(1) if weight is None else scale
        even = even.sum() / _counted(np.broadcast_to(counts, scale.shape), t, scored, x)
    elif reduction == "sum":
        even = even.sum()
    else:
        even = even.reshape(t.shape)
    result: Tensor = loss * (1 - label_smoothing) + even * (label_smoothing / scale.size)
    return result


def _by_share(
    x: Tensor, target: Any, weight: Any, reduction: str, ignore: int, smoothing: float
) -> Tensor:
    """Return the cross-entropy against the shares of the classes."""
    _check_reduction(reduction)
    shares: Any = target if isinstance(target, TensorCore) else type(x)(target)
    if shares._data.dtype.kind != "f":
        raise PromotionError(
            "Expected floating point type for target with class probabilities, got "
            f"{shares.dtype}: a target with the shape of the logits contains class probabilities. "
            "Usually class numbers were meant, which have the shape "
            f"{(*x.shape[: min(x.ndim - 1, 1)], *x.shape[2:])}."
        )
    if ignore >= 0:
        raise ValueError(
            f"ignore_index {ignore} is not supported for a target of floats: no row has a class."
        )
    a, b = matched(x, shares)
    if a._data.dtype.kind != "f":
        raise _not_floats(ops.CrossEntropy, x)
    rows, parts = _rows(a), _rows(b)
    scale = _scale(a, weight)
    if smoothing:
        parts = parts * (1 - smoothing) + smoothing / scale.size
    losses: Tensor = -(rows.log_softmax(1) * parts * scale).sum(1)
    if reduction == "none":
        losses = losses.reshape(a.shape[:1] * (a.ndim > 1) + a.shape[2:])
    else:
        losses = losses.sum() / (len(rows) if reduction == "mean" else 1)
    return losses


def _is_usual(x: Tensor, t: Any, ignore: int) -> bool:
    """Return whether every row of logits, floats of full precision, counts and has a class."""
    data = x._data
    shape, dtype = data.shape, data.dtype
    plain = dtype is float32 or (dtype.kind == "f" and dtype.itemsize >= 4)
    return (
        plain and len(shape) == 2 and shape[:1] == t.shape and ignore < 0 and all_below(t, shape[1])
    )


def _by_class(
    function: Any, x: Tensor, target: Any, weight: Any, reduction: str, ignore: int
) -> Tensor:
    _check_reduction(reduction)
    t, shape = as_array(target), x._data.shape
    if x._data.dtype.kind != "f":
        raise _not_floats(function, x)
    _check_targets(x, t)
    at = 0 if x.ndim == 1 else 1
    classes, counted = shape[at], t != ignore
    if not all_below(t[counted], classes):
        wrong = t[counted & ((t < 0) | (t >= classes))].reshape(-1)[0]
        raise IndexError(f"Target {wrong} is out of bounds: classes are 0 to {classes - 1}.")
    apply = function.apply if x._data.itemsize >= 4 else partial(in_single, function)
    rows, codes = _rows(x), np.where(counted, t, 0).reshape(-1)
    counting = None if counted.all() else counted.reshape(-1)
    loss: Tensor
    if weight is None:
        loss = apply(rows, codes, reduction=reduction, kept=counting)
    else:
        scale = _scale(x, weight)
        each = apply(rows, codes, reduction="none", kept=counting) * scale[codes]
        loss = each if reduction == "none" else each.sum()
        if reduction == "mean":
            loss = loss / _counted(scale, t, counted, x)
    return loss.reshape(t.shape) if reduction == "none" else loss


def _rows(x: Any) -> Any:
    """Return logits with a row of classes for each target."""
    x = x.permute(0, *range(2, x.ndim), 1) if x.ndim > 2 else x
    return x.reshape(-1, x.shape[-1]) if x._data.size else x.reshape(0, x.shape[-1])


def _scale(x: Any, weight: Any) -> Any:
    """Return how much each class counts, in the number type of the logits."""
    classes = x.shape[0 if x.ndim == 1 else 1]
    if weight is None:
        return np.ones(classes, x.dtype)
    scale = as_array(weight)
    if getattr(weight, "requires_grad", False):
        raise RuntimeError(
            "the derivative for 'weight' is not implemented: how much a class counts is a "
            "constant. Write weight.detach()."
        )
    if scale.shape != (classes,):
        raise ShapeError(
            f"weight tensor should be defined either for all {classes} classes or no classes but "
            f"got weight tensor of shape: {list(scale.shape)}."
        )
    return scale.astype(x.dtype)


def _counted(scale: Any, t: Any, kept: Any, x: Tensor) -> Any:
    """Return the total weight of the targets that are kept."""
    return np.asarray(scale[t[kept]].sum(), x.dtype)


def _not_floats(function: Any, x: Tensor) -> PromotionError:
    return PromotionError(
        f"{function.__name__} is not implemented for {x.dtype}: only floats have gradients. "
        "Usually the numbers have no decimal point, or .float() is missing."
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
