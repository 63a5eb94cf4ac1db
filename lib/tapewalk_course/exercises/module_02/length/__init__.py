"""02.1: the number of nodes that a stack of layers adds to our tape, and to PyTorch's."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import numpy as np

from tapewalk import Tensor, nn, walk
from tapewalk_course.checking.exercise import (
    FOR_INPUTS,
    Case,
    Exercise,
    Factor,
    nothing,
    times_input,
)
from tapewalk_course.checking.folder import Folder
from tapewalk_course.checking.oracles import torch

_ROWS: Final = (2, 3, 4)


def _draw(rng: np.random.Generator) -> list[Case]:
    drawn = rng.choice(np.arange(3, 13), size=3, replace=False)
    depths = [1, 2, *(int(depth) for depth in drawn)]
    return [Case({"depth": depth}, which) for which in (0, 1) for depth in depths]


def _call(work: Sequence[Any], case: Case) -> Any:
    return work[case.which](case.inputs["depth"])


def _by_formula(case: Case) -> int:
    depth: int = case.inputs["depth"]
    # Linear layers, GELUs, mean; PyTorch's first layer has no View node for rows without gradient.
    return 2 * depth if case.which == 0 else 4 * depth - 1 + (depth - 1) + 1


def _counted(case: Case, layers: Any, rows: Any) -> int:
    """Return the number of nodes in the graph of the mean of a stack of layers."""
    depth = case.inputs["depth"]
    last = _ROWS[-1]
    pairs = [(layers.Linear(last, last), layers.GELU()) for _ in range(depth)]
    stack = layers.Sequential(*[layer for pair in pairs for layer in pair][:-1])
    return sum(not node.is_leaf for node in walk(stack(rows).mean()))


def _by_engine(case: Case) -> int | None:
    return None if case.which else _counted(case, nn, Tensor(np.ones(_ROWS, np.float32)))


def _by_torch(case: Case) -> int | None:
    pytorch = torch()
    if pytorch is None or not case.which:
        return None
    return _counted(case, pytorch.nn, pytorch.ones(_ROWS))


EXERCISE: Final = Exercise(
    id="02.1",
    takes=("our_nodes", "their_nodes"),
    points=1,
    counts=True,
    draw=_draw,
    call=_call,
    oracles={"formula": _by_formula, "engine": _by_engine, "torch": _by_torch},
    mistakes=Folder(__name__),
    factor=Factor(
        (
            ("depth + (depth - 1)", "{c} * depth + ({c} * depth - 1)"),
            ("4 * depth - 1 + (depth", "4 * {c} * depth - 1 + ({c} * depth"),
        ),
        multiplies=nothing,
        plain=times_input("depth"),
        choices=FOR_INPUTS,
    ),
)
