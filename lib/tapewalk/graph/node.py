"""What a walk tells of a node of a graph, the same for our engine and PyTorch's."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any, Final

_ENDING: Final = re.compile(r"Backward\d*$")


# Not frozen, although nobody changes one: frozen, it takes about five times as long to make, which
# counts in graphs of 100,000 nodes.
@dataclass(slots=True, unsafe_hash=True)
class Saved:
    """An array or tensor that a node keeps for backward.

    Attributes:
        name: What the engine calls it; ours has no names.
        shape: Its shape.
        dtype: Its number type, "float32" for instance.
        bytes: Bytes of its entries.
        of: Name of the parameter whose memory it is: that one is there anyway.
        storage: Number of the piece of memory under it, counted as the walk meets them. Several
            nodes may save one.
        storage_bytes: Bytes of that piece, all of which a saved view keeps.
    """

    name: str | None
    shape: tuple[int, ...]
    dtype: str
    bytes: int
    of: str | None
    storage: int
    storage_bytes: int


@dataclass(slots=True, unsafe_hash=True)  # not frozen: see Saved
class Node:
    """A node of a graph: an operation, or a leaf, where a gradient gathers.

    It holds nothing of the graph, a leaf's tensor aside.

    Attributes:
        position: Its place in the order.
        name: What the engine calls it, "AddmmBackward0" for instance.
        shape: Shape of what the operation returned; of a leaf, its own. `None` if the engine
            does not tell; the first result of several.
        dtype: Number type of that.
        group: The part of the model that made it, "blocks 0 / attention / q" for instance.
        label: Name of the parameter, of a leaf that is one.
        saved: What it keeps for backward.
        next_functions: For each operand the position of the node that its gradient goes to,
            `None` where there is none.
        variable: The tensor, of a leaf.
    """

    position: int
    name: str
    shape: tuple[int, ...] | None
    dtype: str | None
    group: str | None
    label: str | None
    saved: tuple[Saved, ...]
    next_functions: tuple[int | None, ...]
    variable: Any = field(default=None, repr=False, compare=False)

    @property
    def op(self) -> str:
        """The name of the operation, "Addmm" for instance: `name` without its ending."""
        return _ENDING.sub("", self.name)

    @property
    def is_leaf(self) -> bool:
        """Whether it is the end of a path."""
        return self.variable is not None
