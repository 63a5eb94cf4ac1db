"""The form of a graph: the categories of its nodes, its depth and its width."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cache, cached_property
from typing import Final

from tapewalk.graph.node import Node
from tapewalk.inspect.categories import category_of

LAYOUT: Final = frozenset({"layout_free", "layout_copy", "dtype_copy"})
_DISTANCES: Final = frozenset({"Pow", "Abs", "Sub", "Neg"})
_REDUCTIONS: Final = frozenset({"Mean", "Sum"})
_named: Final = cache(category_of)


class Structure:
    """The nodes of a walk, and for each its category.

    A name decides, but for these:

    - A function written in Python by a user is custom, whatever its name.
    - `Expand` is free unless it repeats entries: their gradients are then summed.
    - `Reshape`, of ours, copies right after a transpose, as NumPy then must.
    - `ToCopy` to the same number type is a copy to another device or order.
    - `LogSoftmax` whose only user is a loss is part of the loss.
    - `Mean` or `Sum` to one number at the root, and the powers, absolute values and differences
      right above it, are a loss written by hand.
    - For `Add` see `tapewalk.inspect.residual`, which sets it.

    Args:
        nodes: The nodes of one walk, in its order.
        custom: Positions of the nodes of custom functions.
        results: For each node, and each of its operands, which of the operand's results it is;
            empty where every node has one.

    Attributes:
        nodes: The nodes.
        categories: The category of each.
        users: For each node the positions of the nodes that send to it.
    """

    def __init__(
        self,
        nodes: Sequence[Node],
        custom: frozenset[int],
        results: Sequence[Sequence[int]] = (),
    ) -> None:
        self.nodes = nodes
        self._results = results
        self.ops = [_op(node.name) for node in nodes]
        self.users: list[list[int]] = [[] for _ in nodes]
        for node in nodes:
            for operand in node.next_functions:
                if operand is not None:
                    self.users[operand].append(node.position)
        self.categories = [_named(op) for op in self.ops]
        for position in custom:
            self.categories[position] = "custom"
        for position, op in enumerate(self.ops):
            if op in _REFINED and position not in custom:
                self.categories[position] = self._refined(position, op)
        self._mark_loss(custom)

    @cached_property
    def parameter_path(self) -> list[bool]:
        """Whether each node is a parameter, or only arranges or casts one.

        A parameter is a leaf that a model names, or one of a parameter's class.
        """
        on_path = [False] * len(self.nodes)
        for position in reversed(range(len(self.nodes))):
            node = self.nodes[position]
            if node.is_leaf:
                named = node.label is not None
                on_path[position] = named or type(node.variable).__name__ == "Parameter"
            elif self.arranges(position):
                on_path[position] = all(n is not None and on_path[n] for n in node.next_functions)
        return on_path

    @cached_property
    def depth_and_width(self) -> tuple[int, int]:
        """The nodes on the longest path from the root, and the most nodes equally far by it."""
        depths = [1] * len(self.nodes)
        for node in self.nodes:  # users come before their operands
            below = depths[node.position] + 1
            for operand in node.next_functions:
                if operand is not None and depths[operand] < below:
                    depths[operand] = below
        return max(depths), max(Counter(depths).values())

    def operands(self, position: int) -> list[int]:
        """Return the positions of a node's operands that have a gradient."""
        return [n for n in self.nodes[position].next_functions if n is not None]

    def edges(self, position: int) -> list[tuple[int, int]]:
        """Return the operands that have a gradient: position, and which of its results."""
        operands = self.nodes[position].next_functions
        results = self._results[position] if self._results else [0] * len(operands)
        pairs = zip(operands, results, strict=True)
        return [(operand, result) for operand, result in pairs if operand is not None]

    def arranges(self, position: int) -> bool:
        """Return whether a node only arranges or casts."""
        return self.categories[position] in LAYOUT

    def _refined(self, position: int, op: str) -> str:
        node, operand = self.nodes[position], self.operands(position)[0]
        source = self.nodes[operand]
        if op == "Expand":
            return "layout_free" if source.shape == node.shape else "layout_copy"
        if op == "Reshape":
            turned = self.ops[operand] in {"Transpose", "Permute"}
            return "layout_copy" if turned else "layout_free"
        if op == "LogSoftmax":
            above = {self.categories[user] for user in self.users[position]}
            return "loss" if above == {"loss"} else "activation"
        return "layout_copy" if source.dtype == node.dtype else "dtype_copy"

    def _mark_loss(self, custom: frozenset[int]) -> None:
        root = self.nodes[0]
        if self.ops[0] not in _REDUCTIONS or root.shape != () or 0 in custom:
            return
        self.categories[0] = "loss"
        at = 0
        while len(below := self.operands(at)) == 1 and not self.nodes[below[0]].is_leaf:
            at = below[0]
            if at in custom or (self.ops[at] not in _DISTANCES and self.ops[at] != "ToCopy"):
                return
            if self.ops[at] != "ToCopy":
                self.categories[at] = "loss"


_REFINED: Final = frozenset({"Expand", "Reshape", "LogSoftmax", "ToCopy", "CopyBackwards"})


@cache
def _op(name: str) -> str:
    # Some of PyTorch's nodes have their whole C++ name: torch::autograd::CopySlices.
    return Node(0, name.rpartition("::")[2], (), "", None, None, (), ()).op
