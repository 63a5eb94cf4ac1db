"""04.1: the number of operations and of leaves in a graph of PyTorch."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import numpy as np

from tapewalk_course.checking.comparing import close
from tapewalk_course.checking.distant import travels
from tapewalk_course.checking.exercise import Case, Exercise
from tapewalk_course.checking.folder import Folder
from tapewalk_course.checking.programs import (
    Program,
    Unseen,
    cut_program,
    diamond,
    random_program,
)
from tapewalk_course.exercises.module_01.graphs import unseen

Counts = tuple[int, int]

# Far too deep for recursion. PyTorch itself recursively frees nodes that Python has accessed, and
# at some ten thousand more, a learner who stores them would crash the kernel.
_LENGTH: Final = 10_000


def _draw(rng: np.random.Generator) -> list[Case]:
    programs = [diamond(rng, swapped=False), random_program(rng, steps=8)]
    programs += [cut_program(rng) for _ in range(5)]
    programs += [_behind_a_cut(rng), _behind_one_seen(rng, (2, 3)), _behind_one_seen(rng, (3, 2))]
    return unseen("root", Counted, programs, _LENGTH)


def _behind_a_cut(rng: np.random.Generator) -> Program:
    """Return a calculation in which only the second operand has a history."""
    leaves = tuple(float(x) for x in rng.uniform(0.4, 1.6, 2))
    return Program(leaves, (("detach", (0,)), ("tanh", (1,)), ("mul", (2, 3))))


def _behind_one_seen(rng: np.random.Generator, last: tuple[int, int]) -> Program:
    """Return a calculation with a leaf upstream of a second operand after a visited first one.

    Args:
        rng: Draws the leaves.
        last: The operands of the last number. A traversal that marks visited nodes late has visited
            it by then in one of the two orders.
    """
    leaves = tuple(float(x) for x in rng.uniform(0.4, 1.6, 2))
    return Program(leaves, (("tanh", (0,)), ("mul", (2, 1)), ("add", last)))


def _made(program: Program) -> list[Any]:
    """Return all numbers, computed by PyTorch."""
    import torch

    return program.run(lambda value: torch.tensor(value, requires_grad=True))


@travels
class Counted(Unseen):
    """A calculation of which work gets the last node."""

    def built(self) -> list[Any]:
        """Return the last node; of a deep graph all nodes, which are then freed one by one."""
        nodes = [each.grad_fn for each in _made(self)]
        return nodes if len(nodes) > _LENGTH else nodes[-1:]


def _call(work: Sequence[Any], case: Case) -> Any:
    nodes = case.inputs["root"].built()  # of a deep graph, referenced meanwhile
    return work[0](nodes[-1])


def _recorded(program: Program) -> list[bool]:
    """Return which numbers have a node: leaves, and results of numbers with a node."""
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

    if case.late:  # a report reads more than is needed here
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
    needs=("torch",),
    mistakes=Folder(__name__),
)
