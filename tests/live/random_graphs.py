"""Random programs on Values: every operation, awkward numbers."""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from tapewalk import Value, trace
from tapewalk.trace.format import encode_number

Trace = dict[str, Any]
Rule = Callable[..., Any]

ONE: dict[str, Rule] = {
    "neg": lambda x: -x,
    "exp": lambda x: x.exp(),
    "log": lambda x: x.log(),
    "sqrt": lambda x: x.sqrt(),
    "sinh": lambda x: x.sinh(),
    "tanh": lambda x: x.tanh(),
    "relu": lambda x: x.relu(),
    "sigmoid": lambda x: x.sigmoid(),
}
TWO: dict[str, Rule] = {
    "add": lambda x, y: x + y,
    "sub": lambda x, y: x - y,
    "mul": lambda x, y: x * y,
    "div": lambda x, y: x / y,
    "pow": lambda x, y: x**y,
}
RULES = ONE | TWO

# Zeros of both signs, ties, powers that under- and overflow, and NaN.
AWKWARD = (0.0, -0.0, 1.0, -1.0, 2.0, -2.0, 0.5, -0.5, 3.0, -3.0, 710.0, -750.0)
EXTREME = (1e308, -1e308, 1e-308, 5e-324, math.inf, -math.inf, math.nan)
EXPONENTS = (2.0, 3.0, -1.0, -2.0, 0.5, 0.0, 1.0, 1.5)


@dataclass(frozen=True)
class Step:
    """One operation: its operands are positions on the tape, or plain numbers."""

    op: str
    operands: tuple[int | float, ...]

    def moved(self, places: dict[int, int]) -> Step:
        """Return the same operation on a tape where its operands have other positions."""
        operands = (places[each] if isinstance(each, int) else each for each in self.operands)
        return Step(self.op, tuple(operands))


@dataclass(frozen=True)
class Program:
    """Operations over leaves called x0, x1, …; the last result is the root."""

    leaves: int
    steps: tuple[Step, ...]

    def run(self, numbers: list[float]) -> Trace:
        """Return the trace at these leaves; raise an error where the library does."""
        values = [Value(number, label=f"x{i}") for i, number in enumerate(numbers)]
        for step in self.steps:
            values.append(apply(step, values))
        return trace(values[-1])

    def pruned(self) -> Program:
        """Return the program without the steps that its last result does not need."""
        needed = {self.leaves + len(self.steps) - 1}
        for place in reversed(range(self.leaves, self.leaves + len(self.steps))):
            if place in needed:
                needed |= {each for each in self._step(place).operands if isinstance(each, int)}
        kept = [p for p in range(self.leaves + len(self.steps)) if p < self.leaves or p in needed]
        places = {place: i for i, place in enumerate(kept)}
        steps = [self._step(place) for place in kept[self.leaves :]]
        return Program(self.leaves, tuple(step.moved(places) for step in steps))

    def _step(self, place: int) -> Step:
        return self.steps[place - self.leaves]


def apply(step: Step, values: list[Value]) -> Value:
    """Return the result of an operation on the values so far."""
    operands = [values[place] if isinstance(place, int) else place for place in step.operands]
    result: Value = RULES[step.op](*operands)
    return result


def random_number(chance: random.Random) -> float:
    """Return an ordinary number half of the time, an awkward one otherwise."""
    kind = chance.random()
    if kind < 0.5:
        return chance.uniform(-4.0, 4.0)
    if kind < 0.6:
        return round(chance.uniform(-3.0, 3.0), 1)
    return chance.choice(AWKWARD if kind < 0.97 else EXTREME)


def random_case(chance: random.Random) -> tuple[Trace, dict[str, float | str], Program]:
    """Return a trace, other numbers for its leaves, and its program."""
    while True:
        leaves = chance.randint(1, 4)
        program = _random_program(chance, leaves)
        try:
            walk = program.run([random_number(chance) for _ in range(leaves)])
        except (ArithmeticError, ValueError):
            continue  # such a program has no trace
        used = {node["label"] for node in walk["nodes"]}
        others = {f"x{i}": encode_number(random_number(chance)) for i in range(leaves)}
        return walk, {name: entry for name, entry in others.items() if name in used}, program


def _random_program(chance: random.Random, leaves: int) -> Program:
    steps: list[Step] = []
    length = chance.randint(1, 14)
    for place in range(leaves, leaves + length):
        # Mostly recent results, so that few branches are unused; a value may be used twice.
        newest = [place - 1 - int(chance.random() ** 2 * place) for _ in range(2)]
        if chance.random() < 0.45:
            steps.append(Step(chance.choice(list(ONE)), (newest[0],)))
            continue
        op = chance.choice(list(TWO))
        operands: list[int | float] = list(newest)
        if chance.random() < 0.4:
            side = chance.randrange(2)
            is_exponent = op == "pow" and side == 1
            operands[side] = chance.choice(EXPONENTS) if is_exponent else random_number(chance)
        steps.append(Step(op, tuple(operands)))
    return Program(leaves, tuple(steps)).pruned()
