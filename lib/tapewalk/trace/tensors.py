"""Traces of tensor graphs, in the form described in `tapewalk.trace.format`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from tapewalk.engine import backward
from tapewalk.engine.function import Function, Output
from tapewalk.engine.memory import Array
from tapewalk.engine.observing import observing
from tapewalk.engine.pytorch_form import Arriving
from tapewalk.graph.reading import nodes, oldest_first
from tapewalk.graph.tensor_graph import TensorGraph
from tapewalk.tensor.tensor import Tensor
from tapewalk.trace.format import MOST_VALUES, Trace, encode_number
from tapewalk.trace.parts import Part, assemble, labelled


class Recorder:
    """The results and plain numbers of the operations that it observes."""

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
    model: object = None,
    labels: Mapping[str, Tensor] | None = None,
    values: int = MOST_VALUES,
) -> Trace:
    """Return the graph of a tensor with its backward pass, as plain data.

    A graph keeps only the values that backward needs, so a tensor's trace has shapes, saved values
    and gradients. The trace of a function that computes the tensor has every result as well.

    Args:
        target: A tensor, a loss for instance, or a function that computes it.
        model: A module, for the names of parameters and groups.
        labels: Names for leaves, which replace those of the model, and for results, whose entries
            are then listed as well.
        values: The most entries of a tensor that are listed one by one.

    Returns:
        The trace. No `grad` changes, no hook is called, and the graph can still be used.

    Raises:
        TypeError: The function returns something else.
        ValueError: `labels` names a tensor that is not in the graph.
        RuntimeError: The tensor has no history, or `backward` has already freed it.

    Example:
        >>> x = Tensor([1.0, 2.0], requires_grad=True)
        >>> recorded = trace_tensor(lambda: (x * x).sum(), labels={"x": x})
        >>> [node["op"] for node in recorded["nodes"]]
        ['leaf', 'Mul', 'Sum']
        >>> recorded["grads"]["0"]["values"]
        [2.0, 4.0]
    """
    recorder = Recorder()
    if isinstance(target, Tensor):
        root = target
    else:
        with observing(recorder):
            root = target()
        if not isinstance(root, Tensor):
            raise TypeError(
                f"the function to trace returned {root!r} of type {type(root).__name__}, not a "
                "Tensor. Usually a return is missing; for a PyTorch model, pass model= as well."
            )
    start = [(root, root._start(None))]
    graph = TensorGraph(root, model)
    order = oldest_first(graph)
    names, tensors = labelled(root, labels, order, backward.place)
    leaves = [place for place in order if isinstance(place, Tensor)]
    events: list[tuple[Any, Any, tuple[Any, ...]]] = []
    backward.run(
        start,
        retain_graph=True,
        wanted=leaves,
        observe=lambda node, grad, sent: events.append(
            (node, _by_result(grad), tuple([_single(g) for g in sent]))
        ),
        hooks=False,
    )
    parts = []
    for key, node in zip(order, nodes(graph, order, graph.parameters | names), strict=True):
        op, result = node.op, tensors.get(key)
        if node.is_leaf:
            op, result = "leaf", node.variable
        value = recorder.results.get(key)
        if value is None and result is not None:
            value = result._data
        used = (key.position,) if isinstance(key, Output) else ()
        parts.append(Part(key, node, op, value, recorder.constants.get(key, []), used))
    return assemble("tensor", {"numpy": np.__version__}, parts, events, values)


def _by_result(grad: Any) -> tuple[Any, ...]:
    """Return the incoming gradient of each result, `None` where there is none."""
    if not isinstance(grad, Arriving):
        return (grad,)
    # A node with several results gets them in this form, even if only the first was used.
    return tuple([grad.get(i) for i in range(max(2, max(grad) + 1))])


def _single(grad: Any) -> Any:
    """Return a gradient, the first one if there are several results."""
    return grad[min(grad)] if isinstance(grad, Arriving) else grad
