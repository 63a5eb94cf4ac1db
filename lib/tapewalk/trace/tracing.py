"""Traces: a graph and both of its passes as plain data, for every diagram, widget and grader.

A trace is a dict that `json.dumps` takes as it is. `schema.json` beside this file describes it;
`tapewalk.validate` checks one. Its entries:

`schema`
    1, the version of this format.
`engine`
    `"value"`, `"tensor"` or `"torch"`, the engine that ran.
`versions`
    The versions of the packages that ran.
`nodes`
    One entry a value, oldest first; `id` is the position. `op` is `"leaf"` or the operation's
    name, `label` its name or `null`, `value` the number, `shape` `[]` for a scalar, `group` the
    part of a model it belongs to or `null`, `requires_grad` whether gradients reach it, and
    `constants` the plain numbers folded into the operation, each with the `slot` it stands in.
`edges`
    One entry a use: `from` the operand `to` the operation that uses it, in which `slot` (0 is
    the left operand), and `local`, the derivative of the operation by that operand. Of nodes with
    several results, as PyTorch's `split` has, `result` tells which one is used, if not the first.
`forward`
    The ids of the operations in the order they ran.
`backward`
    One entry an operation, in the order the backward pass runs: the `node`, the whole `grad`
    that arrived at it (at the first of several results that got one), and what it `sends`: along
    which `edge`, the `contribution` (grad times local) and the running `total` at the receiver.
`grads`
    The gradient that each leaf ends with, by id.

In the traces of tensors, a number may be a summary: `shape`, `min`, `max`, `mean`, `norm` and, up
to 64 of them or as many as asked for, the `values`. Their nodes also tell `dtype` and what they
`saved` (`name`, `shape`, `dtype`, `bytes`, the leaf whose memory it is, `of`, and the `storage`
under it); their edges have no `local`, which would be a matrix. Their `storages` are the pieces
of memory under all that was saved, each with its `bytes` and the leaf it is `of`: several nodes
may save one of them, and a saved view keeps all of it.

JSON has no NaN and no infinities: they are the strings `"NaN"`, `"Infinity"`, `"-Infinity"`.
Ids, order and numbers depend on the program alone: the same program gives the same bytes.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any, Final

from tapewalk.graph import tape
from tapewalk.graph.reading import engines
from tapewalk.scalar.value import Value
from tapewalk.version import __version__

Trace = dict[str, Any]

MOST_VALUES: Final = 64

# What the engine calls an operation with the plain number on the left, and what it is.
_REFLECTED = {"radd": "add", "rsub": "sub", "rmul": "mul", "rdiv": "div", "rpow": "pow"}


def trace(
    root: Any,
    labels: Mapping[str, Any] | None = None,
    model: Any = None,
    values: int = MOST_VALUES,
) -> Trace:
    """Return the graph behind `root` with its forward and backward pass, as plain data.

    The graph is read and left as it is: no `grad` changes, no hook is called, and `backward` need
    not have run.

    Args:
        root: The value or tensor whose derivatives are taken, a loss for instance; ours or
            PyTorch's. A tensor keeps only what backward needs: the trace of a function that
            computes it tells every result as well.
        labels: Names for values, over those they already have: `{"a": a}` or `dict(a=a, b=b)`.
        model: A module of ours or PyTorch's; its parameters get their names, its parts become
            groups.
        values: How many entries of a tensor are listed one by one, at most. A trace that goes into
            a page weighs a third with 0; the matrix views need them.

    Returns:
        The trace, in the form described at the top of this module.

    Raises:
        TypeError: `root`, or something in `labels`, is nothing that can be traced.
        ValueError: `labels` names a value that `root` does not depend on.
        RuntimeError: A tensor has no history, or `backward` has already freed it.

    Example:
        >>> x = Value(2.0, label="x")
        >>> walk = trace(x * x)
        >>> walk["grads"]
        {'0': 4.0}
        >>> [sent["total"] for sent in walk["backward"][0]["sends"]]
        [2.0, 4.0]
    """
    if isinstance(root, Value):
        return _trace_value(root, labels or {})
    # A function's result is not there yet: its model tells whose it will be.
    told_by = model if callable(root) and model is not None else root
    homes = engines(told_by)
    # Imported here: tracing a Value needs neither NumPy nor PyTorch.
    if "torch" in homes:
        from tapewalk.trace.torch import trace_torch

        return trace_torch(root, model, labels, values)
    if "tapewalk" in homes or callable(root):
        from tapewalk.trace.tensors import trace_tensor

        return trace_tensor(root, model, labels, values)
    raise TypeError(
        f"trace() reads the graph behind a Value or a tensor, got {root!r} of type "
        f"{type(root).__name__}. Usually .data was taken too early, or every operand was a plain "
        "number: wrap at least one of them in Value(...)."
    )


def _trace_value(root: Value, labels: Mapping[str, Value]) -> Trace:
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


def encode_number(number: float) -> float | str:
    """Return `number`, or the string that stands for it where JSON has no such number."""
    if math.isfinite(number):
        return number
    if math.isnan(number):
        return "NaN"
    return "Infinity" if number > 0 else "-Infinity"


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
    pairs = zip(value.parents, value.local_gradients, strict=True)
    return [(first + i, parent, local) for i, (parent, local) in enumerate(pairs)]


def _backward_pass(
    values: Sequence[Value], ids: Mapping[int, int]
) -> tuple[list[dict[str, Any]], dict[str, float | str]]:
    """Run the backward pass beside the graph; return its events and the leaves' gradients."""
    totals = [0.0] * len(values)
    totals[-1] = 1.0
    first_edge, number_of_edges = [], 0
    for value in values:
        first_edge.append(number_of_edges)
        number_of_edges += len(value.parents)
    events = []
    for position in reversed(range(len(values))):
        value, grad = values[position], totals[position]
        if not value.parents:
            continue
        sends = []
        for offset, (_, parent, local) in enumerate(_uses(value)):
            receiver = ids[id(parent)]
            totals[receiver] += grad * local
            sends.append(
                {
                    "edge": first_edge[position] + offset,
                    "contribution": encode_number(grad * local),
                    "total": encode_number(totals[receiver]),
                }
            )
        events.append({"node": position, "grad": encode_number(grad), "sends": sends})
    leaves = {str(i): encode_number(totals[i]) for i, v in enumerate(values) if not v.parents}
    return events, leaves
