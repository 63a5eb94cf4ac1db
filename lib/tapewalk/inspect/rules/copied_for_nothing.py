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
_VIEWS: Final = (
    *("__getitem__", "select", "narrow", "view", "reshape", "flatten", "permute", "transpose"),
    *("squeeze", "unsqueeze", "chunk", "split", "unbind", "expand", "diagonal", "T", "mT", "t"),
)


class CopiedForNothing(Rule):
    """A copy that nothing writes into and whose layout nothing needs."""

    kind = "copied_for_nothing"
    urgency = 400
    topic = "memory"
    confidence = "note"
    cause = {
        "en": "the copy that {what} makes is only read (copies: {count}).",
        "es": "la copia que hace {what} solo se lee (copias: {count}).",
    }
    fix = {
        "en": "leave {what} out: writing in place or calling view needs a copy, reading does not.",
        "es": "quita {what}: hace falta una copia para escribir in situ o llamar a view, no "
        "para leer.",
    }
    false_alarms = {
        "en": "a copy that code outside of the model writes into",
        "es": "una copia en la que escribe código de fuera del modelo",
    }
    example = "relu(h.clone())"

    def find(self, evidence: Evidence) -> Iterator[Finding]:
        written = {at for o in evidence.operations if writes(o) for at in _owners(evidence, o)}
        users: dict[int, list[Operation]] = {}
        for operation in evidence.operations:
            for at in operation.sources:
                if at is not None:
                    users.setdefault(at, []).append(operation)
        found: dict[str | None, list[Operation]] = {}
        for number, operation in enumerate(evidence.operations):
            if not operation.gave or number in written:
                continue
            is_laid_out = operation.name == "contiguous" and operation.copied and number in users
            only_read = all(user.name in _ANY_LAYOUT for user in users.get(number, ()))
            if operation.name == "clone" or (is_laid_out and only_read):
                found.setdefault(operation.place, []).append(operation)
        for copies in found.values():
            yield self.found_at(copies[0], what=f"{copies[0].name}()", count=len(copies))


def _owners(evidence: Evidence, write: Operation) -> Iterator[int]:
    """Yield the positions of the calls whose results a write reaches, through views of them."""
    at = write.sources[0]
    while at is not None:
        yield at
        operation = evidence.operations[at]
        at = operation.sources[0] if operation.name in _VIEWS and operation.sources else None
