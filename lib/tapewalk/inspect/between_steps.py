"""What a training run keeps from one step to the next: gradients and graphs."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from typing import Any, NamedTuple


class Arrivals:
    """The gradients that arrive at a parameter between two steps, and the `.grad` before each."""

    def __init__(self, parameter: Any) -> None:
        self._parameter = parameter
        self._onto: list[Any] = []
        self._came: list[Any] = []
        self._handle = parameter.register_hook(self._note)

    def _note(self, gradient: Any) -> None:
        before = self._parameter.grad
        self._onto.append(None if before is None else before.any())
        self._came.append(gradient.any())

    def remove(self) -> None:
        """Stop listening."""
        self._handle.remove()

    def add_to_old(self) -> bool:
        """Return whether all were added to a gradient: the first of a step has to find none."""
        return bool(self._onto) and all(onto is not None and bool(onto) for onto in self._onto)

    def are_lost(self) -> bool:
        """Return whether a gradient arrived, and the parameter has none, or one of zeros."""
        now = self._parameter.grad
        return any(map(bool, self._came)) and (now is None or not bool(now.any()))


class Alive(NamedTuple):
    """The graphs of the tensors that a program still holds.

    Attributes:
        nodes: Their operations.
        older: Those of them that were made before the step.
        bytes: The memory of these tensors.
    """

    nodes: int
    older: int
    bytes: int


def alive(first: int) -> Alive:
    """Return what is alive of graphs.

    Args:
        first: PyTorch's number of the first node of this step.
    """
    from tapewalk.graph.recording import reachable

    tensors = list(_tensors())
    nodes = reachable(tensor.grad_fn for tensor in tensors)
    operations = [node for node in nodes if not hasattr(node, "variable")]
    memory = {t.untyped_storage().data_ptr(): t.untyped_storage().nbytes() for t in tensors}
    older = sum(node._sequence_nr() < first for node in operations)
    return Alive(len(operations), older, sum(memory.values()))


def _tensors() -> Iterator[Any]:
    """Yield the tensors with a history that Python can reach."""
    import torch

    for thing in gc.get_objects():
        # `isinstance` would ask objects for their class, which some answer by being loaded.
        if not issubclass(type(thing), torch.Tensor) or thing.layout is not torch.strided:
            continue
        if thing.grad_fn is not None:
            yield thing
