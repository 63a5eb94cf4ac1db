"""The ledger: the bytes that the nodes of a graph save for backward."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from tapewalk.graph.node import Node


class SavedBytes(NamedTuple):
    """The bytes that the nodes of a graph save for backward.

    Attributes:
        activations: Memory that exists for backward only, each piece counted once.
        parameters: Memory of parameters that nodes refer to, which exists in any case.
        references: The activations again, counted each time a node refers to one.
    """

    activations: int
    parameters: int
    references: int


def saved_bytes(nodes: Iterable[Node]) -> SavedBytes:
    """Return the bytes that the nodes save for backward.

    Args:
        nodes: Nodes of one walk.

    Example:
        >>> from tapewalk import Tensor
        >>> from tapewalk.graph import walk
        >>> x = Tensor([1.0, 2.0], requires_grad=True)
        >>> y = x.exp()
        >>> saved_bytes(walk((y * y).sum()))
        SavedBytes(activations=8, parameters=0, references=24)
    """
    activations: dict[int, int] = {}
    parameters: dict[int, int] = {}
    references = 0
    for node in nodes:
        for saved in node.saved:
            pieces = activations if saved.of is None else parameters
            pieces[saved.storage] = saved.storage_bytes
            references += saved.bytes if saved.of is None else 0
    return SavedBytes(sum(activations.values()), sum(parameters.values()), references)
