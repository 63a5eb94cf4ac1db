"""A backward pass through PyTorch's nodes that calls no hook and changes no `.grad`.

`torch.autograd.grad` calls the hooks of tensors and modules, and fills the `.grad` of tensors with
`retain_grad`. An observer must do neither, so each node is run by itself here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, nullcontext
from itertools import compress
from typing import Any, TypeAlias

import torch
from torch.utils.checkpoint import GraphExecGroup

from tapewalk.graph.order import engine_order
from tapewalk.graph.torch_graph import AccumulateGrad

# A node, the incoming gradient of each of its results, the gradients that it sends to its operands.
Observer: TypeAlias = Callable[[Any, list[Any], tuple[Any, ...]], None]


def run(root: Any, leaves: Iterable[Any], observe: Observer | None = None) -> list[Any]:
    """Return the gradients of leaves; the graph can still be used.

    Args:
        root: The tensor, with one entry.
        leaves: The tensors whose gradients are returned, in order.
        observe: Called with each node that runs.

    Raises:
        RuntimeError: The tensor has several entries, or the graph was freed.
    """
    if root.numel() != 1:
        raise RuntimeError(
            "grad can be implicitly created only for scalar outputs: got shape "
            f"{tuple(root.shape)}. Usually a mean() or sum() is missing."
        )
    gradients: dict[int, tuple[Any, Any]] = {}
    with torch.no_grad(), ExitStack() as once:
        # A checkpoint computes its part once, not for each of its tensors.
        if GraphExecGroup._get_current_group() is None:
            once.enter_context(GraphExecGroup())
        _walk([root], [torch.ones_like(root, requires_grad=False)], gradients, observe)
    found = {key: gradient for key, (_, gradient) in gradients.items()}
    return [
        found[id(leaf)] if id(leaf) in found else torch.zeros_like(leaf, requires_grad=False)
        for leaf in leaves
    ]


def _walk(
    roots: Sequence[Any],
    given_to_roots: Sequence[Any],
    gradients: dict[int, tuple[Any, Any]],
    observe: Observer | None,
) -> None:
    """Run the graph of tensors; add each leaf and its gradient to `gradients`, by its id."""
    # An edge leads to one of the results of a node: their gradients are kept separately.
    pending: dict[Any, dict[int, Any]] = {}
    for root, grad in zip(roots, given_to_roots, strict=True):
        start = torch.autograd.graph.get_gradient_edge(root)
        _add(pending.setdefault(start.node, {}), start.output_nr, grad)
    before, starts = object(), list(pending)
    order = engine_order(
        before,
        lambda node: starts if node is before else [to for to, _ in node.next_functions],
        lambda node: 0 if node is before else node._sequence_nr(),
    )
    for node in order:
        arrived = pending.pop(node, None)
        if arrived is None:
            continue
        if isinstance(node, AccumulateGrad):
            leaf, grad = node.variable, arrived[0]
            before = gradients.get(id(leaf))
            gradients[id(leaf)] = leaf, grad if before is None else before[1] + grad
            continue
        given = _of_each_result(node, arrived)
        edges = node.next_functions
        grads = tuple(map(_fitted, edges, _sent(node, given, gradients)))
        if observe is not None:
            observe(node, given, grads)
        for (receiver, result), grad in zip(edges, grads, strict=False):
            if receiver is not None and grad is not None:
                _add(pending.setdefault(receiver, {}), result, grad)


def _add(waiting: dict[int, Any], result: int, grad: Any) -> None:
    waiting[result] = waiting[result] + grad if result in waiting else grad


def _of_each_result(node: Any, arrived: dict[int, Any]) -> list[Any]:
    """Return the gradient of each result of a node, `None` where none arrived."""
    forms = node._input_metadata
    given = [arrived.get(result) for result in range(len(forms))]
    if isinstance(node, torch.autograd.function.BackwardCFunction):
        for result, form in enumerate(forms):  # functions written in Python get zeros
            if given[result] is None:
                given[result] = torch.zeros(form.shape, dtype=form.dtype, device=form.device)
    return given


def _sent(node: Any, given: list[Any], gradients: dict[int, tuple[Any, Any]]) -> tuple[Any, ...]:
    """Return the gradients that a node sends to its operands."""
    in_python = isinstance(node, torch.autograd.function.BackwardCFunction)
    reentrant = node.name() == "CheckpointFunctionBackward"
    with _inner_backward(gradients) if reentrant else nullcontext():
        grads = node.apply(*given) if in_python else node(*given)
    grads = grads if isinstance(grads, tuple) else (grads,)
    if not in_python:
        return grads
    # It returns one for each argument, and an argument that is not a tensor has no edge.
    wanted = iter(compress(grads, node.needs_input_grad))
    return tuple(None if to is None else next(wanted) for to, _ in node.next_functions)


@contextmanager
def _inner_backward(gradients: dict[int, tuple[Any, Any]]) -> Iterator[None]:
    """Let a reentrant checkpoint, which calls `torch.autograd.backward`, call no hook either.

    It reads the gradients of its inputs from their `.grad`. Other leaves get theirs back.
    """
    original, before = torch.autograd.backward, list[tuple[Any, Any]]()

    def backward(roots: Sequence[Any], grads: Sequence[Any]) -> None:
        inner: dict[int, tuple[Any, Any]] = {}
        with torch.no_grad():
            _walk(roots, grads, inner, None)
        for key, (leaf, grad) in inner.items():
            before.append((leaf, leaf.grad))
            leaf.grad = grad
            known = gradients.get(key)
            gradients[key] = leaf, grad if known is None else known[1] + grad

    torch.autograd.backward = backward  # type: ignore[assignment]
    try:
        yield
    finally:
        torch.autograd.backward = original
        for leaf, grad in before:
            leaf.grad = grad


def _fitted(edge: tuple[Any, int], grad: Any) -> Any:
    """Return a gradient in shape and number type of the tensor that it belongs to, as PyTorch."""
    receiver, result = edge
    if receiver is None or grad is None or grad.is_sparse:
        return grad
    is_leaf = isinstance(receiver, AccumulateGrad)
    form = receiver.variable if is_leaf else receiver._input_metadata[result]
    if grad.shape != form.shape:
        grad = grad.sum_to_size(form.shape)
    return grad if grad.dtype == form.dtype else grad.to(form.dtype)
