"""02.2: the leaves that a loss reaches."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import takewhile
from typing import Any, Final

import numpy as np

from tapewalk import Tensor
from tapewalk.engine.function import accumulate_grad
from tapewalk_course.checking.distant import is_a
from tapewalk_course.checking.exercise import Case, Exercise, Mistake, Trial
from tapewalk_course.checking.oracles import torch
from tapewalk_course.checking.programs import (
    Program,
    chain,
    cut_program,
    diamond,
    doubling,
    random_program,
)
from tapewalk_course.checks.module_01.graphs import Names, is_lost_in_paths


def _draw(rng: np.random.Generator) -> list[Case]:
    programs = [
        diamond(rng, swapped=False),
        _fans(rng),
        random_program(rng),
        *(cut_program(rng) for _ in range(5)),
    ]
    late = [doubling(), chain(3000)]
    return [Case({"root": p}, late=p in late) for p in (*programs, *late)]


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


def _until_cut(program: Program) -> set[str]:
    """Returns the leaves reached if an operand without history ends the loop over operands."""
    values, recorded = program.values(), set(range(len(program.leaves)))
    for n in range(len(program)):
        if recorded & set(program.edges(n, values)[0]):
            recorded.add(n)
    seen, waiting = set[int](), [len(program) - 1]
    while waiting:
        n = waiting.pop()
        if n not in seen:
            seen.add(n)
            waiting += takewhile(recorded.__contains__, program.edges(n, values)[0])
    return {program.name(n) for n in seen if n < len(program.leaves)}


def _reached(program: Program, kept: slice = slice(None)) -> set[str]:
    """Returns the names of the leaves behind the last number."""
    return {program.name(n) for n in program.behind(kept) if n < len(program.leaves)}


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


def _is(trial: Trial, wrong: Callable[[Program], set[str]]) -> bool:
    return isinstance(trial.got, Names) and set(trial.got) == wrong(trial.case.inputs["root"])


def _is_lone(trial: Trial) -> bool:
    return isinstance(trial.got, Names) and len(trial.got) == 1 < len(trial.expected)


def _raises(text: str) -> Callable[[Trial], bool]:
    return lambda trial: text in str(trial.error)


EXERCISE: Final = Exercise(
    id="02.2",
    takes=("leaves_reached",),
    points=2,
    draw=_draw,
    call=_call,
    oracles={"engine": lambda case: _by_backward(case, _leaf), "torch": _by_torch},
    judge=_judge,
    mistakes=(
        Mistake("recursion", sign=lambda trial: isinstance(trial.error, RecursionError)),
        Mistake("paths", sign=is_lost_in_paths),
        Mistake("pairs", sign=_raises("'tuple' object has no attribute")),
        Mistake("cut", sign=_raises("'NoneType' object has no attribute")),
        Mistake("operations", sign=_has_operations),
        Mistake("nodes", sign=lambda t: any(is_a(each, "AccumulateGrad") for each in _objects(t))),
        Mistake(
            "twice",
            sign=lambda t: (
                isinstance(t.got, Names)
                and len(set(t.got)) < len(t.got)
                and set(t.got) == set(t.expected)
            ),
        ),
        Mistake("stopped", sign=lambda t: _is(t, _until_cut), every=True),
        Mistake("lone", sign=_is_lone, every=True),
        Mistake("empty", sign=lambda t: isinstance(t.got, Names) and not t.got, every=True),
        Mistake("first", sign=lambda t: _is(t, lambda p: _reached(p, slice(1))), every=True),
        Mistake("last", sign=lambda t: _is(t, lambda p: _reached(p, slice(-1, None))), every=True),
    ),
)
