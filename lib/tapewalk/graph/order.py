"""The order in which a backward pass runs the nodes of a graph."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from heapq import heappop, heappush
from itertools import count
from typing import Any


def engine_order(
    root: Any, parents: Callable[[Any], Sequence[Any]], number: Callable[[Any], float]
) -> dict[Any, Sequence[Any]]:
    """Return every node that `root` depends on, itself included, in the order they run.

    A node can run once every node that sends to it has run. Of the nodes that can run, the newest
    is next; a leaf runs as soon as it can. Both engines do this. Of leaves that can run at the
    same time, the first operand is first here, while PyTorch's queue may shuffle three or more.

    Args:
        root: The node to start from.
        parents: Returns the node that each operand's gradient goes to, `None` where there is none.
        number: Returns a node's place in the order in which the nodes were made, or a larger
            number for a leaf.

    Returns:
        The parents of each node, by node.
    """
    behind: dict[Any, Sequence[Any]] = {}
    senders = {root: 0}
    stack = [root]
    while stack:
        node = stack.pop()
        behind[node] = receivers = parents(node)
        for receiver in receivers:
            if receiver is None:
                continue
            if receiver not in senders:
                senders[receiver] = 0
                stack.append(receiver)
            senders[receiver] += 1
    arrival = count()  # so that the heap never compares nodes
    heap = [(-number(root), next(arrival), root)]
    order: dict[Any, Sequence[Any]] = {}
    while heap:
        node = heappop(heap)[2]
        order[node] = behind[node]
        for receiver in behind[node]:
            if receiver is None:
                continue
            senders[receiver] -= 1
            if not senders[receiver]:
                heappush(heap, (-number(receiver), next(arrival), receiver))
    return order
