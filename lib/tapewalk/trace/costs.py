"""What PyTorch's nodes cost: the bytes that they read and write, and the seconds they take."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

import torch

from tapewalk.graph.node import Node

# Operations whose result is their operand's memory, read in another way.
_NAMES: Final = """
    Alias Conj Detach Diagonal Expand Permute ReshapeAlias Select Slice Split
    SplitWithSizes Squeeze T Transpose Unbind Unfold UnsafeSplit UnsafeView Unsqueeze View
    ViewAsComplex ViewAsReal
"""
_VIEWS: Final = frozenset(_NAMES.split())
_RUNS_BACK: Final = "autograd::engine::evaluate_function: "


def moved_forward(nodes: Sequence[Node], beside: Mapping[int, int]) -> Iterator[int]:
    """Yield the bytes that each node reads and writes when it runs forward.

    Args:
        nodes: The nodes.
        beside: By position the bytes of operands that have no history.
    """
    for node in nodes:
        if node.is_leaf or node.op in _VIEWS:
            yield 0
        else:
            given = [nodes[at] for at in node.next_functions if at is not None]
            yield sum(map(_size, (node, *given))) + beside.get(node.position, 0)


def beside(
    nodes: Sequence[Node], numbers: Sequence[float], calls: Iterable[tuple[int, int, int]]
) -> dict[int, int]:
    """Return the bytes of operands without history, by the node that reads them.

    A function that makes several nodes, as `cross_entropy` does, reads them in the last one that
    computes.

    Args:
        nodes: The nodes.
        numbers: Their numbers.
        calls: For each call the numbers of its first node and of the one after its last, and the
            bytes of those operands.
    """
    positions = {number: at for at, number in enumerate(numbers) if nodes[at].op not in _VIEWS}
    found: dict[int, int] = {}
    for first, end, size in calls:
        at = next((positions[n] for n in reversed(range(first, end)) if n in positions), None)
        if at is not None:
            found[at] = found.get(at, 0) + size
    return found


def moved_backward(node: Node, received: Iterable[Any], returned: Iterable[Any]) -> int:
    """Return the bytes that a node reads and writes when it runs backward.

    Args:
        node: The node.
        received: The gradients that arrived.
        returned: Those that it returns.
    """
    read, written = _tensors(received), _tensors(returned)
    memory = {x.untyped_storage()._cdata for x in read}
    if all(x.untyped_storage()._cdata in memory for x in written):
        return 0
    return nbytes(read) + sum(saved.bytes for saved in node.saved) + nbytes(written)


def nbytes(tensors: Iterable[Any]) -> int:
    """Return the bytes of tensors, as their shapes and number types say."""
    return sum(x.numel() * x.element_size() for x in tensors)


def _tensors(gradients: Iterable[Any]) -> list[Any]:
    given = [x for x in gradients if x is not None]
    return [x._values() if x.is_sparse else x for x in given]


def _size(node: Node) -> int:
    return math.prod(node.shape) * int(getattr(torch, node.dtype).itemsize)


@dataclass
class Seconds:
    """The seconds of a step, as PyTorch's profiler measured them.

    Attributes:
        made: Those of the operations that made nodes, by number of the node.
        backward: Those of the nodes of the backward pass, in the order in which they ran.
        again: The numbers of the nodes that were made meanwhile, by position in `backward`.
    """

    made: dict[float, float] = field(default_factory=dict)
    backward: list[float] = field(default_factory=list)
    again: dict[int, list[int]] = field(default_factory=dict)
    _names: dict[float, str] = field(default_factory=dict)

    def offset(self, recomputed: Sequence[int], first: int) -> int:
        """Return by how much the numbers of recomputed nodes exceed those of the forward pass.

        Args:
            recomputed: The numbers of the recomputed nodes.
            first: The number of the first node of the checkpoint that saved something. Nodes that
                saved nothing may precede it, and are recomputed too.
        """
        for start in range(first, -1, -1):
            offset = recomputed[0] - start
            if all(self._names[n] == self._names.get(n - offset) for n in recomputed):
                return offset
        return 0


def seconds_of(events: Iterable[Any]) -> Seconds:
    """Return the seconds of a step from the events of a profiler.

    Args:
        events: The `function_events` of `torch.autograd.profiler.profile`.
    """
    found = Seconds()
    for event in sorted(events, key=lambda event: event.time_range.start):
        number = event.sequence_nr
        if event.name.startswith(_RUNS_BACK):
            found.backward.append(sum(map(_elapsed, _operations(event))))
        elif number >= 0 and event.name.startswith("aten::"):
            # A function made of others has the number of its first node: the innermost is last.
            if found.backward and number not in found.made:
                found.again.setdefault(len(found.backward) - 1, []).append(number)
            found.made[number], found._names[number] = _elapsed(event), event.name
    return found


def _operations(event: Any) -> Iterator[Any]:
    """Yield the operations that a node ran, without those that make nodes again."""
    for child in event.cpu_children:
        if child.name.startswith("aten::"):
            if child.sequence_nr < 0:
                yield child
        elif not child.name.startswith(_RUNS_BACK):
            yield from _operations(child)


def _elapsed(event: Any) -> float:
    microseconds = max(event.time_range.elapsed_us(), getattr(event, "device_time_total", 0))
    return float(microseconds) / 1e6
