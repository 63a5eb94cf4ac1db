"""Parameters whose gradients have to pass a factor that starts at zero, or close to it.

Layer scale, the last normalisation of a residual block and many heads start there on purpose. Until
they have grown, the gradients upstream of them are small or zero, and say nothing about the model.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final

from tapewalk.graph.node import Node

# Operations that multiply, and their two factors among their operands.
_PRODUCTS: Final = {"Mul": (0, 1), "Mm": (0, 1), "Bmm": (0, 1), "Addmm": (1, 2), "Baddbmm": (1, 2)}
# They make a number that is not small of one that is.
_ONE_AT_ZERO: Final = ("Sigmoid", "Exp", "Cos", "Softmax", "LogSoftmax", "Softplus", "Log", "Rsqrt")


def behind(nodes: Sequence[Node], small: Collection[str]) -> set[str]:
    """Return the parameters that the loss depends on only through small factors.

    Args:
        nodes: The nodes of a graph, from the loss on.
        small: The names of parameters that are small and have a gradient.

    Example:
        >>> from torch import nn, ones
        >>> from tapewalk.graph import walk
        >>> first, last = nn.Linear(2, 2, bias=False), nn.Linear(2, 2)
        >>> model = nn.Sequential(first, last)
        >>> sorted(behind(list(walk(model(ones(1, 2)).sum(), model)), {"1.weight"}))
        ['0.weight']
    """
    if not small:
        return set()
    factors = _near_zero(nodes, small)
    waiting, seen = [0], {0}
    while waiting:
        node = nodes[waiting.pop()]
        operands = list(node.next_functions)
        pair = _factors_of(node)
        for own, other in (pair, pair[::-1]) if pair else ():
            at = node.next_functions[own]
            if at is not None and at in factors:
                operands[other] = None
        new = {at for at in operands if at is not None} - seen
        seen |= new
        waiting += new
    return {node.label for node in nodes if node.label and node.position not in seen}


def _factors_of(node: Node) -> tuple[int, ...]:
    """Return which operands of a node it multiplies with each other, none if it adds them."""
    pair = _PRODUCTS.get(node.op, (0, 1) if "Conv" in node.op or "Norm" in node.op else ())
    return pair if len(node.next_functions) > max(pair, default=0) else ()


def _near_zero(nodes: Sequence[Node], small: Collection[str]) -> set[int]:
    """Return the positions of small parameters, and of results that they make small."""
    found = set[int]()
    for node in reversed(nodes):  # operands come after their users
        if node.is_leaf:
            is_small = node.label in small
        else:
            pair = _factors_of(node)
            added = [at for place, at in enumerate(node.next_functions) if place not in pair]
            is_small = any(node.next_functions[place] in found for place in pair) or not pair
            is_small &= all(at in found for at in added if at is not None or not pair)
            is_small &= node.op not in _ONE_AT_ZERO and bool(node.next_functions)
        if is_small:
            found.add(node.position)
    return found
