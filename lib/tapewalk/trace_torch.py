"""Traces of PyTorch's graphs, in the same form as our own."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from tapewalk.trace import Trace
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


def trace_torch(target: Any, model: Any = None, labels: Mapping[str, Any] | None = None) -> Trace:
    """Return the graph behind a PyTorch tensor with its backward pass, as plain data.

    Args:
        target: A tensor, or a function that computes it; groups need the function, because
            PyTorch's nodes don't know their module.
        model: A `torch.nn.Module`: its parameters get their names, its parts become groups.
        labels: Names for leaves, over those of the model, and for results, whose entries are then
            told as well.

    Returns:
        The trace. No `.grad` changes, and the graph can still be used. Results are told for the
        nodes that PyTorch's functions returned, not for those in between.

    Raises:
        ValueError: `labels` names a tensor that no gradient of `target` passes.
        RuntimeError: The tensor has no history, or `backward` has already freed it.
    """
    import torch

    results: dict[Any, Any] = {}
    calls: list[tuple[int, int, str]] = []
    if isinstance(target, torch.Tensor):
        root = target
    else:
        with _recorded(results), _module_calls(model, calls):
            root = target()
    if root.grad_fn is None:
        raise RuntimeError(
            "element 0 of tensors does not require grad and does not have a grad_fn: there is no "
            "graph to trace. Usually requires_grad=True was forgotten, or detach() cut it."
        )
    nodes = _behind(root.grad_fn)
    order = in_order(nodes, lambda node: [n for n, _ in node.next_functions])
    names = names_of(model, labels)
    places = {node.variable if _is_leaf(node) else node for node in order}
    labelled = by_node(root, labels, places, lambda tensor: tensor.grad_fn or tensor)
    leaves = {v.untyped_storage().data_ptr(): names.get(v, "leaf") for v in _leaves(order)}
    storages = Storages(leaves)
    events = _run(root, nodes)
    forms = {node: grad for node, grad, _ in events}
    parts = []
    for node in order:
        if hasattr(node, "variable"):
            leaf = node.variable
            parts.append(leaf_part(node, names.get(leaf), _array(leaf)))
            continue
        grad = forms.get(node)
        label, result = labelled.get(node, (None, None))
        seen = results.get(node)
        parts.append(
            Part(
                key=node,
                op=node.name(),
                parents=tuple([n for n, _ in node.next_functions]),
                label=label,
                value=_array(result) if seen is None and result is not None else seen,
                shape=None if grad is None else grad.shape,
                dtype=None if grad is None else str(grad.dtype),
                group=_group(node._sequence_nr(), calls),
                saved=list(_saved(node, storages)),
            )
        )
    return assemble("torch", {"torch": torch.__version__}, parts, events, storages)


def _behind(root: Any) -> list[Any]:
    """Return the operations behind a node, itself included, oldest first; leaves are left out."""
    seen: set[Any] = set()
    stack = [root]
    while stack:
        node = stack.pop()
        if node is not None and node not in seen and not hasattr(node, "variable"):
            seen.add(node)
            stack.extend(n for n, _ in node.next_functions)
    return sorted(seen, key=lambda node: node._sequence_nr())


def _leaves(order: list[Any]) -> list[Any]:
    return [node.variable for node in order if hasattr(node, "variable")]


def _run(root: Any, nodes: list[Any]) -> list[tuple[Any, Any, tuple[Any, ...]]]:
    """Run the backward pass beside the graph; return what each node got and returned."""
    import torch

    events: list[tuple[Any, Any, tuple[Any, ...]]] = []

    def watch(node: Any) -> Any:
        def note(returned: Any, arrived: Any) -> None:
            grads = tuple([None if g is None else _array(g) for g in returned])
            events.append((node, _array(arrived[0]), grads))

        return node.register_hook(note)

    handles = [watch(node) for node in nodes]
    try:
        leaves = [n.variable for node in nodes for n, _ in node.next_functions if _is_leaf(n)]
        torch.autograd.grad(root, list(dict.fromkeys(leaves)), retain_graph=True)
    finally:
        for handle in handles:
            handle.remove()
    return events


def _is_leaf(node: Any) -> bool:
    return node is not None and hasattr(node, "variable")


def _array(tensor: Any) -> Any:
    """Return a tensor's entries as NumPy knows them; it lacks bfloat16."""
    held = tensor.detach().cpu()
    return (held.float() if str(held.dtype) == "torch.bfloat16" else held).numpy().copy()


def _saved(node: Any, storages: Storages) -> Iterator[dict[str, Any]]:
    """Yield what a trace tells of each tensor that a node saved, by PyTorch's own name."""
    import torch

    for name in dir(node):
        if not name.startswith("_saved_"):
            continue
        try:
            value = getattr(node, name)
        except RuntimeError as error:
            raise RuntimeError(
                f"{node.name()} has freed what it saved: trace before backward(), or pass "
                "retain_graph=True to it."
            ) from error
        if isinstance(value, torch.Tensor):
            memory, short = value.untyped_storage(), name.removeprefix("_saved_")
            yield storages.saved(value, memory.data_ptr(), memory.nbytes(), short)


@contextmanager
def _recorded(results: dict[Any, Any]) -> Iterator[None]:
    """Note the result of every function of PyTorch that is called in this block."""
    import torch
    from torch.overrides import TorchFunctionMode

    class Recorder(TorchFunctionMode):
        def __torch_function__(
            self, function: Any, types: Any, inputs: Any = (), settings: Any = None
        ) -> Any:
            result = function(*inputs, **(settings or {}))
            if isinstance(result, torch.Tensor) and result.grad_fn is not None:
                results[result.grad_fn] = _array(result)
            return result

    recorder: Any = Recorder()
    with recorder:
        yield


@contextmanager
def _module_calls(model: Any, calls: list[tuple[int, int, str]]) -> Iterator[None]:
    """Note for every module of `model` which sequence numbers its calls used."""
    import torch

    def sequence() -> int:
        probe: Any = torch.ones((), requires_grad=True) * 1
        return int(probe.grad_fn._sequence_nr())

    starts: dict[str, list[int]] = {}
    handles = []
    for path, module in [] if model is None else model.named_modules():

        def enter(*_: Any, path: str = path) -> None:
            starts.setdefault(path, []).append(sequence())

        def leave(*_: Any, path: str = path) -> None:
            calls.append((starts[path].pop(), sequence(), path))

        handles += [module.register_forward_pre_hook(enter), module.register_forward_hook(leave)]
    try:
        yield
    finally:
        for handle in handles:
            handle.remove()


def _group(number: int, calls: list[tuple[int, int, str]]) -> str | None:
    """Return the innermost module whose call used this sequence number."""
    inside = [(start, path) for start, end, path in calls if start < number < end]
    return group_name(max(inside)[1]) if inside else None
