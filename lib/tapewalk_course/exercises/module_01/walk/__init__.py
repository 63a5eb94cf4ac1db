"""01.2: the backward pass."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from tapewalk import Value
from tapewalk_course.checking.distant import travels
from tapewalk_course.checking.exercise import Case, Exercise, Factor, Trial
from tapewalk_course.checking.folder import Folder
from tapewalk_course.checking.programs import Node, Program, Unseen
from tapewalk_course.exercises.module_01.graphs import cases, nudged


def _call(work: Sequence[Any], case: Case) -> Any:
    got = case.call(work[0], order=case.inputs["order"].built())
    if not isinstance(got, dict):
        return got
    return {getattr(node, "name", repr(node)): gradient for node, gradient in got.items()}


def _leaves_late(nodes: Sequence[Node]) -> list[Node]:
    """Return the nodes in another order, each leaf just before its first use.

    With all leaves first, a backward pass that stops at the first leaf would be right.
    """
    order, placed = list[Node](), set[str]()
    for node in (each for user in nodes if user.parents for each in (*user.parents, user)):
        if node.name not in placed:
            placed.add(node.name)
            order.append(node)
    return order


@travels
class Ordered(Unseen):
    """A calculation whose nodes, in order, are the argument of the work."""

    def built(self) -> list[Node]:
        """Return the nodes."""
        return _leaves_late(self.nodes())


def _gradients(program: Program) -> dict[str, float]:
    """Return our engine's gradients of the last number with respect to each number."""
    made = program.run(Value)
    made[-1].backward()
    return {program.name(n): value.grad for n, value in enumerate(made)}


def _has_other_keys(trial: Trial) -> bool:
    """Return whether the dictionary has keys other than nodes."""
    return isinstance(trial.got, dict) and not trial.got.keys() <= set(
        trial.case.inputs["order"].names()
    )


EXERCISE: Final = Exercise(
    id="01.2",
    takes=("backward",),
    points=2,
    draw=lambda rng: cases(rng, "order", Ordered),
    call=_call,
    oracles={
        "engine": lambda case: _gradients(case.inputs["order"]),
        "differences": lambda case: None if case.late else nudged(case.inputs["order"]),
    },
    mistakes=Folder(
        __name__,
        symptoms={"keys": _has_other_keys, "missing": lambda trial: trial.problem == "missing"},
    ),
    factor=Factor((("= 1.0", "= {c}.0"),)),
)
