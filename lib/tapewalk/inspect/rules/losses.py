"""Losses that get the wrong input, or are reduced twice."""

from __future__ import annotations

from collections.abc import Iterator
from math import prod
from typing import TYPE_CHECKING, ClassVar, Final

from tapewalk.inspect.finding import Finding
from tapewalk.inspect.rules.evidence import ERRORS, Evidence
from tapewalk.inspect.rules.rule import Rule

if TYPE_CHECKING:
    from tapewalk.inspect.operations import Operation


class _WrongInput(Rule):
    """A loss whose input comes from a function that does not fit it."""

    topic = "loss"
    loss: ClassVar[str]
    wrong: ClassVar[tuple[str, ...]]

    def find(self, evidence: Evidence) -> Iterator[Finding]:
        for operation in evidence.named(self.loss):
            makers = evidence.makers(operation)
            names = [_name_of(evidence, maker) for maker in makers]
            if makers and all(name in self.wrong for name in names):
                place = makers[0].place or operation.place
                yield self.found(makers[0].module, place, maker=names[0], loss=self.loss)


class SoftmaxTwice(_WrongInput):
    """A softmax or sigmoid before a loss that has a softmax of its own."""

    kind = "softmax_twice"
    urgency = 160
    confidence = "error"
    loss = "cross_entropy"
    wrong = ("softmax", "sigmoid")
    cause = {
        "en": "{loss} takes logits but gets the output of {maker}: squashed twice, scores give "
        "small gradients.",
        "es": "{loss} espera logits y recibe el resultado de {maker}: las puntuaciones, "
        "aplastadas dos veces, dan gradientes pequeños.",
    }
    fix = {
        "en": "give it the scores, without softmax or sigmoid before it.",
        "es": "dale las puntuaciones, sin softmax ni sigmoide antes.",
    }
    example = "cross_entropy(logits.softmax(-1), target)"


class SigmoidTwice(_WrongInput):
    """A sigmoid or softmax before a loss that has a sigmoid of its own."""

    kind = "sigmoid_twice"
    urgency = 170
    confidence = "error"
    loss = "binary_cross_entropy_with_logits"
    wrong = ("sigmoid", "softmax")
    cause = {
        "en": "{loss} takes logits but gets the output of {maker}.",
        "es": "{loss} espera logits y recibe el resultado de {maker}.",
    }
    fix = {
        "en": "give it the scores; keep the sigmoid for predictions.",
        "es": "dale las puntuaciones; deja la sigmoide para las predicciones.",
    }
    example = "binary_cross_entropy_with_logits(logits.sigmoid(), target)"


class SoftmaxNoLog(_WrongInput):
    """Probabilities or scores where a loss takes logarithms of probabilities."""

    kind = "softmax_no_log"
    urgency = 180
    confidence = "error"
    loss = "nll_loss"
    wrong = ("softmax", "linear", "sigmoid")
    cause = {
        "en": "{loss} takes logarithms but gets the output of {maker}.",
        "es": "{loss} espera logaritmos y recibe el resultado de {maker}.",
    }
    fix = {
        "en": "log_softmax before nll_loss, or cross_entropy instead of both.",
        "es": "log_softmax antes de nll_loss, o cross_entropy en lugar de las dos.",
    }
    example = "nll_loss(logits.softmax(-1), target)"


def _name_of(evidence: Evidence, operation: Operation) -> str:
    """Return the name of a call, "softmax" for the exponential of the logarithm of one."""
    maker = evidence.made_by(operation) if operation.name in ("exp", "exp_") else None
    if maker is None:
        return operation.name
    is_by_hand = maker.name in ("sub", "__sub__") and len(maker.sources) > 1
    taken = evidence.made_by(maker, 1) if is_by_hand else maker
    is_log = taken is not None and taken.name in ("logsumexp", "log_softmax")
    return "softmax" if is_log else operation.name


class BroadcastLoss(Rule):
    """A loss that compares each prediction with each target: (n, 1) against (n,)."""

    kind = "broadcast_loss"
    urgency = 200
    topic = "shapes"
    cause = {
        "en": "{operation} compares {a} with {b}: every entry with every other, not one to one.",
        "es": "{operation} compara {a} con {b}: cada entrada con todas, no por parejas.",
    }
    fix = {
        "en": "give both the same shape: squeeze(-1) one, or unsqueeze(-1) the other.",
        "es": "dales la misma forma: squeeze(-1) en uno, o unsqueeze(-1) en el otro.",
    }
    example = "mse_loss(model(x), y)  # (32, 1) and (32,)"

    def find(self, evidence: Evidence) -> Iterator[Finding]:
        for operation in evidence.named(*ERRORS, "sub", "__sub__", "__rsub__"):
            shapes = operation.shapes[:2]
            if len(shapes) < 2 or shapes[0] == shapes[1]:
                continue
            grown = operation.name in ERRORS or _is_grown(*shapes)
            if grown and operation.took:
                yield self.found_at(
                    operation,
                    operation=operation.name,
                    a=str(shapes[0]),
                    b=str(shapes[1]),
                )


def _is_grown(a: tuple[int, ...], b: tuple[int, ...]) -> bool:
    """Return whether one is a column and the other a row of the same length."""
    for column, row in ((a, b), (b, a)):
        if len(column) == 2 and column[1] == 1 and row in ((column[0],), (1, column[0])):
            return column[0] > 1
    return False


_MEANS: Final = (
    *(*ERRORS, "cross_entropy", "nll_loss", "binary_cross_entropy"),
    *("binary_cross_entropy_with_logits", "mean"),
)


class ReducedTwice(Rule):
    """A mean that is divided by its number of entries again, or by the size of the batch."""

    kind = "reduced_twice"
    urgency = 320
    topic = "loss"
    cause = {
        "en": "{loss} is a mean already, and is divided by {divisor} again.",
        "es": "{loss} ya es una media, y se divide otra vez entre {divisor}.",
    }
    fix = {
        "en": 'leave the division out, or use reduction="sum".',
        "es": 'quita la división, o usa reduction="sum".',
    }
    example = "cross_entropy(logits, target) / len(target)"

    def find(self, evidence: Evidence) -> Iterator[Finding]:
        for operation in evidence.named("div", "__truediv__", "true_divide"):
            maker = evidence.made_by(operation)
            divisor = operation.settings.get(1)
            while maker is not None and maker.name in ("sum", "mean") and maker.shapes[0] == ():
                maker = evidence.made_by(maker)  # of one number: it stays the same
            if maker is None or maker.name not in _MEANS or maker.shape != ():
                continue
            if maker.settings.get("reduction", "mean") != "mean" or not maker.shapes[0]:
                continue
            target = maker.shapes[1] if len(maker.shapes) > 1 else maker.shapes[0]
            counter = None if maker.name == "mean" else evidence.made_by(operation, 1)
            if counter is not None and counter.name == "sum" and counter.shapes[0] == target:
                divisor = f"sum({list(target)})"  # as a mask's, of the targets that count
            elif divisor not in (maker.shapes[0][0], prod(target)) or divisor == 1:
                continue
            yield self.found_at(operation, loss=maker.name, divisor=divisor)
