"""Which additions are residual connections, by the form of the graph, in linear time."""

from __future__ import annotations

from math import prod
from typing import Final

from tapewalk.graph.node import Node
from tapewalk.inspect.structure import Structure

_PEELED: Final = 8  # views and casts between a tensor and the addition that it skips to
_STEPS: Final = 20  # of searching, for each node of the graph


def mark_residuals(structure: Structure, freed: bool = False) -> frozenset[int]:
    """Set the category of the additions of a graph that are residual connections: x + f(x).

    Both operands of `Add` must have the shape of its result: a bias and most masks are broadcast.

    1. If both have a gradient, one of them, or the tensor that views and casts made it from, must
       be an ancestor of the other: f lies between them. A parameter is not such an ancestor, and
       neither is a tensor that only this sum uses, which settles nearly all other sums at once. The
       rest is searched backward, with a fixed number of steps for each node of the graph. If the
       steps are used up, which takes a graph built for it, the remaining additions are unknown.
       Two results of one node, as `chunk` gives, are not ancestors of each other, and a part is not
       the tensor that it was taken from. An interpolation, x + t (y - x), is not a residual
       connection but a weighted mean of x and y, as in a GRU.
    2. If only one has a gradient, the other may be the input x of the model, or a constant: the
       graph does not show which. It is taken for x if data without gradient first enters f through
       an operation with a parameter that saved an array with as many entries as the sum, in rows
       of the same length, and if the sum does not enter a softmax. This is inferred. If `backward`
       has freed the saved tensors, it is unknown.

    A projected skip, w(x) + f(x), has the form of any sum of two branches and is not marked.

    Args:
        structure: The nodes of the graph; the categories change.
        freed: Whether `backward` has freed what the nodes had saved.

    Returns:
        Positions of the residual additions that were inferred by the second rule.
    """
    adds = [at for at, op in enumerate(structure.ops) if op == "Add"]
    adds = [at for at in adds if structure.categories[at] == "compute"]
    if not adds:
        return frozenset()
    steps = _STEPS * len(structure.nodes)
    entered: list[_Entered] | None = None
    inferred = set()
    for at in adds:
        operands = structure.nodes[at].next_functions
        parents = structure.operands(at)
        if len(operands) == 2 and len(parents) == 2:
            steps, verdict = _is_skip(structure, at, steps)
            structure.categories[at] = verdict
        elif len(operands) == 2 and len(parents) == 1:
            entered = entered or _entering(structure, freed)
            verdict = _from_input(structure, at, entered[parents[0]])
            structure.categories[at] = verdict
            if verdict == "residual":
                inferred.add(at)
    return frozenset(inferred)


def _is_skip(structure: Structure, at: int, steps: int) -> tuple[int, str]:
    """Return the steps left, and what an addition of two operands is."""
    nodes, (left, right) = structure.nodes, structure.edges(at)
    shapes = {nodes[at].shape, nodes[left[0]].shape, nodes[right[0]].shape}
    if len(shapes) > 1 or left == right:
        return steps, "compute"
    for skip, branch in ((left, right), (right, left)):
        chain = _peeled(structure, skip)
        if not chain or _interpolates(structure, branch[0], skip):
            continue
        if branch in chain:
            return steps, "residual"
        seen, stack = {branch[0]}, [branch[0]]
        furthest = max(chain)[0]  # what runs later in backward can't send to it
        while stack:
            for edge in structure.edges(stack.pop()):
                if edge in chain:
                    return steps, "residual"
                operand = edge[0]
                if operand <= furthest and operand not in seen:
                    seen.add(operand)
                    stack.append(operand)
            steps -= 1
            if steps < 0:
                return steps, "unknown"
    return steps, "compute"


def _peeled(structure: Structure, edge: tuple[int, int]) -> set[tuple[int, int]]:
    """Return an operand and the tensors that views and casts made it from, if others use them too.

    A view of a part, as a slice is, ends the search: the whole is another tensor.
    """
    chain = {edge}
    at = first = edge[0]
    used = len(structure.users[at]) > 1
    for _ in range(_PEELED):
        below = structure.edges(at)
        if not structure.arranges(at) or len(below) != 1:
            break
        (edge,) = below
        if prod(structure.nodes[at].shape) != prod(structure.nodes[edge[0]].shape):
            break
        at = edge[0]
        chain.add(edge)
        used = used or len(structure.users[at]) > 1
    return chain if used and not structure.parameter_path[first] else set()


def _interpolates(structure: Structure, branch: int, skip: tuple[int, int]) -> bool:
    """Return whether the branch that is added to x is t (y - x)."""
    if structure.ops[branch] != "Mul":
        return False
    factors = structure.operands(branch)
    differences = [n for n in factors if structure.ops[n] == "Sub"]
    return any(
        structure.nodes[n].next_functions[-1] == skip[0] and structure.edges(n)[-1] == skip
        for n in differences
    )


# Shapes of the data that entered below a node, `None` for data that was freed.
_Entered = frozenset[tuple[int, ...] | None]


def _entering(structure: Structure, freed: bool) -> list[_Entered]:
    """Return for each node the shapes of the data without gradient that entered below it.

    An addition that takes in more such data starts again with none.
    """
    nothing: _Entered = frozenset()
    unknown: _Entered = frozenset([None])
    entered = [nothing] * len(structure.nodes)
    for position in reversed(range(len(structure.nodes))):
        node = structure.nodes[position]
        below = structure.operands(position)
        constant = None in node.next_functions
        if below and constant and all(structure.parameter_path[n] for n in below):
            entered[position] = unknown if freed else _forms(node)
        elif not (structure.ops[position] == "Add" and constant):
            parts = {entered[n] for n in below}
            entered[position] = parts.pop() if len(parts) == 1 else nothing.union(*parts)
    return entered


def _forms(node: Node) -> _Entered:
    return frozenset(s.shape for s in node.saved if s.of is None and "float" in s.dtype)


def _from_input(structure: Structure, at: int, entered: _Entered) -> str:
    """Return what an addition to something without gradient is."""
    shape = structure.nodes[at].shape
    above, user = at, 0
    while len(users := structure.users[above]) == 1 and user < _PEELED:
        above, user = users[0], user + 1
        if structure.ops[above].endswith("oftmax"):
            return "compute"
        if not structure.arranges(above):
            break
    if shape == () or not entered:
        return "compute"
    if any(form and prod(form) == prod(shape) and form[-1] == shape[-1] for form in entered):
        return "residual"
    return "unknown" if None in entered else "compute"
