"""04.1: how many operations and how many leaves a graph of PyTorch has."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import product
from typing import Any, Final

import numpy as np

from tapewalk_course.checking.comparing import close
from tapewalk_course.checking.exercise import Case, Exercise, Mistake
from tapewalk_course.checking.programs import (
    Program,
    chain,
    cut_program,
    diamond,
    doubling,
    random_program,
)
from tapewalk_course.checks.module_01.graphs import is_lost_in_paths
from tapewalk_course.checks.module_04.judging import is_recursion, raises

Counts = tuple[int, int]

# Far too deep for recursion. PyTorch itself frees nodes that Python has seen by recursion, and at
# some ten thousand more a learner who keeps them would lose the kernel.
_LENGTH: Final = 10_000


def _draw(rng: np.random.Generator) -> list[Case]:
    programs = [diamond(rng, swapped=False), random_program(rng, steps=8)]
    programs += [cut_program(rng) for _ in range(5)]
    programs += [_behind_a_cut(rng), _behind_one_seen(rng, (2, 3)), _behind_one_seen(rng, (3, 2))]
    late = [doubling(), chain(_LENGTH)]
    return [Case({"root": p}, late=p in late) for p in (*programs, *late)]


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


def _counted(program: Program, kept: slice = slice(None)) -> Counts:
    """Returns operations and leaves behind the last number, some operands of each step kept."""
    recorded, leaves = _recorded(program), len(program.leaves)
    behind = [n for n in program.behind(kept) if recorded[n]]
    reached = sum(n < leaves for n in behind)
    return len(behind) - reached, reached


def _by_program(case: Case) -> Counts:
    return _counted(case.inputs["root"])


def _by_report(case: Case) -> Counts | None:
    from tapewalk.inspect import inspect

    if case.late:  # a report reads more than it is asked for here
        return None
    types = inspect(_made(case.inputs["root"])[-1]).types
    leaves = types["AccumulateGrad"]
    return types.total() - leaves, leaves


def _arrivals(case: Case) -> Counts:
    """Returns how often operations and leaves are met by whoever walks every path."""
    program: Program = case.inputs["root"]
    recorded, values = _recorded(program), program.values()
    times = [0] * len(program)
    times[-1] = 1
    for n in reversed(range(len(program))):
        for operand in program.edges(n, values)[0]:
            times[operand] += times[n] * recorded[operand]
    leaves = len(program.leaves)
    return sum(times[leaves:]), sum(times[:leaves])


def _uses(case: Case) -> Counts:
    """Returns the operations, and for each how many of its operands are leaves."""
    program: Program = case.inputs["root"]
    recorded, leaves, values = _recorded(program), len(program.leaves), program.values()
    nodes = [n for n in program.behind() if n >= leaves and recorded[n]]
    used = sum(operand < leaves for n in nodes for operand in program.edges(n, values)[0])
    return len(nodes), used


def _broken(case: Case, at: int, seen: bool, none: bool) -> Counts:
    """Returns what a walk counts that leaves an operand's siblings out.

    Args:
        case: The calculation.
        at: Which node that waits comes next: the last one, or the first one.
        seen: Whether an operand that was seen ends the loop over the operands.
        none: Whether one without history does.
    """
    program: Program = case.inputs["root"]
    recorded, values = _recorded(program), program.values()
    visited, waiting = {len(program) - 1}, [len(program) - 1]
    while waiting:
        for operand in program.edges(waiting.pop(at), values)[0]:
            if recorded[operand] and operand not in visited:
                visited.add(operand)
                waiting.append(operand)
            elif seen if recorded[operand] else none:
                break
    leaves = sum(n < len(program.leaves) for n in visited)
    return len(visited) - leaves, leaves


def _break(at: int, seen: bool, none: bool) -> Mistake:
    return Mistake("break", lambda case: _broken(case, at, seen, none))


def _other(of: Callable[[int, int], Counts]) -> Callable[[Case], Counts]:
    return lambda case: of(*_by_program(case))


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
    mistakes=(
        Mistake("recursion", sign=is_recursion),
        Mistake("paths", sign=is_lost_in_paths),
        Mistake("pairs", sign=raises("'tuple' object has no attribute")),
        Mistake("cut", sign=raises("'NoneType' object has no attribute")),
        Mistake("swapped", _other(lambda operations, leaves: (leaves, operations))),
        Mistake("all", _other(lambda operations, leaves: (operations + leaves, leaves))),
        *(_break(*how) for how in product((-1, 0), (True, False), (True, False)) if any(how[1:])),
        Mistake("root", _other(lambda operations, leaves: (operations - 1, leaves))),
        Mistake("twice", _arrivals),
        Mistake("uses", _uses),
        Mistake("first", lambda case: _counted(case.inputs["root"], slice(1))),
    ),
)
