from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from tapewalk.inspect.finding import Finding
from tapewalk.inspect.rules.evidence import Evidence
from tapewalk.inspect.rules.rule import Rule

if TYPE_CHECKING:
    from tapewalk.inspect.operations import Operation


class NoActivation(Rule):
    """Two linear layers without an activation between them: together they are one."""

    kind = "no_activation"
    urgency = 340
    topic = "modules"
    cause = {
        "en": "{second} follows {first} with nothing nonlinear between: together they are one "
        "linear layer.",
        "es": "{second} sigue a {first} sin nada no lineal en medio: juntas son una sola capa "
        "lineal.",
    }
    fix = {
        "en": "put an activation between them, or leave one of them out.",
        "es": "pon una activación en medio, o quita una de las dos.",
    }
    false_alarms = {
        "en": "a low-rank product on purpose",
        "es": "un producto de rango bajo a propósito",
    }
    example = "nn.Sequential(nn.Linear(8, 16), nn.Linear(16, 3))"

    def find(self, evidence: Evidence) -> Iterator[Finding]:
        if evidence.recorded is None:
            return
        for operation in evidence.named("linear"):
            maker = evidence.made_by(operation)
            while maker is not None and maker.name in ("dropout", "identity"):
                maker = evidence.made_by(maker)
            if maker is None or maker.name != "linear" or not (operation.took and maker.took):
                continue
            if _is_used_between(evidence, maker, operation):  # it is a result of its own
                continue
            (wide, inner), (_, narrow) = operation.shapes[1], maker.shapes[1]
            if inner >= min(wide, narrow):  # a narrower one between two is a choice
                place = operation.place or maker.place
                names = {"first": maker.module, "second": operation.module}
                yield self.found(operation.module, place, **names)


def _is_used_between(evidence: Evidence, maker: Operation, operation: Operation) -> bool:
    """Return whether another call uses the result of the first, or a view of it."""
    while operation is not maker:
        at = operation.sources[0]
        if at is None or sum(at in other.sources for other in evidence.operations) > 1:
            return True
        operation = evidence.operations[at]
    return False
