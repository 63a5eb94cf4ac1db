"""04.1: how many operations and how many leaves a graph of PyTorch has."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import numpy as np

from tapewalk_course.checking.comparing import close
from tapewalk_course.checking.exercise import Case, Exercise
from tapewalk_course.checking.folder import Folder
from tapewalk_course.checking.programs import (
    Program,
    chain,
    cut_program,
    diamond,
    doubling,
    random_program,
)

Counts = tuple[int, int]

# Far too deep for recursion. PyTorch itself frees nodes that Python has seen by recursion, and at
# some ten thousand more a learner who keeps them would lose the kernel.
_LENGTH: Final = 10_000


def _draw(rng: np.random.Generator) -> list[Case]:
    programs = [diamond(rng, swapped=False), random_program(rng, steps=8)]
    programs += [cut_program(rng) for _ in range(5)]
    programs += [_behind_a_cut(rng), _behind_one_seen(rng, (2, 3)), _behind_one_seen(rng, (3, 2))]
    forked, deep = doubling(), chain(_LENGTH)
    paths = Case({"root": forked}, late=True, facts={"nodes": len(forked)})
    return [*(Case({"root": p}) for p in programs), paths, Case({"root": deep}, late=True)]


def _behind_a_cut(rng: np.random.Generator) -> Program:
    """Returns a calculation with history behind the second operand only."""
    leaves = tuple(float(x) for x in rng.uniform(0.4, 1.6, 2))
    return Program(leaves, (("detach", (0,)), ("tanh", (1,)), ("mul", (2, 3))))


def _behind_one_seen(rng: np.random.Generator, last: tuple[int, int]) -> Program:
    """Returns a calculation in which a leaf stands behind a second operand, the first one seen.

    Args:
        rng: Draws the leaves.
        last: The operands of the last number. Who walks and notes late what was seen has seen
            it by then in one of the two ways of writing them.
    """
    leaves = tuple(float(x) for x in rng.uniform(0.4, 1.6, 2))
    return Program(leaves, (("tanh", (0,)), ("mul", (2, 1)), ("add", last)))


def _made(program: Program) -> list[Any]:
    """Returns all numbers, computed by PyTorch."""
    import torch

    return program.run(lambda value: torch.tensor(value, requires_grad=True))


def _call(work: Sequence[Any], case: Case) -> Any:
    made = _made(case.inputs["root"])  # held meanwhile, and freed one by one
    return work[0](made[-1].grad_fn)


def _recorded(program: Program) -> list[bool]:
    """Returns which numbers have a node: a leaf, and what is computed from one with a node."""
    recorded = [True] * len(program.leaves)
    for op, operands in program.steps:
        recorded.append(op != "detach" and any(recorded[operand] for operand in operands))
    return recorded


def _by_program(case: Case) -> Counts:
    program: Program = case.inputs["root"]
    recorded, leaves = _recorded(program), len(program.leaves)
    behind = [n for n in program.behind() if recorded[n]]
    reached = sum(n < leaves for n in behind)
    return len(behind) - reached, reached


def _by_report(case: Case) -> Counts | None:
    from tapewalk.inspect import inspect

    if case.late:  # a report reads more than it is asked for here
        return None
    types = inspect(_made(case.inputs["root"])[-1]).types
    leaves = types["AccumulateGrad"]
    return types.total() - leaves, leaves


def _judge(case: Case, got: Any, expected: Any) -> str | None:
    if isinstance(got, tuple | list) and len(got) != len(expected):
        return "type"
    return close(got, expected)


EXERCISE: Final = Exercise(
    id="04.1",
    takes=("census",),
    points=2,
    counts=True,
    parts=("operations", "leaves"),
    draw=_draw,
    call=_call,
    oracles={"formula": _by_program, "inspect": _by_report},
    judge=_judge,
    mistakes=Folder(__name__),
)
