"""What the graphs of 01.2, 01.3 and 01.8 have in common."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from tapewalk_course.checking.distant import travels
from tapewalk_course.checking.exercise import Case, Trial
from tapewalk_course.checking.programs import Program, chain, diamond, doubling, random_program


def nudged(program: Program, h: float = 1e-5) -> dict[str, float]:
    """Returns the same by central differences: each number is moved once it is made."""
    slopes = {}
    for n in range(len(program)):
        up, down = (program.values({n: step})[-1] for step in (h, -h))
        slopes[program.name(n)] = (up - down) / (2 * h)
    return slopes


def _programs(rng: np.random.Generator) -> list[Program]:
    drawn = [random_program(rng, 1 + n % 3, 4 + n) for n in range(4)]
    both = [shape(rng, swapped) for shape in (diamond, _squared) for swapped in (False, True)]
    return [*both, twins(rng), *drawn]


def _squared(rng: np.random.Generator, swapped: bool) -> Program:
    """Returns a calculation in which one node uses another twice, and a second one uses it once.

    Whoever counts a use too few or too many is wrong in one of the two ways of writing the sum.
    """
    last = (2, 1) if swapped else (1, 2)
    return Program(
        (float(rng.uniform(0.5, 1.5)),), (("mul", (0, 0)), ("tanh", (0,)), ("add", last))
    )


def cases(rng: np.random.Generator, name: str) -> list[Case]:
    """Returns graphs that are drawn, one of few nodes and many paths, and a very deep one."""
    quick = [Case({name: program}) for program in _programs(rng)]
    forked = doubling()
    paths = Case({name: forked}, late=True, facts={"nodes": len(forked)})
    return [*quick, paths, Case({name: chain(3000)}, late=True)]


def twins(rng: np.random.Generator) -> Program:
    """Returns a calculation in which nodes of the same number are two nonetheless."""
    number = float(rng.uniform(0.5, 1.5))
    steps = (("tanh", (0,)), ("tanh", (1,)), ("mul", (2, 3)), ("mul", (4, 0)))
    return Program((number, number), steps)


@travels
class Names(list[str]):
    """The names of nodes in some order; shown without quotes."""

    def __repr__(self) -> str:
        shown = list(self) if len(self) <= 20 else [*self[:10], "…", *self[-2:]]
        return "[" + ", ".join(shown) + "]"


def is_order(program: Program, names: Sequence[str]) -> bool:
    """Tells whether each number stands after all it was computed from."""
    place = {name: n for n, name in enumerate(names)}
    values, own = program.values(), program.names()
    return all(
        place.get(own[parent], len(names)) < place[name]
        for n, name in enumerate(own)
        if name in place
        for parent in program.edges(n, values)[0]
    )


def is_lost_in_paths(trial: Trial) -> bool:
    """Tells whether the time ran out in a graph of few numbers and many paths."""
    program = next(iter(trial.case.inputs.values()))
    return trial.problem == "slow" and trial.case.late and len(program) < 100
