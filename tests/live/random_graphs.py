"""Random graphs of Values: every operation, awkward numbers."""

from __future__ import annotations

import math
import random
from collections.abc import Callable
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


def run_again(walk: Trace, leaves: dict[str, float | str]) -> Trace:
    """Return the trace of the same operations on other leaves, by label.

    Raises:
        ArithmeticError, ValueError: The library refuses one of them.
    """
    values: list[Value] = []
    for node in walk["nodes"]:
        if node["op"] == "leaf":
            values.append(Value(float(leaves[node["label"]]), label=node["label"]))
            continue
        operands = {
            edge["slot"]: values[edge["from"]] for edge in walk["edges"] if edge["to"] == node["id"]
        }
        operands |= {each["slot"]: float(each["value"]) for each in node["constants"]}
        values.append(RULES[node["op"]](*(operands[slot] for slot in sorted(operands))))
    return trace(values[-1])


def random_number(chance: random.Random) -> float:
    """Return an ordinary number half of the time, an awkward one otherwise."""
    kind = chance.random()
    if kind < 0.5:
        return chance.uniform(-4.0, 4.0)
    if kind < 0.6:
        return round(chance.uniform(-3.0, 3.0), 1)
    return chance.choice(AWKWARD if kind < 0.97 else EXTREME)


def random_case(chance: random.Random) -> tuple[Trace, dict[str, float | str]]:
    """Return the trace of one to fourteen operations, and other numbers for its leaves."""
    while True:
        count = chance.randint(1, 4)
        values = [Value(random_number(chance), label=f"x{i}") for i in range(count)]
        try:
            for _ in range(chance.randint(1, 14)):
                values.append(_random_result(chance, values))
        except (ArithmeticError, ValueError):
            continue  # such a program has no trace
        walk = trace(values[-1])
        names = [node["label"] for node in walk["nodes"] if node["op"] == "leaf"]
        return walk, {name: encode_number(random_number(chance)) for name in names}


def _random_result(chance: random.Random, values: list[Value]) -> Value:
    # Mostly recent results, so that few branches are unused; a value may be used twice.
    a, b = (values[-1 - int(chance.random() ** 2 * len(values))] for _ in range(2))
    if chance.random() < 0.45:
        return ONE[chance.choice(list(ONE))](a)
    op = chance.choice(list(TWO))
    if chance.random() < 0.6:
        return TWO[op](a, b)
    if chance.random() < 0.5:
        return TWO[op](random_number(chance), b)
    return TWO[op](a, chance.choice(EXPONENTS) if op == "pow" else random_number(chance))
