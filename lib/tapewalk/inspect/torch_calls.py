"""The calls of PyTorch's modules, noted while a loss is computed: where paths end."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import torch

from tapewalk.inspect.parameters import AFTER, CUT, INSIDE, NO_GRAD, OUTSIDE, UNUSED


@dataclass
class Call:
    """A call of a module: the nodes of what it got and gave, and whether operations are recorded.

    Attributes:
        path: Name of the module.
        given: Nodes of the tensors it got.
        recorded: Whether there was a graph to record into.
        returned: Nodes of the tensors it gave back.
    """

    path: str
    given: list[Any]
    recorded: bool
    returned: list[Any]


@contextmanager
def noted_calls(model: Any) -> Iterator[list[Call]]:
    """Notes the calls of the modules of a model in this block, each when it ends.

    Args:
        model: A `torch.nn.Module`.
    """
    calls: list[Call] = []
    running: dict[str, list[Call]] = {}
    handles = []
    for path, module in model.named_modules():

        def enter(_: object, inputs: object, settings: object, path: str = path) -> None:
            call = Call(path, _nodes([inputs, settings]), torch.is_grad_enabled(), [])
            running.setdefault(path, []).append(call)

        def leave(_: object, inputs: object, result: object, path: str = path) -> None:
            call = running[path].pop()
            call.returned = _nodes([result])
            calls.append(call)

        handles.append(module.register_forward_pre_hook(enter, with_kwargs=True))
        handles.append(module.register_forward_hook(leave))
    try:
        yield calls
    finally:
        for handle in handles:
            handle.remove()


def _nodes(things: list[Any]) -> list[Any]:
    """Returns the nodes of the tensors in nested lists and dicts."""
    nodes = []
    while things:
        thing = things.pop()
        if isinstance(thing, torch.Tensor):
            if thing.requires_grad:
                nodes.append(torch.autograd.graph.get_gradient_edge(thing).node)
        elif isinstance(thing, dict):
            things += thing.values()
        elif isinstance(thing, (list, tuple)):
            things += thing
    return nodes


def where_paths_end(
    missing: Mapping[str, Any], calls: Sequence[Call]
) -> dict[str, tuple[str, str | None]]:
    """Returns for each parameter without a path to the loss why, and at which module.

    Whatever a module gave back is followed to its parameters, also what the loss does not use. So
    of each call it is known on which of the missing parameters its inputs and its result depend.

    Args:
        missing: Parameters that require a gradient and are in no path, by name.
        calls: What `noted_calls` noted, in the order in which the calls ended.
    """
    bits = {
        torch.autograd.graph.get_gradient_edge(tensor).node: 1 << at
        for at, tensor in enumerate(missing.values())
    }
    depends = _dependence([node for call in calls for node in call.given + call.returned], bits)
    masks = [(_union(depends, call.given), _union(depends, call.returned), call) for call in calls]
    return {name: _end(name, 1 << at, masks) for at, name in enumerate(missing)}


def _end(name: str, bit: int, masks: Sequence[tuple[int, int, Call]]) -> tuple[str, str | None]:
    owner = name.rpartition(".")[0]
    first = next((at for at, (_, gave, _) in enumerate(masks) if gave & bit), None)
    if first is None:
        own = [call for _, _, call in masks if call.path == owner]
        if not own:
            own = _barren(owner, masks)
            if not own:
                return UNUSED, owner
            owner = own[0].path
        return (INSIDE if any(call.recorded for call in own) else NO_GRAD), owner
    later = masks[first + 1 :]
    for got, gave, call in later:
        if got & bit and not gave & bit:
            return CUT, call.path
    producer = masks[first][2].path
    for _, gave, call in later:
        around = not call.path or producer.startswith(f"{call.path}.")
        if around and call.path != producer and not gave & bit:
            return AFTER, call.path
    return OUTSIDE, None


def _barren(path: str, masks: Sequence[tuple[int, int, Call]]) -> list[Call]:
    """Returns the calls of the module around one that was not called, if none gave back a graph.

    `nn.MultiheadAttention` computes with the parameters of its `out_proj` without calling it: that
    they are unused would be a guess there.
    """
    parent = path.rpartition(".")[0]
    calls = [call for _, _, call in masks if call.path == parent]
    return [] if not parent or any(call.returned for call in calls) else calls


def _dependence(roots: Iterable[Any], bits: Mapping[Any, int]) -> dict[Any, int]:
    """Returns for every node behind `roots` on which leaves, a bit each, it depends."""
    depends: dict[Any, int] = {}
    stack = [(node, False) for node in roots]
    while stack:
        node, complete = stack.pop()
        if node in depends:
            continue
        behind = [n for n, _ in node.next_functions if n is not None]
        if complete:
            depends[node] = bits.get(node, 0) | _union(depends, behind)
        else:
            stack.append((node, True))
            stack += [(n, False) for n in behind if n not in depends]
    return depends


def _union(depends: Mapping[Any, int], nodes: Iterable[Any]) -> int:
    mask = 0
    for node in nodes:
        mask |= depends[node]
    return mask
