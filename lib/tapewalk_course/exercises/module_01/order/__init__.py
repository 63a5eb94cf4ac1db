"""01.1: an order for the backward pass."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import SystemRandom
from typing import Any, Final

from tapewalk_course.checking.comparing import judged
from tapewalk_course.checking.distant import travels
from tapewalk_course.checking.exercise import Case, Exercise, Trial
from tapewalk_course.checking.folder import Folder, Symptom
from tapewalk_course.checking.programs import Node, Program, Unseen
from tapewalk_course.exercises.module_01.graphs import Names, cases, is_order


@travels
class Scrambled(Unseen):
    """A calculation whose last node is the argument of the work."""

    def built(self) -> list[Node]:
        """Return the last node, and the others in random order: their own order is an answer."""
        *others, root = self.nodes()
        SystemRandom().shuffle(others)
        return [root, *others]


def _call(work: Sequence[Any], case: Case) -> Any:
    got = case.call(lambda root: work[0](root[0]), root=case.inputs["root"].built())
    if not isinstance(got, list | tuple) or not all(isinstance(node, Node) for node in got):
        return got
    return Names(node.name for node in got)


def _is_right(case: Case, got: Names, expected: Names) -> bool:
    return sorted(got) == sorted(expected) and is_order(case.inputs["root"], got)


def _sees(symptom: Callable[[Program, Names], bool]) -> Symptom:
    def applies(trial: Trial) -> bool:
        return isinstance(trial.got, Names) and symptom(trial.case.inputs["root"], trial.got)

    return applies


def _lacks_equals(program: Program, names: Names) -> bool:
    """Return whether the only missing nodes are those that share a number with another one."""
    number = dict(zip(program.names(), program.values(), strict=True))
    return {number[name] for name in names} == set(number.values()) and set(names) < set(number)


def _is_reversed(program: Program, names: Names) -> bool:
    return sorted(names) == sorted(program.names()) and is_order(program, names[::-1])


def _is_early(program: Program, names: Names) -> bool:
    """Return whether a node comes too early, in both directions of reading."""
    is_whole = len(names) == len(program)
    return is_whole and not is_order(program, names) and not _is_reversed(program, names)


EXERCISE: Final = Exercise(
    id="01.1",
    takes=("topological_order",),
    counts=True,
    points=2,
    draw=lambda rng: cases(rng, "root", Scrambled),
    call=_call,
    oracles={"engine": lambda case: Names(case.inputs["root"].names())},
    judge=judged(Names, _is_right, "order"),
    mistakes=Folder(
        __name__,
        symptoms={
            "twice": _sees(lambda program, names: len(set(names)) < len(names)),
            "root": _sees(lambda program, names: set(names) == set(program.names()[:-1])),
            "leaves": _sees(
                lambda program, names: set(names) == set(program.names()[len(program.leaves) :])
            ),
            "equal": _sees(_lacks_equals),
            "missing": _sees(lambda program, names: set(names) < set(program.names())),
            "early": _sees(_is_early),
            "reversed": _sees(_is_reversed),
        },
    ),
)
