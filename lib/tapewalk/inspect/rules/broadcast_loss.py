from collections.abc import Iterator

from tapewalk.inspect.finding import Finding
from tapewalk.inspect.rules.evidence import ERRORS, Evidence
from tapewalk.inspect.rules.rule import Rule


class BroadcastLoss(Rule):
    """A loss that compares each prediction with each target: (n, 1) against (n,)."""

    kind = "broadcast_loss"
    urgency = 200
    topic = "shapes"
    cause = {
        "en": "{operation} compares {a} with {b}: every entry with every other, not one to one.",
        "es": "{operation} compara {a} con {b}: cada uno con todos, no por parejas.",
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
