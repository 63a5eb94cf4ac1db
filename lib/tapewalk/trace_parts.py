"""What traces of tensor graphs have in common, ours and PyTorch's: amounts, groups, assembly."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from tapewalk.memory import Array
from tapewalk.trace import Trace, encode_number
from tapewalk.version import __version__

MOST_VALUES = 64  # entries that a summary lists one by one


@dataclass
class Part:
    """One node of a graph: an operation, or a leaf (then there are no parents).

    Attributes:
        key: What the engine knows the node by.
        op: Name of the operation, "leaf" for a leaf.
        parents: Key of each operand that has a gradient, `None` for the others.
        label: Its name, if any.
        value: The result, if it was seen.
        shape: Shape of the result.
        dtype: Number type of the result.
        group: The part of the model that made it.
        constants: Plain numbers among the operands, by slot.
        saved: What the node keeps for backward.
    """

    key: Any
    op: str
    parents: tuple[Any, ...] = ()
    label: str | None = None
    value: Array | None = None
    shape: tuple[int, ...] | None = None
    dtype: str | None = None
    group: str | None = None
    constants: list[dict[str, Any]] = field(default_factory=list)
    saved: list[dict[str, Any]] = field(default_factory=list)

    def entry(self, position: int) -> dict[str, Any]:
        """Return the node as a trace lists it."""
        shape = self.shape if self.value is None else self.value.shape
        number = self.value is not None and not self.value.ndim
        node: dict[str, Any] = {
            "id": position,
            "op": self.op,
            "label": self.label,
            "shape": list(shape or ()),
            "value": encode_number(float(self.value)) if number else None,  # type: ignore[arg-type]
            "group": self.group,
            "requires_grad": True,
            "constants": self.constants,
            "dtype": str(self.dtype if self.value is None else self.value.dtype),
            "saved": self.saved,
        }
        if self.value is not None and not number:
            node["summary"] = summary(self.value)
        return node


class Storages:
    """The pieces of memory under the saved arrays, numbered as they are met.

    Two saved arrays may be one piece of memory: a result that the next operation saves again, a
    transposed view, a parameter. Whoever adds up bytes must count it once.

    Attributes:
        listed: For each, its size in `bytes`, and `of`, the leaf whose memory it is.
    """

    def __init__(self, owners: Mapping[int, str]) -> None:
        """Take the name of each leaf, by what identifies its memory."""
        self.listed: list[dict[str, Any]] = []
        self._owners = owners
        self._numbers: dict[int, int] = {}
        self._kept: list[Any] = []  # freed memory could come back under another array

    def saved(self, array: Any, memory: int, size: int, name: str | None = None) -> dict[str, Any]:
        """Return what a trace tells of a saved array or tensor.

        Args:
            array: A NumPy array or a PyTorch tensor.
            memory: What identifies the memory it stands on.
            size: Bytes of that memory.
            name: What the engine calls it.
        """
        self._kept.append(array)
        of = self._owners.get(memory)
        if memory not in self._numbers:
            self._numbers[memory] = len(self.listed)
            self.listed.append({"bytes": size, "of": of})
        return {
            "name": name,
            "shape": list(array.shape),
            "dtype": str(array.dtype).removeprefix("torch."),
            "bytes": array.nbytes,
            "of": of,
            "storage": self._numbers[memory],
        }


def names_of(model: Any, labels: Mapping[str, Any] | None) -> dict[Any, str]:
    """Return the name of each parameter of a model and of each tensor that `labels` names."""
    named = {} if model is None else {tensor: name for name, tensor in model.named_parameters()}
    return named | {tensor: name for name, tensor in (labels or {}).items()}


def by_node(
    root: Any,
    labels: Mapping[str, Any] | None,
    places: Iterable[Any],
    place: Callable[[Any], Any],
) -> dict[Any, tuple[str | None, Any]]:
    """Return the tensors at hand by their place in a graph, each with the name it was given.

    Args:
        root: The traced tensor; it needs no name.
        labels: Tensors by their names.
        places: The leaves and nodes of the graph.
        place: Returns what a tensor is in the graph, itself or the node that made it.

    Raises:
        ValueError: A tensor is not in the graph.
    """
    known = set(places)
    named: dict[Any, tuple[str | None, Any]] = {place(root): (None, root)}
    for name, tensor in (labels or {}).items():
        if place(tensor) not in known:
            raise ValueError(
                f"the label {name!r} names a tensor of shape {tuple(tensor.shape)} that no "
                "gradient passes on its way back from the traced one. Usually it does not require "
                "grad, or it was computed again after the trace's root."
            )
        named[place(tensor)] = (name, tensor)
    return named


def leaf_part(key: Any, label: str | None, value: Array) -> Part:
    """Return a leaf; a parameter belongs to the module in its name."""
    group = group_name((label or "").rpartition(".")[0])
    return Part(key, "leaf", label=label, value=value, group=group)


def summary(array: Array) -> dict[str, Any]:
    """Return smallest and largest entry, mean and norm, and up to 64 entries one by one."""
    numbers = np.asarray(array, dtype=np.float64)
    told: dict[str, Any] = {"shape": list(numbers.shape)}
    if numbers.size:
        with np.errstate(all="ignore"):
            told |= {
                "min": encode_number(float(numbers.min())),
                "max": encode_number(float(numbers.max())),
                "mean": encode_number(float(numbers.mean())),
                "norm": encode_number(float(np.sqrt((numbers * numbers).sum()))),
            }
    if numbers.size <= MOST_VALUES:
        told["values"] = [encode_number(float(n)) for n in numbers.reshape(-1)]
    return told


def amount(array: Any) -> Any:
    """Return a gradient as a trace lists it: a number, or the summary of more."""
    array = np.asarray(array)
    return summary(array) if array.ndim else encode_number(float(array))


def group_name(path: str) -> str | None:
    """Return the words of a module's dotted name, numbers beside their list.

    Example:
        >>> group_name("blocks.0.attention.q")
        'blocks 0 / attention / q'
    """
    words: list[str] = []
    for word in path.split("."):
        if word.isdigit() and words:
            words[-1] += f" {word}"
        elif word:
            words.append(word)
    return " / ".join(words) or None


def assemble(
    engine: str,
    versions: Mapping[str, str],
    parts: Iterable[Part],
    events: Iterable[tuple[Any, Any, tuple[Any, ...]]],
    storages: Storages,
) -> Trace:
    """Return a trace.

    Args:
        engine: Name of the engine, "tensor" or "torch".
        versions: Versions of the packages that ran, besides this one.
        parts: The nodes, each after its parents; the root is the last.
        events: In the order of the backward pass a node's key, the gradient that arrived, and
            those it returned.
        storages: The memory under what the nodes saved.
    """
    listed = list(parts)
    ids = {part.key: position for position, part in enumerate(listed)}
    slots: dict[tuple[int, int], int] = {}
    edges: list[dict[str, int]] = []
    for position, part in enumerate(listed):
        for slot, parent in enumerate(part.parents):
            if parent is not None:
                slots[position, slot] = len(edges)
                edges.append({"from": ids[parent], "to": position, "slot": slot})
    totals: dict[int, Any] = {}
    backward = [_event(ids[key], grad, grads, slots, edges, totals) for key, grad, grads in events]
    if not edges:
        totals[0] = np.ones(())  # a leaf alone
    leaves = [i for i, part in enumerate(listed) if part.op == "leaf"]
    return {
        "schema": 1,
        "engine": engine,
        "versions": {"tapewalk": __version__, **versions},
        "nodes": [part.entry(position) for position, part in enumerate(listed)],
        "edges": edges,
        "forward": [i for i, part in enumerate(listed) if part.op != "leaf"],
        "backward": backward,
        "grads": {str(i): amount(totals[i]) for i in leaves if i in totals},
        "storages": storages.listed,
    }


def _event(
    node: int,
    grad: Any,
    grads: tuple[Any, ...],
    slots: Mapping[tuple[int, int], int],
    edges: list[dict[str, int]],
    totals: dict[int, Any],
) -> dict[str, Any]:
    sends = []
    for slot, sent in enumerate(grads):
        edge = slots.get((node, slot))
        if edge is None or sent is None:
            continue
        receiver = edges[edge]["from"]
        totals[receiver] = totals[receiver] + sent if receiver in totals else np.array(sent)
        total = amount(totals[receiver])
        sends.append({"edge": edge, "contribution": amount(sent), "total": total})
    return {"node": node, "grad": amount(grad), "sends": sends}


def in_order(nodes: Iterable[Any], parents: Callable[[Any], Iterable[Any]]) -> list[Any]:
    """Return nodes, oldest first, with each leaf just before the first node that uses it."""
    order: dict[Any, None] = {}
    for node in nodes:
        for parent in parents(node):
            if parent is not None:
                order.setdefault(parent)
        order[node] = None
    return list(order)
