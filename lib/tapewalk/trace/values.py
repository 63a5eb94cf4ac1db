"""Traces of scalar graphs, in the form described in `tapewalk.trace.format`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from tapewalk.scalar.tape import tape
from tapewalk.scalar.value import Value
from tapewalk.trace.format import encode_number
from tapewalk.version import __version__

if TYPE_CHECKING:
    from tapewalk.trace.format import Trace

# The engine's name of an operation with the plain number on the left, and its usual name.
_REFLECTED = {"radd": "add", "rsub": "sub", "rmul": "mul", "rdiv": "div", "rpow": "pow"}


def trace_value(root: Value, labels: Mapping[str, Value]) -> Trace:
    """Return the graph of a value with both of its passes, as plain data.

    Args:
        root: The value that is differentiated.
        labels: Names for values, which replace those they have.

    Returns:
        The trace. No `grad` changes.

    Raises:
        TypeError: Something in `labels` is not a value.
        ValueError: `labels` names a value that `root` does not depend on.

    Example:
        >>> x = Value(2.0, label="x")
        >>> trace_value(x * x, {})["grads"]
        {'0': 4.0}
    """
    values = tape(root)
    ids = {id(value): position for position, value in enumerate(values)}
    names = _names(values, ids, labels)
    edges = [
        {"from": ids[id(parent)], "to": position, "slot": slot, "local": encode_number(local)}
        for position, value in enumerate(values)
        for slot, parent, local in _uses(value)
    ]
    backward, grads = _backward_pass(values, ids)
    return {
        "schema": 1,
        "engine": "value",
        "versions": {"tapewalk": __version__},
        "nodes": [_node(position, value, names) for position, value in enumerate(values)],
        "edges": edges,
        "forward": [position for position, value in enumerate(values) if value.parents],
        "backward": backward,
        "grads": grads,
    }


def _names(
    values: Sequence[Value], ids: Mapping[int, int], labels: Mapping[str, Value]
) -> dict[int, str]:
    """Return the label of each position that has one."""
    names = {position: value.label for position, value in enumerate(values) if value.label}
    for name, value in labels.items():
        if not isinstance(value, Value):
            raise TypeError(
                f"labels name Values, but {name!r} is {value!r} of type {type(value).__name__}. "
                "Usually a plain number of the expression was listed too: leave it out."
            )
        if id(value) not in ids:
            raise ValueError(
                f"the label {name!r} names {value!r}, which the traced value does not depend on. "
                "Usually it was computed again after the trace's root: trace the newer one."
            )
        names[ids[id(value)]] = name
    return names


def _node(position: int, value: Value, names: Mapping[int, str]) -> dict[str, Any]:
    constants = []
    if value.constant is not None:
        slot = 0 if value.op in _REFLECTED else 1
        constants.append({"slot": slot, "value": encode_number(value.constant)})
    return {
        "id": position,
        "op": _REFLECTED.get(value.op, value.op),
        "label": names.get(position),
        "shape": [],
        "value": encode_number(value.data),
        "group": None,
        "requires_grad": True,
        "constants": constants,
    }


def _uses(value: Value) -> list[tuple[int, Value, float]]:
    """Return slot, operand and local gradient of each operand that is a Value."""
    first = 1 if value.op in _REFLECTED else 0
    locals_ = value.local_gradients
    return [(first + i, parent, locals_[i]) for i, parent in enumerate(value.parents)]


def _backward_pass(
    values: Sequence[Value], ids: Mapping[int, int]
) -> tuple[list[dict[str, Any]], dict[str, float | str]]:
    """Return the events of the backward pass and the leaves' gradients. No `grad` changes."""
    first_edge, number_of_edges = [], 0
    for value in values:
        first_edge.append(number_of_edges)
        number_of_edges += len(value.parents)
    events: list[dict[str, Any]] = []

    def note(value: Value, position: int, sent: float) -> None:
        node = ids[id(value)]
        if not position:
            events.append({"node": node, "grad": encode_number(value.grad), "sends": []})
        events[-1]["sends"].append(
            {
                "edge": first_edge[node] + position,
                "contribution": encode_number(sent),
                "total": encode_number(value.parents[position].grad),
            }
        )

    before = [value.grad for value in values]
    try:
        for value in values:
            value.grad = 0.0
        values[-1].backward(observe=note)
        leaves = {str(i): encode_number(v.grad) for i, v in enumerate(values) if not v.parents}
    finally:
        for i, grad in enumerate(before):
            values[i].grad = grad
    return events, leaves
