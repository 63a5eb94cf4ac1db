"""New numbers for the leaves of a figure, computed by the engine for the front end."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

from tapewalk.scalar.value import Value
from tapewalk.trace.format import Trace, encode_number
from tapewalk.trace.tracing import trace

_INFIX: dict[str, Callable[..., Any]] = {
    "add": operator.add,
    "sub": operator.sub,
    "mul": operator.mul,
    "div": operator.truediv,
    "pow": operator.pow,
    "neg": operator.neg,
}


def moved(walk: Trace, leaves: dict[str, float | str]) -> dict[str, Any]:
    """Return what the operations of a trace give at other leaves.

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
    sources: list[dict[int, int]] = [{} for _ in walk["nodes"]]  # by the slot of the operand
    for edge in walk["edges"]:
        sources[edge["to"]][edge["slot"]] = edge["from"]
    made: list[Value] = []
    try:
        for node in walk["nodes"]:
            at, op = node["id"], node["op"]
            if op == "leaf":
                value = Value(float(leaves.get(f"x{at}", node["value"])))
            else:
                given: dict[int, Any] = {slot: made[source] for slot, source in sources[at].items()}
                given |= {entry["slot"]: float(entry["value"]) for entry in node["constants"]}
                function = _INFIX.get(op) or operator.methodcaller(op)
                value = function(*(given[slot] for slot in sorted(given)))
            value.label = node["label"]
            made.append(value)
    except (ArithmeticError, ValueError) as error:
        reported = {"type": type(error).__name__, "sentence": str(error), "line": len(made) + 1}
        return {"trace": None, "error": reported, "reached": {f"x{i}": v for i, v in _known(made)}}
    return {"trace": trace(made[-1]), "error": None, "reached": {}}


def _known(made: list[Value]) -> list[tuple[int, list[Any]]]:
    """Return each value's number and local gradients, as traces write them."""
    return [
        (i, [encode_number(value.data), [encode_number(x) for x in value.local_gradients]])
        for i, value in enumerate(made)
    ]
