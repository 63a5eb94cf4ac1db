"""The record of a sick or healthy model: its bug, the line, and the arguments of `inspect`."""

from collections.abc import Callable
from typing import Any, NamedTuple

SICK: list["Case"] = []
HEALTHY: list["Case"] = []


class Case(NamedTuple):
    """A model, its bug, and the text of the faulty line."""

    build: Callable[[], "Call"]
    cause: str
    at: str


class Call(NamedTuple):
    """The arguments of `tapewalk.inspect`."""

    given: tuple[Any, ...]
    named: dict[str, Any]


def call(*given: Any, **named: Any) -> Call:
    return Call(given, named)


def sick(cause: str, at: str = "") -> Callable[[Callable[[], Call]], Callable[[], Call]]:
    """Add a sick model: its cause is a word of the list in `causes`."""

    def add(build: Callable[[], Call]) -> Callable[[], Call]:
        SICK.append(Case(build, cause, at))
        return build

    return add


def healthy(build: Callable[[], Call]) -> Callable[[], Call]:
    HEALTHY.append(Case(build, "nothing", ""))
    return build
