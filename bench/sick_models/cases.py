"""A sick or healthy model: its bug, the line, and the arguments of `inspect`."""

from collections.abc import Callable
from typing import Any, NamedTuple

import torch

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


def call(model: Any, *inputs: Any, **named: Any) -> Call:
    """Return the arguments for a model that AdamW trains, or another `optimizer`."""
    named.setdefault("optimizer", torch.optim.AdamW(model.parameters(), lr=1e-3))
    return Call((model, *inputs), named)


def call_step(step: Callable[[], Any], model: Any, optimizer: Any) -> Call:
    """Return the arguments for a function that computes the loss of a model."""
    named = {"model": model, "optimizer": optimizer, "gradients": True, "findings": True}
    return Call((step,), named)


def sick(cause: str, at: str = "") -> Callable[[Callable[[], Call]], Callable[[], Call]]:
    """Add a sick model, whose cause is a key of `KINDS` in `test_inspect_sick_models.py`."""

    def add(build: Callable[[], Call]) -> Callable[[], Call]:
        SICK.append(Case(build, cause, at))
        return build

    return add


def healthy(build: Callable[[], Call]) -> Callable[[], Call]:
    HEALTHY.append(Case(build, "nothing", ""))
    return build
