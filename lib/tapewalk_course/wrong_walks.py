"""Backward passes with a mistake, as traces that a figure shows beside the right one."""

from __future__ import annotations

from collections.abc import Iterable

from tapewalk.trace.format import Trace, encode_number


def overwritten(walk: Trace) -> Trace:
    """Return the backward pass of an engine with `=` in place of `+=`: the last gradient wins.

    Args:
        walk: A trace of values.

    Returns:
        The same graph; each node sends the gradient that it has at its turn.

    Example:
        >>> from tapewalk import Value, trace
        >>> x = Value(3.0)
        >>> overwritten(trace(x * x))["grads"]
        {'0': 3.0}
    """
    return _walked(walk, [event["node"] for event in walk["backward"]], adds=False)


def hasty(walk: Trace) -> Trace:
    """Return the backward pass of an engine that runs each node as soon as it is reached.

    A gradient that arrives after a node has run is added to it, and not passed on.

    Args:
        walk: A trace of values.

    Returns:
        The same graph, traversed breadth first from the root.

    Example:
        >>> from tapewalk import Value, trace
        >>> x = Value(3.0)
        >>> a = x * 2
        >>> b = a + 1
        >>> hasty(trace(a + b * b))["grads"]  # the right one is 30
        {'0': 2.0}
    """
    root = len(walk["nodes"]) - 1
    order, seen = [root], {root}
    for node in order:
        for edge in _into(walk, node):
            parent = walk["edges"][edge]["from"]
            if parent not in seen:
                seen.add(parent)
                order.append(parent)
    return _walked(walk, [node for node in order if _into(walk, node)])


def _walked(walk: Trace, order: Iterable[int], *, adds: bool = True) -> Trace:
    """Return the backward pass that runs the nodes in this order."""
    grads = [0.0] * len(walk["nodes"])
    grads[-1] = 1.0
    events = []
    for node in order:
        grad, sends = grads[node], []
        for edge in _into(walk, node):
            use = walk["edges"][edge]
            contribution = grad * float(use["local"])
            before = grads[use["from"]] if adds else 0.0
            grads[use["from"]] = before + contribution
            entries = {"contribution": contribution, "total": grads[use["from"]]}
            sends.append({"edge": edge, **{name: encode_number(x) for name, x in entries.items()}})
        events.append({"node": node, "grad": encode_number(grad), "sends": sends})
    leaves = [node["id"] for node in walk["nodes"] if node["op"] == "leaf"]
    ends = {str(leaf): encode_number(grads[leaf]) for leaf in leaves}
    return {**walk, "backward": events, "grads": ends}


def _into(walk: Trace, node: int) -> list[int]:
    """Return the edges of a node's operands, left to right."""
    into = [i for i, edge in enumerate(walk["edges"]) if edge["to"] == node]
    return sorted(into, key=lambda i: walk["edges"][i]["slot"])
