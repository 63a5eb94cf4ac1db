"""The backward pass of a graph of PyTorch's, beside PyTorch: no hook is called, no `.grad` changes.

`torch.autograd.grad` calls the hooks of tensors and modules, and fills the `.grad` of what asked
for `retain_grad`. Whoever only looks on must do neither: here each node is run by itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from operator import methodcaller
from typing import Any, TypeAlias

import torch

from tapewalk.graph.order import engine_order
from tapewalk.graph.torch_graph import AccumulateGrad

# A node, the gradients that arrived for each of its results, those that it sends to its operands.
Observer: TypeAlias = Callable[[Any, list[Any], tuple[Any, ...]], None]


def run(root: Any, leaves: Iterable[Any], observe: Observer | None = None) -> list[Any]:
    """Returns the gradients of leaves; the graph can still be used.

    Args:
        root: The tensor, with one entry.
        leaves: The tensors whose gradients are returned, in order.
        observe: Called with each node that runs.

    Raises:
        RuntimeError: The tensor has several entries, the graph was freed, or a part of it is a
            reentrant checkpoint, which computes gradients of its own.
    """
    if root.numel() != 1:
        raise RuntimeError(
            "grad can be implicitly created only for scalar outputs: got shape "
            f"{tuple(root.shape)}. Usually a mean() or sum() is missing."
        )
    start = torch.autograd.graph.get_gradient_edge(root)
    order = engine_order(
        start.node,
        lambda node: [receiver for receiver, _ in node.next_functions],
        methodcaller("_sequence_nr"),
    )
    # An edge leads to one of the results of a node: their gradients are kept apart.
    pending: dict[Any, dict[int, Any]] = {
        start.node: {start.output_nr: torch.ones_like(root, requires_grad=False)}
    }
    gradients: dict[int, Any] = {}
    with torch.no_grad():
        for node in order:
            arrived = pending.pop(node, None)
            if arrived is None:
                continue
            if isinstance(node, AccumulateGrad):
                gradients[id(node.variable)] = arrived[0]
                continue
            given = _of_each_result(node, arrived)
            edges = node.next_functions
            grads = tuple(map(_fitted, edges, _sent(node, given)))
            if observe is not None:
                observe(node, given, grads)
            for (receiver, result), grad in zip(edges, grads, strict=False):
                if receiver is None or grad is None:
                    continue
                waiting = pending.setdefault(receiver, {})
                waiting[result] = waiting[result] + grad if result in waiting else grad
    return [gradients.get(id(leaf), torch.zeros_like(leaf, requires_grad=False)) for leaf in leaves]


def _of_each_result(node: Any, arrived: dict[int, Any]) -> list[Any]:
    """Returns the gradient of each result of a node, `None` where none arrived."""
    forms = getattr(node, "_input_metadata", None)  # PyTorch 2.4 has none
    count = max(len(forms or ()), max(arrived) + 1)
    given = [arrived.get(result) for result in range(count)]
    if forms and isinstance(node, torch.autograd.function.BackwardCFunction):
        for result, form in enumerate(forms):  # functions written in Python get zeros
            if given[result] is None:
                given[result] = torch.zeros(form.shape, dtype=form.dtype, device=form.device)
    return given


def _sent(node: Any, given: list[Any]) -> tuple[Any, ...]:
    """Returns what a node sends to its operands."""
    if node.name() == "CheckpointFunctionBackward":
        raise RuntimeError(
            "a checkpoint with use_reentrant=True runs a backward pass of its own, which would "
            "change the .grad of parameters: only backward() can go through it. Pass "
            "use_reentrant=False."
        )
    in_python = isinstance(node, torch.autograd.function.BackwardCFunction)
    grads = node.apply(*given) if in_python else node(*given)
    return grads if isinstance(grads, tuple) else (grads,)


def _fitted(edge: tuple[Any, int], grad: Any) -> Any:
    """Returns a gradient in the shape and number type of what it is the gradient of, as PyTorch."""
    (receiver, result), form = edge, None
    if receiver is None or grad is None:
        return grad
    if isinstance(receiver, AccumulateGrad):
        form = receiver.variable
    elif getattr(receiver, "_input_metadata", None):
        form = receiver._input_metadata[result]
    if form is None or grad.is_sparse:
        return grad
    if grad.shape != form.shape:
        grad = grad.sum_to_size(form.shape)
    return grad if grad.dtype == form.dtype else grad.to(form.dtype)
