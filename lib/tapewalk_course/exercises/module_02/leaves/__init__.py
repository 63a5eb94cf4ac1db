"""02.1: the leaves that a loss reaches."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

import numpy as np

from tapewalk.engine.function import accumulate_grad
from tapewalk_course.checking.comparing import judged
from tapewalk_course.checking.distant import has_a, is_a, travels
from tapewalk_course.checking.exercise import Case, Exercise, Trial
from tapewalk_course.checking.folder import Folder
from tapewalk_course.checking.oracles import leaf, with_torch
from tapewalk_course.checking.programs import (
    Program,
    Unseen,
    cut_program,
    diamond,
    random_program,
)
from tapewalk_course.exercises.module_01.graphs import Names, unseen


@travels
class Recorded(Unseen):
    """A calculation whose last node is the argument of the work."""

    def built(self) -> tuple[Any, ...]:
        """Return the last node, the nodes of all leaves, and the names of the leaves."""
        made = self.run(leaf)
        leaves = made[: len(self.leaves)]
        names = {id(one): self.name(n) for n, one in enumerate(leaves)}
        # Each access creates new node objects; references keep them and the leaves alive.
        return made[-1].grad_fn, [accumulate_grad(one) for one in leaves], names


def _draw(rng: np.random.Generator) -> list[Case]:
    programs = [
        diamond(rng, swapped=False),
        _fans(rng),
        _cut_before_and_after(rng),
        random_program(rng),
        *(cut_program(rng) for _ in range(5)),
    ]
    return unseen("root", Recorded, programs)


def _fans(rng: np.random.Generator) -> Program:
    """Return a calculation whose first leaf is combined with all others, left and right.

    A traversal that stops at visited nodes loses a leaf in either direction. Two leaves have
    the same number, and are distinct.
    """
    numbers = [float(x) for x in rng.uniform(0.4, 1.6, 5)]
    products = [(0, 1), (0, 2), (3, 0), (4, 0)]
    sums = [(5, 6), (7, 8), (9, 10)]
    steps = [*(("mul", pair) for pair in products), *(("add", pair) for pair in sums)]
    return Program((*numbers[:4], numbers[1]), tuple(steps))


def _cut_before_and_after(rng: np.random.Generator) -> Program:
    """Return a calculation in which a cut operand comes before a leaf, and another one after.

    A traversal that stops at a None loses the leaf after it.
    """
    numbers = tuple(float(x) for x in rng.uniform(0.4, 1.6, 3))
    return Program(numbers, (("detach", (0,)), ("mul", (3, 1)), ("mul", (2, 3)), ("add", (4, 5))))


def _call(work: Sequence[Any], case: Case) -> Any:
    root, _, names = case.inputs["root"].built()
    got = work[0](root)
    if not isinstance(got, list | tuple | set | frozenset):
        return got
    if not all(id(one) in names for one in got):
        return list(got)
    return Names(names[id(one)] for one in got)


def _by_backward(case: Case, made_leaf: Callable[[float], Any]) -> Names:
    """Return the names of the leaves that have a gradient after a backward pass."""
    program = case.inputs["root"]
    made = program.run(made_leaf)
    made[-1].backward()
    leaves = made[: len(program.leaves)]
    return Names(program.name(n) for n, one in enumerate(leaves) if one.grad is not None)


@with_torch
def _by_torch(pytorch: Any, case: Case) -> Names:
    return _by_backward(case, lambda value: pytorch.tensor(value, requires_grad=True))


def _has_operations(trial: Trial) -> bool:
    return isinstance(trial.got, list) and any(
        is_a(each, "Function") and not is_a(each, "AccumulateGrad") for each in trial.got
    )


def _is_twice(trial: Trial) -> bool:
    got, expected = trial.got, trial.expected
    return isinstance(got, Names) and len(set(got)) < len(got) and set(got) == set(expected)


EXERCISE: Final = Exercise(
    id="02.1",
    takes=("leaves_reached",),
    counts=True,
    points=2,
    draw=_draw,
    call=_call,
    oracles={"engine": lambda case: _by_backward(case, leaf), "torch": _by_torch},
    judge=judged(Names, lambda case, got, expected: sorted(got) == sorted(expected), "leaves"),
    mistakes=Folder(
        __name__,
        symptoms={
            "operations": _has_operations,
            "nodes": lambda trial: has_a(trial.got, "AccumulateGrad"),
            "twice": _is_twice,
            "lone": lambda trial: (
                isinstance(trial.got, Names) and len(trial.got) == 1 < len(trial.expected)
            ),
            "empty": lambda trial: isinstance(trial.got, Names) and not trial.got,
        },
    ),
)
