"""The curves of a lens: an operation against an operand, the root against a leaf, point by point.

Which curves there are, and how far they reach, `lib/live/sampling.js` says for pages and notebooks.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from tapewalk.scalar.value import Value
from tapewalk.trace.format import Trace, encode_number
from tapewalk.widgets.operations import Operation, operations


def sampled(
    walk: Trace,
    curves: list[dict[str, Any]],
    leaves: dict[str, float | str],
    at: list[float | str],
) -> list[list[float | str]]:
    """Return the numbers along each curve, from its first point to its last.

    Where the engine refuses a value there is NaN, and the curve has a gap.

    Args:
        walk: A trace of single numbers.
        curves: What each is of, the `edge` of an operand or a `leaf`, and where it runs: from
            `least` to `most` in so many `parts`.
        leaves: The numbers of the leaves by name, `x0` for node 0; the root is computed from them.
        at: The number of each node, for the operands that stay.

    Example:
        >>> from tapewalk import Value, trace
        >>> square = trace(Value(3.0) ** 2)
        >>> sampled(square, [{"edge": 0, "least": -1.0, "most": 1.0, "parts": 2}], {}, [3.0, 9.0])
        [[1.0, 0.0, 1.0]]
    """
    steps = operations(walk)
    numbers = [float(number) for number in at]
    given = {
        node["id"]: float(leaves.get(f"x{node['id']}", node["value"]))
        for node in walk["nodes"]
        if node["op"] == "leaf"
    }

    def function(curve: dict[str, Any]) -> Callable[[float], float]:
        if "leaf" in curve:
            return lambda x: _root(steps, {**given, curve["leaf"]: x})
        edge = walk["edges"][curve["edge"]]
        operation, slot = steps[edge["to"]], edge["slot"]
        return lambda x: operation(numbers, {slot: Value(x)}).data

    return [_points(function(curve), curve) for curve in curves]


def _points(function: Callable[[float], float], curve: dict[str, Any]) -> list[float | str]:
    least, most, parts = float(curve["least"]), float(curve["most"]), curve["parts"]
    points: list[float | str] = []
    for i in range(parts + 1):
        try:
            y = function(least + (most - least) * i / parts)
        except (ArithmeticError, ValueError):
            y = math.nan
        points.append(encode_number(y))
    return points


def _root(steps: list[Operation | None], leaves: dict[int, float]) -> float:
    made: list[Value] = []
    for i, step in enumerate(steps):
        made.append(Value(leaves[i]) if step is None else step(made))
    return made[-1].data
