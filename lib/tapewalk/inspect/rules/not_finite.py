"""Numbers that are not finite, and the operation that made the first of them."""

import math
from collections.abc import Iterator

from tapewalk.inspect.finding import Finding
from tapewalk.inspect.rules.evidence import Evidence, names_of
from tapewalk.inspect.rules.rule import Rule


class NanLoss(Rule):
    """A loss that is NaN or infinite."""

    kind = "nan_loss"
    urgency = 10
    topic = "numbers"
    confidence = "error"
    explains = ("dead", "exploding", "saturated", "vanishing", "zero_gradient")
    cause = {
        "en": "the loss is {value}; {operation} made the first number that is not finite.",
        "es": "la pérdida es {value}; {operation} dio el primer número que no es finito.",
    }
    fix = {
        "en": "keep its input inside its domain: clamp(min=…) before a log or a division, "
        "or logits with a loss that takes them instead of exp.",
        "es": "mantén su entrada en el dominio: clamp(min=…) antes de un logaritmo o una "
        "división, o logits con una pérdida que los admita en lugar de exp.",
    }
    example = "(logits.softmax(-1) - 0.5).log().mean()"

    def find(self, evidence: Evidence) -> Iterator[Finding]:
        if _has_finite_loss(evidence):
            return
        first = next((o for o in evidence.operations if o.broken), None)
        module, place = (first.module, first.place) if first else ("", None)
        name = first.name if first else "–"
        yield self.found(module, place, value=str(evidence.value), operation=name)


class NanGradient(Rule):
    """A finite loss with gradients that are NaN or infinite."""

    kind = "nan_gradient"
    urgency = 20
    topic = "numbers"
    confidence = "error"
    cause = {
        "en": "the gradients of {names} are not finite; {operation} made the first such number.",
        "es": "los gradientes de {names} no son finitos; el primer número así lo dio {operation}.",
    }
    fix = {
        "en": "the slope is infinite there, as for a root at 0: add a small number in the root, "
        "sqrt(x + 1e-12), not outside.",
        "es": "ahí la pendiente es infinita, como la de una raíz en 0: suma un número pequeño "
        "dentro, sqrt(x + 1e-12), y no fuera.",
    }
    example = "(x - x.detach()).pow(2).sum().sqrt()"

    def find(self, evidence: Evidence) -> Iterator[Finding]:
        broken = evidence.marked("nan")
        if not broken or not _has_finite_loss(evidence):
            return
        node = evidence.broken_backward
        maker = evidence.maker_of(node) if node else None
        module = maker.module if maker else (node and node.group) or ""
        yield self.found(
            module,
            maker.place if maker else None,
            **names_of(broken),
            operation=node.name if node else "–",
        )


def _has_finite_loss(evidence: Evidence) -> bool:
    return evidence.value is None or math.isfinite(evidence.value)
