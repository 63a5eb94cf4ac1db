"""Traces of PyTorch's graphs, in the same form as our own."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

import torch

from tapewalk.graph.reading import nodes, oldest_first
from tapewalk.graph.recording import FunctionCall, Listening, Recorder
from tapewalk.graph.torch_backward import run
from tapewalk.graph.torch_graph import TorchGraph
from tapewalk.trace.format import MOST_VALUES, Trace
from tapewalk.trace.parts import Part, assemble, labelled


def trace_torch(
    target: Any,
    model: Any = None,
    labels: Mapping[str, Any] | None = None,
    values: int = MOST_VALUES,
) -> Trace:
    """Return the graph of a PyTorch tensor with its backward pass, as plain data.

    Args:
        target: A tensor, or a function that computes it. Groups need the function, because
            PyTorch's nodes don't know their module.
        model: A `torch.nn.Module`, for the names of parameters and groups.
        labels: Names for leaves, which replace those of the model, and for results, whose entries
            are then listed as well.
        values: The most entries of a tensor that are listed one by one.

    Returns:
        The trace. No `.grad` changes, no hook is called, and the graph can still be used. It has
        the results of PyTorch's functions, but not of the intermediate nodes.

    Raises:
        ValueError: `labels` names a tensor that is not in the graph.
        RuntimeError: The tensor has no history, or `backward` has already freed it.
    """
    results: dict[Any, Any] = {}
    calls: list[tuple[int, int, str]] = []
    root = target
    if not isinstance(target, torch.Tensor):
        with Recorder(model, partial(_note_result, results)) as recorder:
            root = target()
        calls = recorder.calls
    graph = TorchGraph(root, model, calls)
    order = oldest_first(graph)
    leaves = {node: leaf for node in order if (leaf := graph.leaf(node)) is not None}
    places = [leaves.get(node, node) for node in order]
    names, tensors = labelled(root, labels, places, lambda tensor: tensor.grad_fn or tensor)
    events: list[tuple[Any, Any, tuple[Any, ...]]] = []

    def note(node: object, arrived: list[Any], sent: tuple[Any, ...]) -> None:
        of_results, grads = (
            tuple([None if grad is None else _array(grad) for grad in given])
            for given in (arrived, sent)
        )
        events.append((node, of_results, grads))

    run(root, leaves.values(), note)
    parts = []
    for key, node in zip(order, nodes(graph, order, graph.parameters | names), strict=True):
        op, result = node.name, tensors.get(key)
        if node.is_leaf:
            op, result = "leaf", node.variable
        value = results.get(key)
        if value is None and result is not None:
            value = _array(result)
        results_used = () if node.is_leaf else tuple([nr for _, nr in key.next_functions])
        parts.append(Part(key, node, op, value, results_used=results_used))
    return assemble("torch", {"torch": torch.__version__}, parts, events, values)


def _array(tensor: Any) -> Any:
    """Return a tensor as a NumPy array. NumPy has no bfloat16."""
    on_cpu = tensor.detach().cpu()
    return (on_cpu.float() if str(on_cpu.dtype) == "torch.bfloat16" else on_cpu).numpy().copy()


def _note_result(results: dict[Any, Any], _: FunctionCall) -> Listening:
    result = yield
    if isinstance(result, torch.Tensor) and result.grad_fn is not None:
        results[result.grad_fn] = _array(result)
