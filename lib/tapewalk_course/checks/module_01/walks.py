"""01.2 and 01.3: an order in which to walk back, and the walk."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

import numpy as np

from tapewalk import Value
from tapewalk_course.checking.distant import travels
from tapewalk_course.checking.exercise import Case, Exercise, Mistake, Trial
from tapewalk_course.checking.programs import (
    Node,
    Program,
    chain,
    diamond,
    doubling,
    random_program,
)


def gradients(program: Program) -> dict[str, float]:
    """Returns what our engine says: the gradient of the last number by each number."""
    made = program.run(Value)
    made[-1].backward()
    return {program.name(n): value.grad for n, value in enumerate(made)}


def nudged(program: Program, h: float = 1e-5) -> dict[str, float]:
    """Returns the same by central differences: each number is moved once it is made."""
    slopes = {}
    for n in range(len(program)):
        up, down = (program.values({n: step})[-1] for step in (h, -h))
        slopes[program.name(n)] = (up - down) / (2 * h)
    return slopes


def _programs(rng: np.random.Generator) -> list[Program]:
    drawn = [random_program(rng, 1 + n % 3, 4 + n) for n in range(4)]
    return [diamond(rng, swapped=False), diamond(rng, swapped=True), twins(rng), *drawn]


def _cases(rng: np.random.Generator, name: str) -> list[Case]:
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


# ---- 01.2 ----


def _draw_order(rng: np.random.Generator) -> list[Case]:
    return _cases(rng, "root")


def _call_order(work: Sequence[Any], case: Case) -> Any:
    nodes = case.inputs["root"].nodes()
    got = case.hand(lambda root: work[0](root[-1]), root=nodes)
    if not isinstance(got, list | tuple) or not all(isinstance(node, Node) for node in got):
        return got
    return Names(node.name for node in got)


@travels
class Names(list[str]):
    """The names of nodes in some order; shown without quotes."""

    def __repr__(self) -> str:
        shown = list(self) if len(self) <= 20 else [*self[:10], "…", *self[-2:]]
        return "[" + ", ".join(shown) + "]"


def _tape(case: Case) -> Names:
    return Names(case.inputs["root"].names())


def _judge_order(case: Case, got: Any, expected: Any) -> str | None:
    if got is None:
        return "none"
    if not isinstance(got, Names):
        return "type"
    if sorted(got) != sorted(expected):
        return "order"
    return None if _is_order(case.inputs["root"], got) else "order"


def _is_order(program: Program, names: Sequence[str]) -> bool:
    """Tells whether each number stands after all it was computed from."""
    place = {name: n for n, name in enumerate(names)}
    values, own = program.values(), program.names()
    return all(
        place.get(own[parent], len(names)) < place[name]
        for n, name in enumerate(own)
        if name in place
        for parent in program.edges(n, values)[0]
    )


def _sees(sign: Callable[[Program, Names], bool]) -> Callable[[Trial], bool]:
    def applies(trial: Trial) -> bool:
        return isinstance(trial.got, Names) and sign(trial.case.inputs["root"], trial.got)

    return applies


def _lacks_root(program: Program, names: Names) -> bool:
    return set(names) == set(program.names()[:-1])


def _lacks_leaves(program: Program, names: Names) -> bool:
    return set(names) == set(program.names()[len(program.leaves) :])


def _lacks_equals(program: Program, names: Names) -> bool:
    """Tells whether only nodes are missing whose number another one has too."""
    number = dict(zip(program.names(), program.values(), strict=True))
    return {number[name] for name in names} == set(number.values()) and set(names) < set(number)


def is_lost_in_paths(trial: Trial) -> bool:
    """Tells whether the time ran out in a graph of few numbers and many paths."""
    program = next(iter(trial.case.inputs.values()))
    return trial.problem == "slow" and trial.case.late and len(program) < 100


def _is_reversed(program: Program, names: Names) -> bool:
    return sorted(names) == sorted(program.names()) and _is_order(program, names[::-1])


ORDER: Final = Exercise(
    id="01.2",
    takes=("topological_order",),
    points=2,
    draw=_draw_order,
    call=_call_order,
    oracles={"engine": _tape},
    judge=_judge_order,
    mistakes=(
        Mistake("recursion", sign=lambda trial: isinstance(trial.error, RecursionError)),
        Mistake("paths", sign=is_lost_in_paths),
        Mistake("twice", sign=_sees(lambda program, names: len(set(names)) < len(names))),
        Mistake("root", sign=_sees(_lacks_root)),
        Mistake("leaves", sign=_sees(_lacks_leaves)),
        Mistake("equal", sign=_sees(_lacks_equals), every=True),
        Mistake("missing", sign=_sees(lambda program, names: set(names) < set(program.names()))),
        # Where nothing is used twice, a list from root to leaves is only turned around; where
        # something is, it may be wrong in both directions. The second is said first.
        Mistake(
            "early",
            sign=_sees(
                lambda program, names: (
                    len(names) == len(program)
                    and not _is_order(program, names)
                    and not _is_reversed(program, names)
                )
            ),
        ),
        Mistake("reversed", sign=_sees(_is_reversed)),
    ),
)


# ---- 01.3 ----


def _draw_walk(rng: np.random.Generator) -> list[Case]:
    return _cases(rng, "order")


def _call_walk(work: Sequence[Any], case: Case) -> Any:
    got = case.hand(work[0], order=case.inputs["order"].nodes())
    if not isinstance(got, dict):
        return got
    return {getattr(node, "name", repr(node)): gradient for node, gradient in got.items()}


# From what a parent has, what arrived and the local gradient to what it has then.
Rule = Callable[[float, float, float], float]


def _right(total: float, arrived: float, local: float) -> float:
    return total + arrived * local


# What learners write instead, by the name of the mistake.
WRONG_RULES: Final[dict[str, Rule]] = {
    "overwrites": lambda total, arrived, local: arrived * local,
    "local_only": lambda total, arrived, local: total + local,
    "arrived_only": lambda total, arrived, local: total + arrived,
    "sum": lambda total, arrived, local: total + arrived + local,
}


def walked(
    program: Program,
    rule: Rule = _right,
    seed: float = 1.0,
    backward: bool = True,
    unique: bool = False,
) -> dict[str, float]:
    """Returns what a walk gives, by default the right one.

    Args:
        program: The calculation.
        rule: What a parent gets.
        seed: The gradient at the end.
        backward: Whether it begins at the end.
        unique: Whether an edge counts once where there are two.
    """
    values, total = program.values(), [0.0] * len(program)
    total[-1] = seed
    numbers = range(len(program))
    for n in reversed(numbers) if backward else numbers:
        edges: Any = list(zip(*program.edges(n, values), strict=True))
        for parent, local in dict(edges).items() if unique else edges:
            total[parent] = rule(total[parent], total[n], local)
    return {program.name(n): gradient for n, gradient in enumerate(total)}


def _from_ones(case: Case, add: bool = True) -> dict[str, float]:
    """Returns what comes if every number begins with 1, and what arrives is added or multiplied."""
    program = case.inputs["order"]
    values, total = program.values(), [1.0] * len(program)
    for n in reversed(range(len(program))):
        for parent, local in zip(*program.edges(n, values), strict=True):
            sent = total[n] * local
            total[parent] = total[parent] + sent if add else total[parent] * sent
    return {program.name(n): gradient for n, gradient in enumerate(total)}


def _sent_away(case: Case) -> dict[str, float]:
    """Returns what comes if a number has nothing left once it has sent."""
    program = case.inputs["order"]
    leaves = set(program.names()[: len(program.leaves)])
    return {name: grad if name in leaves else 0.0 for name, grad in walked(program).items()}


def _by(**how: Any) -> Callable[[Case], dict[str, float]]:
    return lambda case: walked(case.inputs["order"], **how)


def _by_rule(name: str) -> Mistake:
    return Mistake(name, _by(rule=WRONG_RULES[name]))


def _only(position: int) -> Callable[[Case], dict[str, float]]:
    """Returns what comes if one number has the gradient 1, and nothing is sent."""

    def gives(case: Case) -> dict[str, float]:
        names = case.inputs["order"].names()
        return {**dict.fromkeys(names, 0.0), names[position]: 1.0}

    return gives


def _returned(edges: int | None) -> Callable[[Case], dict[str, float]]:
    """Returns what comes if the loop is left in its first round, after so many edges or all."""

    def gives(case: Case) -> dict[str, float]:
        program = case.inputs["order"]
        last, total = len(program) - 1, [0.0] * len(program)
        total[-1] = 1.0
        for parent, local in list(zip(*program.edges(last, program.values()), strict=True))[:edges]:
            total[parent] += local
        return {program.name(n): gradient for n, gradient in enumerate(total)}

    return gives


def _has_other_keys(trial: Trial) -> bool:
    """Tells whether the dictionary's keys are something else than nodes."""
    return isinstance(trial.got, dict) and not trial.got.keys() <= set(
        trial.case.inputs["order"].names()
    )


BACKWARD: Final = Exercise(
    id="01.3",
    takes=("backward",),
    points=2,
    draw=_draw_walk,
    call=_call_walk,
    oracles={
        "engine": lambda case: gradients(case.inputs["order"]),
        "differences": lambda case: None if case.late else nudged(case.inputs["order"]),
    },
    mistakes=(
        Mistake("recursion", sign=lambda trial: isinstance(trial.error, RecursionError)),
        Mistake("paths", sign=is_lost_in_paths),
        Mistake("start", sign=lambda trial: isinstance(trial.error, KeyError)),
        Mistake("keys", sign=_has_other_keys),
        Mistake("missing", sign=lambda trial: trial.problem == "missing"),
        _by_rule("overwrites"),
        Mistake("forward", _by(backward=False)),
        Mistake("returned", _returned(edges=1)),
        Mistake("seed", _by(seed=0.0)),
        Mistake("wrong_end", _only(0)),
        Mistake("unsent", _only(-1)),
        *map(_by_rule, ("local_only", "arrived_only", "sum")),
        Mistake("edges", _by(unique=True)),
        Mistake("ones", _from_ones),
        Mistake("multiplied", lambda case: _from_ones(case, add=False)),
        Mistake("sent_away", _sent_away),
    ),
)
