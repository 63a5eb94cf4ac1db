from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from tapewalk.inspect.finding import Finding
from tapewalk.inspect.rules.evidence import Evidence, writes
from tapewalk.inspect.rules.rule import Rule

if TYPE_CHECKING:
    from tapewalk.inspect.operations import Operation

# Sums and products take their operands in any order of the memory.
_ANY_LAYOUT: Final = ("add", "__add__", "__radd__", "mul", "__mul__", "__rmul__", "sub", "__sub__")


class CopiedForNothing(Rule):
    """A copy that nothing writes into and whose layout nothing needs."""

    kind = "copied_for_nothing"
    urgency = 400
    topic = "memory"
    cause = {
        "en": "the copy that {what} makes is only read.",
        "es": "la copia que hace {what} solo se lee.",
    }
    fix = {
        "en": "leave {what} out: what writes in place or calls view needs a copy, reading does "
        "not.",
        "es": "quita {what}: necesita una copia lo que escribe in situ o llama a view, no lo "
        "que lee.",
    }

    def find(self, evidence: Evidence) -> Iterator[Finding]:
        written = {o.sources[0] for o in evidence.operations if writes(o)}
        users: dict[int, list[Operation]] = {}
        for operation in evidence.operations:
            for at in operation.sources:
                if at is not None:
                    users.setdefault(at, []).append(operation)
        for number, operation in enumerate(evidence.operations):
            if not operation.gave or number in written:
                continue
            is_laid_out = operation.name == "contiguous" and operation.copied and number in users
            only_read = all(user.name in _ANY_LAYOUT for user in users.get(number, ()))
            if operation.name == "clone" or (is_laid_out and only_read):
                yield self.found_at(operation, what=f"{operation.name}()")
