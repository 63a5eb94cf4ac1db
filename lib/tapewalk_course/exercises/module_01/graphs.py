"""The graphs of 01.1, 01.2 and 01.7."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np

from tapewalk_course.checking.distant import travels
from tapewalk_course.checking.exercise import Case
from tapewalk_course.checking.programs import Program, chain, diamond, doubling, random_program

_DEEP: Final = 3000


def nudged(program: Program, h: float = 1e-5) -> dict[str, float]:
    """Return each number's gradient by central differences: each is moved after it is computed."""
    slopes = {}
    for n in range(len(program)):
        up, down = (program.values({n: step})[-1] for step in (h, -h))
        slopes[program.name(n)] = (up - down) / (2 * h)
    return slopes


def _squared(rng: np.random.Generator, swapped: bool) -> Program:
    """Return a calculation in which one node uses another twice, and a second node uses it once.

    Work that counts one use too few or too many is wrong in one of the two ways to write the sum.
    """
    last = (2, 1) if swapped else (1, 2)
    return Program(
        (float(rng.uniform(0.5, 1.5)),), (("mul", (0, 0)), ("tanh", (0,)), ("add", last))
    )


def cases(rng: np.random.Generator, name: str, kind: type[Program]) -> list[Case]:
    """Return random graphs, one of few nodes and many paths, and a very deep one."""
    drawn = [random_program(rng, 1 + n % 3, 4 + n) for n in range(4)]
    both = [shape(rng, swapped) for shape in (diamond, _squared) for swapped in (False, True)]
    return unseen(name, kind, [*both, twins(rng), *drawn])


def unseen(name: str, kind: type[Program], quick: Sequence[Program]) -> list[Case]:
    """Return cases of quick calculations, of one with many paths, and of a deep one."""
    *small, forked, deep = (
        kind(each.leaves, each.steps) for each in (*quick, doubling(), chain(_DEEP))
    )
    paths = Case({name: forked}, late=True, facts={"nodes": len(forked)})
    return [*(Case({name: each}) for each in small), paths, Case({name: deep}, late=True)]


def twins(rng: np.random.Generator) -> Program:
    """Return a calculation with distinct nodes of the same number."""
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
    """Return whether each number comes after all its operands."""
    place = {name: n for n, name in enumerate(names)}
    values, own = program.values(), program.names()
    return all(
        place.get(own[parent], len(names)) < place[name]
        for n, name in enumerate(own)
        if name in place
        for parent in program.edges(n, values)[0]
    )
