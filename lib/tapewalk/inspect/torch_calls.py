"""The calls of PyTorch's modules while a loss is computed: where the paths of parameters end."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import torch

from tapewalk.graph.recording import Listening, tensors_in
from tapewalk.inspect.parameters import AFTER, CUT, INSIDE, NO_GRAD, OUTSIDE, UNUSED


@dataclass
class Call:
    """A call of a module.

    Attributes:
        path: Name of the module.
        given: Nodes of the tensors among its arguments.
        recorded: Whether the grad mode was on.
        returned: Nodes of the tensors in its result.
    """

    path: str
    given: list[Any]
    recorded: bool
    returned: list[Any]


def note_call(calls: list[Call], path: str, arguments: Sequence[Any]) -> Listening:
    """Add the call of a module to `calls` when it ends."""
    given, recorded = _nodes(arguments), torch.is_grad_enabled()
    result = yield
    calls.append(Call(path, given, recorded, _nodes(result)))


def _nodes(thing: Any) -> list[Any]:
    return [
        torch.autograd.graph.get_gradient_edge(tensor).node
        for tensor in tensors_in(thing)
        if tensor.requires_grad
    ]


def where_paths_end(
    missing: Mapping[str, Any], calls: Sequence[Call]
) -> dict[str, tuple[str, str | None]]:
    """Return why each parameter has no path to the loss, and at which module the path ends.

    The results of all modules are followed to the parameters, also those that the loss does not
    use. This shows on which of the missing parameters the arguments and the result of each call
    depend.

    Args:
        missing: Parameters that require a gradient and have no path, by name.
        calls: The calls that `note_call` added, in the order in which they ended.
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
    """Return the calls of the module around one that was not called, if none returned a graph.

    `nn.MultiheadAttention` uses the parameters of its `out_proj` without calling it, so they may be
    used although it was not called.
    """
    parent = path.rpartition(".")[0]
    calls = [call for _, _, call in masks if call.path == parent]
    return [] if not parent or any(call.returned for call in calls) else calls


def _dependence(roots: Iterable[Any], bits: Mapping[Any, int]) -> dict[Any, int]:
    """Return the leaves, one bit each, that every node in the history of `roots` depends on."""
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
