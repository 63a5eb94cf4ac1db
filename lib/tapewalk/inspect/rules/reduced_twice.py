from collections.abc import Iterator
from math import prod
from typing import Final

from tapewalk.inspect.finding import Finding
from tapewalk.inspect.rules.evidence import ERRORS, Evidence
from tapewalk.inspect.rules.rule import Rule

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
