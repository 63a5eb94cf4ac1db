"""Write the traces and scores of the JavaScript tests, with the library itself.

Run it after a change to their format: `PYTHONPATH=lib python -m tests.diagrams.make_traces`.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from tapewalk import Value, trace
from tests.diagrams.make_model_traces import model_traces
from tests.diagrams.make_scores import scores


def _chain() -> Value:
    x = Value(2.0, label="x")
    a = 3 * x
    b = a + 1
    c = b**2
    a.label, b.label, c.label = "a", "b", "c"
    return c


def _sum_times_b() -> Value:
    a, b = Value(2.0, label="a"), Value(3.0, label="b")
    total = a + b
    c = total * b
    total.label, c.label = "s", "c"
    return c


def _squared_error() -> Value:
    w, x, b = Value(0.5, label="w"), Value(3.0, label="x"), Value(-0.25, label="b")
    target = Value(2.0, label="target")
    product = w * x
    guess = product + b
    error = guess - target
    loss = error**2
    product.label, guess.label, error.label, loss.label = "p", "y", "e", "loss"
    return loss


def _twice() -> Value:
    a = Value(3.0, label="a")
    c = a * a
    c.label = "c"
    return c


def _diamond() -> Value:
    x = Value(2.0, label="x")
    left, right = x + 1, 3 * x
    c = left * right
    left.label, right.label, c.label = "u", "v", "c"
    return c


def _doubling() -> Value:
    y = Value(1.0, label="y0")
    for turn in range(1, 6):
        y = y + y
        y.label = f"y{turn}"
    return y


def _long_numbers() -> Value:
    x1, w1, x2, w2 = Value(2.0), Value(-3.123456), Value(1e-7), Value(123456.789)
    bias = Value(6.8813735870195432, label="b")
    return (x1 * w1 + x2 * w2 + bias).tanh()


def _every_operation() -> Value:
    x, y = Value(0.5, label="x"), Value(2.0, label="y")
    unary = (-x).exp() + y.log() + x.tanh() + x.relu() + x.sigmoid() + y.sqrt()
    return (unary / y) ** x - 1 / y + 2**x - (y - 1)


def traces() -> dict[str, Any]:
    """Return the trace of every example, by name."""
    programs = {
        "chain": _chain,
        "sumTimesB": _sum_times_b,
        "squaredError": _squared_error,
        "twice": _twice,
        "diamond": _diamond,
        "doubling": _doubling,
        "longNumbers": _long_numbers,
        "everyOperation": _every_operation,
    }
    return {name: trace(program()) for name, program in programs.items()}


MADE = {"traces.json": traces, "model-traces.json": model_traces, "scores.json": scores}


def text_of(file: str) -> str:
    """Return the text of a file, one trace or score a line, without the versions of packages."""
    made = {name: one | {"versions": {}} for name, one in MADE[file]().items()}
    lines = (f"{json.dumps(name)}: {json.dumps(one)}" for name, one in made.items())
    return "{\n" + ",\n".join(lines) + "\n}\n"


if __name__ == "__main__":
    for file in MADE:
        (Path(__file__).parent / file).write_text(text_of(file), encoding="utf-8")
