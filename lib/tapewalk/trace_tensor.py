"""Traces of tensor graphs, in the form described in `tapewalk.trace`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from tapewalk import engine
from tapewalk.function import Function
from tapewalk.memory import Array, owner
from tapewalk.tensor import Tensor
from tapewalk.trace import Trace, encode_number
from tapewalk.trace_parts import (
    Part,
    Storages,
    assemble,
    by_node,
    group_name,
    in_order,
    leaf_part,
    names_of,
)
from tapewalk.watching import watching


class Recorder:
    """Remembers results and plain numbers of the operations that run while it watches."""

    def __init__(self) -> None:
        self.results: dict[Function, Array] = {}
        self.constants: dict[Function, list[dict[str, Any]]] = {}

    def __call__(self, node: Function, inputs: tuple[Any, ...], result: Tensor) -> None:
        """Note one operation."""
        self.results[node] = result._data.copy()  # a write may come later
        self.constants[node] = [
            {"slot": slot, "value": encode_number(float(x))}
            for slot, x in enumerate(inputs)
            if isinstance(x, (int, float))
        ]


def trace_tensor(
    target: Tensor | Callable[[], Tensor],
    model: Any = None,
    labels: Mapping[str, Tensor] | None = None,
) -> Trace:
    """Return the graph behind a tensor with its backward pass, as plain data.

    A graph keeps only what backward needs. So a tensor's trace has shapes, saved values and
    gradients; given the function that computes it, the trace has every result as well.

    Args:
        target: A tensor, a loss for instance, or a function that computes it.
        model: A module: its parameters get their names, its parts become groups.
        labels: Names for leaves, over those of the model, and for results, whose entries are then
            told as well.

    Returns:
        The trace. No `grad` changes, and the graph can still be used.

    Raises:
        TypeError: The function returns something else.
        ValueError: `labels` names a tensor that no gradient of `target` passes.
        RuntimeError: The tensor has no history, or `backward` has already freed it.

    Example:
        >>> x = Tensor([1.0, 2.0], requires_grad=True)
        >>> walk = trace_tensor(lambda: (x * x).sum(), labels={"x": x})
        >>> [node["op"] for node in walk["nodes"]]
        ['leaf', 'Mul', 'Sum']
        >>> walk["grads"]["0"]["values"]
        [2.0, 4.0]
    """
    recorder = Recorder()
    if isinstance(target, Tensor):
        root = target
    else:
        with watching(recorder):
            root = target()
        if not isinstance(root, Tensor):
            raise TypeError(
                f"the function to trace returned {root!r} of type {type(root).__name__}, not a "
                "Tensor. Usually a return is missing; for a PyTorch model, pass model= as well."
            )
    events: list[tuple[Any, Any, tuple[Any, ...]]] = []
    start = [(root, root._start(None))]
    nodes = engine.behind([engine.place(root)])
    places = in_order(nodes, lambda node: node.parents) or [root]
    leaves = [place for place in places if isinstance(place, Tensor)]
    engine.run(start, retain_graph=True, wanted=leaves, observe=lambda *seen: events.append(seen))
    names = names_of(model, labels)
    labelled = by_node(root, labels, places, engine.place)
    groups = _groups(nodes, model)
    storages = Storages({id(owner(leaf._data)): names.get(leaf, "leaf") for leaf in leaves})
    forms = {node: (grad.shape, grad.dtype) for node, grad, _ in events}
    parts = []
    for place in places:
        if isinstance(place, Tensor):
            parts.append(leaf_part(place, names.get(place), place._data))
            continue
        shape, dtype = forms[place]
        label, result = labelled.get(place, (None, None))
        seen = recorder.results.get(place)
        parts.append(
            Part(
                key=place,
                op=type(place).__name__,
                parents=place.parents,
                label=label,
                value=result._data if seen is None and result is not None else seen,
                shape=shape,
                dtype=str(dtype),
                group=groups.get(place),
                constants=recorder.constants.get(place, []),
                saved=[_saved(a, storages) for a in place.saved if isinstance(a, np.ndarray)],
            )
        )
    return assemble("tensor", {"numpy": np.__version__}, parts, events, storages)


def _saved(array: Array, storages: Storages) -> dict[str, Any]:
    base = owner(array)
    return storages.saved(array, memory=id(base), size=base.nbytes)


def _groups(nodes: list[Function], model: Any) -> dict[Function, str | None]:
    """Return the name of the innermost module that made each node.

    A module's call leaves on its result the number at which it began: the nodes numbered between
    are its own, and those of the modules that it called.
    """
    paths = {} if model is None else {id(m): path for path, m in model.named_modules()}
    calls = sorted(
        (start, node.number, paths.get(module, name))
        for node in nodes
        for start, module, name in node.modules
    )
    groups = {}
    for node in nodes:
        inside = [name for start, end, name in calls if start < node.number <= end]
        path = (inside[-1:] or [""])[0] if model is not None else ".".join(inside)
        groups[node] = group_name(path)
    return groups
