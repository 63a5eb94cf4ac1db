"""A node of a graph as a walk yields it, the same for our engine and PyTorch's."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any, Final

_ENDING: Final = re.compile(r"Backward\d*$")


# Not frozen, although none is changed: a frozen one takes about five times as long to make, which
# matters in graphs of 100,000 nodes.
@dataclass(slots=True, unsafe_hash=True)
class Saved:
    """An array or tensor that a node saves for backward.

    Attributes:
        name: Its name in the engine; ours has no names.
        shape: Its shape.
        dtype: Its number type, "float32" for instance.
        bytes: Bytes of its entries.
        of: Name of the parameter whose memory it is; that memory exists in any case.
        storage: Number of its piece of memory, in the order of the walk. Several nodes may save
            the same piece.
        storage_bytes: Bytes of that piece. A saved view keeps all of them.
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
    """A node of a graph: an operation, or a leaf, where a gradient accumulates.

    It keeps no part of the graph alive except a leaf's tensor.

    Attributes:
        position: Its place in the order.
        name: Its name in the engine, "AddmmBackward0" for instance.
        shape: Shape of the operation's result, of the first if there are several, or of the leaf.
        dtype: Number type of that result or leaf.
        group: The part of the model that made it, "blocks 0 / attention / q" for instance.
        label: Name of the parameter, if it is one.
        saved: The arrays or tensors that it saves for backward.
        next_functions: For each operand the position of the node that its gradient goes to,
            `None` where there is none.
        variable: The tensor of a leaf.
    """

    position: int
    name: str
    shape: tuple[int, ...]
    dtype: str
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
