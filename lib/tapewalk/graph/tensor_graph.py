"""The graph of a tensor of our own engine."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Any

import numpy as np

from tapewalk.engine import backward
from tapewalk.engine.errors import freed, no_history
from tapewalk.engine.function import Function
from tapewalk.engine.memory import Array, owner
from tapewalk.graph.groups import Calls, group_name
from tapewalk.graph.order import engine_order
from tapewalk.graph.reading import dtype_name, parameters_of
from tapewalk.tensor.tensor import Tensor


class TensorGraph:
    """The graph of a tensor. Its nodes are functions, its leaves tensors.

    Args:
        root: The tensor.
        model: A module, for the names of parameters and groups.

    Raises:
        RuntimeError: The tensor has no history.
    """

    def __init__(self, root: Tensor, model: Any = None) -> None:
        if not root.requires_grad:
            raise no_history()
        self.parameters = parameters_of(model)
        self.order = engine_order(backward.place(root), _parents, _number)
        self._model = model

    def leaf(self, node: Any) -> Tensor | None:
        """Return the tensor of a leaf, `None` for an operation."""
        return node if isinstance(node, Tensor) else None

    def name(self, node: Any) -> str:
        """Return the name of a node."""
        return "AccumulateGrad" if isinstance(node, Tensor) else str(node.name())

    def form(self, node: Any) -> tuple[tuple[int, ...], str]:
        """Return shape and number type of an operation's result."""
        return node.result_shape, dtype_name(node.result_dtype)

    def saved(self, node: Any) -> Iterator[tuple[None, Array]]:
        """Yield the arrays that an operation saved.

        Raises:
            RuntimeError: `backward` has freed them.
        """
        if isinstance(node, Tensor):
            return
        if node.saved is None:
            if node.segment is None:
                raise freed(node.name())
            node.recall()
        for array in node.saved:
            if isinstance(array, np.ndarray):
                yield None, array

    def memory(self, array: Any) -> tuple[int, int, int]:
        """Return the identity and bytes of the memory of an array or tensor, and its own bytes."""
        array = getattr(array, "_data", array)
        base = owner(array)
        return id(base), base.nbytes, array.nbytes

    def group(self, node: Function) -> str | None:
        """Return the part of the model that made an operation."""
        around = self._calls.around(node.number)
        if self._model is not None:
            around = around[-1:]  # its whole path
        return group_name(".".join(around))

    @cached_property
    def _calls(self) -> Calls:
        # The call of a module notes on its result the number at which it began. The nodes numbered
        # from there on are its own, and those of the modules that it called.
        model = self._model
        paths = {} if model is None else {id(m): path for path, m in model.named_modules()}
        return Calls(
            (start, node.number, paths.get(module, name))
            for node in self.order
            if not isinstance(node, Tensor)
            for start, module, name in node.modules
        )


def _parents(node: Any) -> Sequence[Any]:
    return () if isinstance(node, Tensor) else node.parents


def _number(node: Any) -> float:
    return math.inf if isinstance(node, Tensor) else node.number
