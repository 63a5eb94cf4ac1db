"""Losses that get the wrong function of the scores."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, ClassVar

from tapewalk.inspect.finding import Finding
from tapewalk.inspect.rules.evidence import Evidence
from tapewalk.inspect.rules.rule import Rule

if TYPE_CHECKING:
    from tapewalk.inspect.operations import Operation


class _WrongInput(Rule):
    """A loss whose input comes from a function that does not fit it.

    Attributes:
        loss: The name of the loss.
        wrong: The names of the functions.
    """

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
        "en": "{loss} takes logits but gets the output of {maker}: squeezed twice, it gives "
        "small gradients.",
        "es": "{loss} espera logits y recibe el resultado de {maker}: aplastado dos veces, da "
        "gradientes pequeños.",
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
