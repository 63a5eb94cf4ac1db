"""The leaves of a figure at other numbers: what the engine makes of them, for the front end."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

from tapewalk.scalar.value import Value
from tapewalk.trace.format import Trace, encode_number
from tapewalk.trace.tracing import trace

_INFIX: dict[str, Callable[..., Value]] = {
    "add": operator.add,
    "sub": operator.sub,
    "mul": operator.mul,
    "div": operator.truediv,
    "pow": operator.pow,
    "neg": operator.neg,
}


def moved(walk: Trace, leaves: dict[str, float | str]) -> dict[str, Any]:
    """Returns what the operations of a trace give at other leaves.

    The answer has the form in which the engine of a page answers: a `trace`, or the `error` that
    ended the walk, with the values that were `reached` before it.

    Args:
        walk: A trace of single numbers.
        leaves: The new numbers by name, `x0` for node 0, as JSON has them; other leaves stay.

    Example:
        >>> from tapewalk import Value, trace
        >>> moved(trace(Value(3.0) ** 2), {"x0": 5.0})["trace"]["grads"]
        {'0': 10.0}
    """
    made: list[Value] = []
    try:
        for node in walk["nodes"]:
            if node["op"] == "leaf":
                value = Value(float(leaves.get(f"x{node['id']}", node["value"])))
            else:
                value = _again(walk, node, made)
            value.label = node["label"]
            made.append(value)
    except (ArithmeticError, ValueError) as error:
        told = {"type": type(error).__name__, "sentence": str(error), "line": len(made) + 1}
        return {"trace": None, "error": told, "reached": {f"x{i}": v for i, v in _known(made)}}
    return {"trace": trace(made[-1]), "error": None, "reached": {}}


def _again(walk: Trace, node: dict[str, Any], made: list[Value]) -> Value:
    operands: dict[int, Any] = {c["slot"]: float(c["value"]) for c in node["constants"]}
    for edge in walk["edges"]:
        if edge["to"] == node["id"]:
            operands[edge["slot"]] = made[edge["from"]]
    in_order = [operands[slot] for slot in sorted(operands)]
    if node["op"] in _INFIX:
        return _INFIX[node["op"]](*in_order)
    result: Value = getattr(in_order[0], node["op"])()
    return result


def _known(made: list[Value]) -> list[tuple[int, list[Any]]]:
    """Returns each value's number and local gradients, as traces write them."""
    return [
        (i, [encode_number(value.data), [encode_number(x) for x in value.local_gradients]])
        for i, value in enumerate(made)
    ]
