"""What goes into a loss: logits or shares, which axis, which shapes."""

from __future__ import annotations

from collections.abc import Iterator
from math import prod
from typing import TYPE_CHECKING, Final

from tapewalk.inspect.finding import Finding
from tapewalk.inspect.rules.evidence import Evidence, Rule

if TYPE_CHECKING:
    from tapewalk.inspect.torch_watch import Operation

_ERRORS: Final = ("mse_loss", "l1_loss", "smooth_l1_loss", "huber_loss")
_AVERAGED: Final = (*_ERRORS, "cross_entropy", "nll_loss", "binary_cross_entropy")
_LOGITS: Final = "binary_cross_entropy_with_logits"
# What it wants before it, what it may not get, and the finding if it gets that.
_BEFORE: Final = (
    ("cross_entropy", ("softmax", "sigmoid"), "softmax_twice"),
    (_LOGITS, ("sigmoid", "softmax"), "sigmoid_twice"),
    ("nll_loss", ("softmax", "linear", "sigmoid"), "softmax_no_log"),
)


def what_goes_in(evidence: Evidence) -> Iterator[Finding]:
    """Finds a softmax or sigmoid in front of a loss that has its own, or lacks its logarithm."""
    for loss, wrong, kind in _BEFORE:
        for operation in evidence.named(loss):
            maker = evidence.made_by(operation)
            name = None if maker is None else _name_of(evidence, maker)
            if maker is not None and name in wrong:
                facts = {"maker": name, "loss": loss, "maker_place": maker.place}
                yield Finding(kind, maker.module, maker.place or operation.place, facts)


def _name_of(evidence: Evidence, operation: Operation) -> str:
    """Returns the name of a call, "softmax" for the exponential of a logarithm of shares."""
    maker = evidence.made_by(operation) if operation.name in ("exp", "exp_") else None
    if maker is None:
        return operation.name
    is_by_hand = maker.name in ("sub", "__sub__") and len(maker.sources) > 1
    taken = evidence.made_by(maker, 1) if is_by_hand else maker
    is_log = taken is not None and taken.name in ("logsumexp", "log_softmax")
    return "softmax" if is_log else operation.name


def one_class(evidence: Evidence) -> Iterator[Finding]:
    """Finds a softmax over an axis with one entry: it gives 1, whatever it gets."""
    for operation in evidence.named("cross_entropy", "softmax", "log_softmax"):
        axis = 1 if operation.name == "cross_entropy" else _axis(operation)
        shape = operation.shapes[0]
        if axis is not None and len(shape) > 1 and axis < len(shape) and shape[axis] == 1:
            facts = {"operation": operation.name, "shape": str(shape)}
            yield Finding("one_class", operation.module, operation.place, facts)


def softmax_over_batch(evidence: Evidence) -> Iterator[Finding]:
    """Finds a softmax along the first axis, on which the examples of a batch stand."""
    for operation in evidence.named("softmax", "log_softmax"):
        shape = operation.shapes[0]
        if len(shape) > 1 and _axis(operation) == 0:
            facts = {"operation": operation.name, "shape": str(shape)}
            yield Finding("softmax_over_batch", operation.module, operation.place, facts)


def broadcast_losses(evidence: Evidence) -> Iterator[Finding]:
    """Finds a loss that compares everything with everything: (n, 1) against (n,)."""
    for operation in evidence.named(*_ERRORS, "sub", "__sub__", "__rsub__"):
        shapes = operation.shapes[:2]
        if len(shapes) < 2 or shapes[0] == shapes[1]:
            continue
        grown = operation.name in _ERRORS or _is_grown(*shapes)
        if grown and operation.took:
            facts = {"operation": operation.name, "a": str(shapes[0]), "b": str(shapes[1])}
            yield Finding("broadcast_loss", operation.module, operation.place, facts)


def reduced_twice(evidence: Evidence) -> Iterator[Finding]:
    """Finds a mean that is divided once more by what it is a mean over, or by the batch."""
    for operation in evidence.named("div", "__truediv__", "true_divide"):
        maker = evidence.made_by(operation)
        divisor = operation.settings.get(1)
        while maker is not None and maker.name in ("sum", "mean") and maker.shapes[0] == ():
            maker = evidence.made_by(maker)  # of one number: it stays what it is
        if maker is None or maker.name not in (*_AVERAGED, _LOGITS, "mean") or maker.shape != ():
            continue
        if maker.settings.get("reduction", "mean") != "mean" or not maker.shapes[0]:
            continue
        target = maker.shapes[1] if len(maker.shapes) > 1 else maker.shapes[0]
        counter = None if maker.name == "mean" else evidence.made_by(operation, 1)
        if counter is not None and counter.name == "sum" and counter.shapes[0] == target:
            divisor = f"sum({list(target)})"  # as a mask's, of the targets that count
        elif divisor not in (maker.shapes[0][0], prod(target)) or divisor == 1:
            continue
        facts = {"loss": maker.name, "divisor": divisor}
        yield Finding("reduced_twice", operation.module, operation.place, facts)


def _axis(operation: Operation) -> int | None:
    """Returns the axis of a softmax, counted from the front."""
    axis = operation.settings.get("dim", operation.settings.get(1))
    if not isinstance(axis, int) or isinstance(axis, bool):
        return None
    return axis % len(operation.shapes[0]) if operation.shapes[0] else None


def _is_grown(a: tuple[int, ...], b: tuple[int, ...]) -> bool:
    """Returns whether one is a column and the other a row of the same length."""
    for column, row in ((a, b), (b, a)):
        if len(column) == 2 and column[1] == 1 and row in ((column[0],), (1, column[0])):
            return column[0] > 1
    return False


RULES: tuple[Rule, ...] = (
    what_goes_in,
    one_class,
    softmax_over_batch,
    broadcast_losses,
    reduced_twice,
)
