"""01.3: the walk back."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import numpy as np

from tapewalk import Value
from tapewalk_course.checking.exercise import Case, Exercise, Trial
from tapewalk_course.checking.folder import Folder
from tapewalk_course.checking.programs import Node, Program
from tapewalk_course.checks.module_01.graphs import cases, nudged


def _draw(rng: np.random.Generator) -> list[Case]:
    return cases(rng, "order")


def _call(work: Sequence[Any], case: Case) -> Any:
    got = case.hand(work[0], order=_leaves_late(case.inputs["order"].nodes()))
    if not isinstance(got, dict):
        return got
    return {getattr(node, "name", repr(node)): gradient for node, gradient in got.items()}


def _leaves_late(nodes: Sequence[Node]) -> list[Node]:
    """Returns the nodes in another order, each leaf just before its first use.

    Where all leaves stand first, whoever stops at the first one is right.
    """
    order, placed = list[Node](), set[str]()
    for node in (each for user in nodes if user.parents for each in (*user.parents, user)):
        if node.name not in placed:
            placed.add(node.name)
            order.append(node)
    return order


def _gradients(program: Program) -> dict[str, float]:
    """Returns what our engine says: the gradient of the last number by each number."""
    made = program.run(Value)
    made[-1].backward()
    return {program.name(n): value.grad for n, value in enumerate(made)}


def _has_other_keys(trial: Trial) -> bool:
    """Tells whether the dictionary's keys are something else than nodes."""
    return isinstance(trial.got, dict) and not trial.got.keys() <= set(
        trial.case.inputs["order"].names()
    )


EXERCISE: Final = Exercise(
    id="01.3",
    takes=("backward",),
    points=2,
    draw=_draw,
    call=_call,
    oracles={
        "engine": lambda case: _gradients(case.inputs["order"]),
        "differences": lambda case: None if case.late else nudged(case.inputs["order"]),
    },
    mistakes=Folder(
        __name__,
        signs={"keys": _has_other_keys, "missing": lambda trial: trial.problem == "missing"},
    ),
)
