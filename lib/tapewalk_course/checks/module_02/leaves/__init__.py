"""02.2: the leaves that a loss reaches."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

import numpy as np

from tapewalk import Tensor
from tapewalk.engine.function import accumulate_grad
from tapewalk_course.checking.distant import is_a
from tapewalk_course.checking.exercise import Case, Exercise, Trial
from tapewalk_course.checking.folder import Folder
from tapewalk_course.checking.oracles import torch
from tapewalk_course.checking.programs import (
    Program,
    chain,
    cut_program,
    diamond,
    doubling,
    random_program,
)
from tapewalk_course.checks.module_01.graphs import Names


def _draw(rng: np.random.Generator) -> list[Case]:
    programs = [
        diamond(rng, swapped=False),
        _fans(rng),
        random_program(rng),
        *(cut_program(rng) for _ in range(5)),
    ]
    forked = doubling()
    paths = Case({"root": forked}, late=True, facts={"nodes": len(forked)})
    return [*(Case({"root": p}) for p in programs), paths, Case({"root": chain(3000)}, late=True)]


def _fans(rng: np.random.Generator) -> Program:
    """Returns a calculation whose first leaf meets all others, from the left and from the right.

    Who stops at what was seen before loses a leaf, whichever way the walk goes. Two leaves are of
    the same number, and are two nonetheless.
    """
    numbers = [float(x) for x in rng.uniform(0.4, 1.6, 5)]
    products = [(0, 1), (0, 2), (3, 0), (4, 0)]
    sums = [(5, 6), (7, 8), (9, 10)]
    steps = [*(("mul", pair) for pair in products), *(("add", pair) for pair in sums)]
    return Program((*numbers[:4], numbers[1]), tuple(steps))


def _call(work: Sequence[Any], case: Case) -> Any:
    program = case.inputs["root"]
    made = program.run(_leaf)
    leaves = made[: len(program.leaves)]
    names = {id(leaf): program.name(n) for n, leaf in enumerate(leaves)}
    # Their nodes are made anew when asked for; held, they stay the same.
    accumulators = [accumulate_grad(leaf) for leaf in leaves]
    got = work[0](made[-1].grad_fn)
    del accumulators
    if not isinstance(got, list | tuple | set | frozenset):
        return got
    if not all(id(leaf) in names for leaf in got):
        return list(got)
    return Names(names[id(leaf)] for leaf in got)


def _leaf(value: float) -> Tensor:
    return Tensor(value, requires_grad=True, dtype=np.float64)


def _by_backward(case: Case, leaf: Callable[[float], Any]) -> Names:
    """Returns the names of the leaves that have a gradient after a walk back."""
    program = case.inputs["root"]
    made = program.run(leaf)
    made[-1].backward()
    leaves = made[: len(program.leaves)]
    return Names(program.name(n) for n, leaf in enumerate(leaves) if leaf.grad is not None)


def _by_torch(case: Case) -> Names | None:
    pytorch = torch()
    if pytorch is None:
        return None
    return _by_backward(case, lambda value: pytorch.tensor(value, requires_grad=True))


def _judge(case: Case, got: Any, expected: Any) -> str | None:
    if got is None:
        return "none"
    if not isinstance(got, Names):
        return "type"
    return None if sorted(got) == sorted(expected) else "leaves"


def _objects(trial: Trial) -> Iterator[Any]:
    """Yields what the learner's list holds, where it holds something else than leaves."""
    if isinstance(trial.got, list) and not isinstance(trial.got, Names):
        yield from trial.got


def _has_operations(trial: Trial) -> bool:
    return any(
        is_a(each, "Function") and not is_a(each, "AccumulateGrad") for each in _objects(trial)
    )


def _has_nodes(trial: Trial) -> bool:
    return any(is_a(each, "AccumulateGrad") for each in _objects(trial))


def _is_twice(trial: Trial) -> bool:
    got, expected = trial.got, trial.expected
    return isinstance(got, Names) and len(set(got)) < len(got) and set(got) == set(expected)


def _is_lone(trial: Trial) -> bool:
    return isinstance(trial.got, Names) and len(trial.got) == 1 < len(trial.expected)


def _is_empty(trial: Trial) -> bool:
    return isinstance(trial.got, Names) and not trial.got


EXERCISE: Final = Exercise(
    id="02.2",
    takes=("leaves_reached",),
    counts=True,
    points=2,
    draw=_draw,
    call=_call,
    oracles={"engine": lambda case: _by_backward(case, _leaf), "torch": _by_torch},
    judge=_judge,
    mistakes=Folder(
        __name__,
        signs={
            "operations": _has_operations,
            "nodes": _has_nodes,
            "twice": _is_twice,
            "lone": _is_lone,
            "empty": _is_empty,
        },
    ),
)
