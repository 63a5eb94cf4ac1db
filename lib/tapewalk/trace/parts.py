"""The common part of traces of tensors, ours and PyTorch's: amounts and assembly."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from tapewalk.engine.memory import Array
from tapewalk.graph import Node, Saved
from tapewalk.trace.format import Trace, encode_number
from tapewalk.version import __version__


@dataclass
class Part:
    """One node of a graph with the rest of its entry in a trace.

    Attributes:
        key: The engine's own node.
        node: The node of the walk.
        op: Name of the operation, "leaf" for a leaf.
        value: The result, if it is known.
        constants: Plain numbers among the operands, by slot.
        results_used: For each operand which result of the node that made it is used; empty if all
            nodes have one result.
    """

    key: Any
    node: Node
    op: str
    value: Array | None = None
    constants: list[dict[str, Any]] = field(default_factory=list)
    results_used: tuple[int, ...] = ()

    def entry(self, values: int) -> dict[str, Any]:
        """Return the entry of the node in a trace."""
        node, value = self.node, self.value
        number = value is not None and not value.ndim
        entry: dict[str, Any] = {
            "id": node.position,
            "op": self.op,
            "label": node.label,
            "shape": list(node.shape),
            "value": encode_number(float(value)) if number else None,  # type: ignore[arg-type]
            "group": node.group,
            "requires_grad": True,
            "constants": self.constants,
            "dtype": str(node.dtype if value is None else value.dtype),
            "saved": [_saved(saved) for saved in node.saved],
        }
        if value is not None and not number:
            entry["summary"] = summary(value, values)
        return entry


def _saved(saved: Saved) -> dict[str, Any]:
    """Return the entry of a saved tensor in a trace."""
    return {
        "name": saved.name,
        "shape": list(saved.shape),
        "dtype": saved.dtype,
        "bytes": saved.bytes,
        "of": saved.of,
        "storage": saved.storage,
    }


def labelled(
    root: object,
    labels: Mapping[str, Any] | None,
    places: Iterable[Any],
    place: Callable[[Any], Any],
) -> tuple[dict[Any, str], dict[Any, Any]]:
    """Return the names, and the tensors that have one, by their place in a graph.

    Args:
        root: The traced tensor; it needs no name.
        labels: Tensors by their names.
        places: The leaves and nodes of the graph.
        place: Returns a tensor's place in the graph: itself, or the node that made it.

    Raises:
        ValueError: A tensor is not in the graph.
    """
    known = set(places)
    names, tensors = dict[Any, str](), {place(root): root}
    for name, tensor in (labels or {}).items():
        if place(tensor) not in known:
            raise ValueError(
                f"the label {name!r} names a tensor of shape {tuple(tensor.shape)} that no "
                "backward pass from the traced tensor reaches. Usually it does not require "
                "grad, or it was computed again after the trace's root."
            )
        names[place(tensor)], tensors[place(tensor)] = name, tensor
    return names, tensors


def summary(array: Array, values: int) -> dict[str, Any]:
    """Return smallest and largest entry, mean and norm, and up to `values` entries one by one."""
    entries = np.asarray(array)
    numbers = entries.astype(np.float64)
    facts: dict[str, Any] = {"shape": list(numbers.shape)}
    if numbers.size:
        with np.errstate(all="ignore"):
            facts |= {
                "min": encode_number(_shortest(entries.min())),
                "max": encode_number(_shortest(entries.max())),
                "mean": encode_number(float(numbers.mean())),
                "norm": encode_number(float(np.sqrt((numbers * numbers).sum()))),
            }
    if numbers.size <= values:
        facts["values"] = [encode_number(_shortest(n)) for n in entries.reshape(-1)]
    return facts


def _shortest(entry: Any) -> float:
    """Return an entry with as few digits as identify it in its type: a page has thousands.

    A number in single precision needs nine digits, and in double precision it would have seventeen.
    """
    return float(str(entry)) if entry.dtype in (np.float32, np.float16) else float(entry)


def amount(array: object, values: int) -> Any:
    """Return the entry of a gradient in a trace: a number, or the summary of an array."""
    array = np.asarray(array)
    return summary(array, values) if array.ndim else encode_number(float(array))


def assemble(
    engine: str,
    versions: Mapping[str, str],
    parts: Iterable[Part],
    events: Iterable[tuple[Any, Sequence[Any], tuple[Any, ...]]],
    values: int,
) -> Trace:
    """Return a trace.

    Args:
        engine: Name of the engine, "tensor" or "torch".
        versions: Versions of the packages that ran, besides this one.
        parts: The nodes, each after its parents; the root is the last.
        events: In the order of the backward pass a node's key, the incoming gradients of its
            results, and the gradients that it returned.
        values: The most entries of a tensor that are listed one by one.
    """
    listed = list(parts)
    ids = {part.key: position for position, part in enumerate(listed)}
    slots: dict[tuple[int, int], int] = {}
    edges: list[dict[str, int]] = []
    for position, part in enumerate(listed):
        for slot, parent in enumerate(part.node.next_functions):
            if parent is not None:
                slots[position, slot] = len(edges)
                edges.append({"from": parent, "to": position, "slot": slot})
                if any(part.results_used[slot : slot + 1]):
                    edges[-1]["result"] = part.results_used[slot]
    storages = {saved.storage: saved for part in listed for saved in part.node.saved}
    totals: dict[tuple[int, int], Any] = {}  # by node, and which of its results
    backward = [
        _event(ids[key], arrived, grads, slots, edges, totals, values)
        for key, arrived, grads in events
    ]
    if not edges:
        totals[0, 0] = np.ones(())  # a leaf alone
    leaves = [i for i, part in enumerate(listed) if part.op == "leaf"]
    return {
        "schema": 1,
        "engine": engine,
        "versions": {"tapewalk": __version__, **versions},
        "nodes": [part.entry(values) for part in listed],
        "edges": edges,
        "forward": [i for i, part in enumerate(listed) if part.op != "leaf"],
        "backward": backward,
        "grads": {str(i): amount(totals[i, 0], values) for i in leaves if (i, 0) in totals},
        "storages": [{"bytes": s.storage_bytes, "of": s.of} for s in storages.values()],
    }


def _event(
    node: int,
    arrived: Sequence[Any],
    grads: tuple[Any, ...],
    slots: Mapping[tuple[int, int], int],
    edges: list[dict[str, int]],
    totals: dict[tuple[int, int], Any],
    values: int,
) -> dict[str, Any]:
    sends = []
    for slot, sent in enumerate(grads):
        edge = slots.get((node, slot))
        if edge is None or sent is None:
            continue
        receiver = edges[edge]["from"], edges[edge].get("result", 0)
        totals[receiver] = totals[receiver] + sent if receiver in totals else np.array(sent)
        total = amount(totals[receiver], values)
        sends.append({"edge": edge, "contribution": amount(sent, values), "total": total})
    incoming = {i: amount(grad, values) for i, grad in enumerate(arrived) if grad is not None}
    event = {"node": node, "grad": incoming[min(incoming)], "sends": sends}
    if len(arrived) > 1:
        event["results"] = [{"result": i, "grad": grad} for i, grad in incoming.items()]
    return event
