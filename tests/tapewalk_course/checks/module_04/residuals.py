"""04.3: the reference, and what learners write instead."""

import numpy as np

from tapewalk_course.solutions.module_04 import behind, residuals


def _by(rule):
    def wrong(nodes):
        return [
            node.position
            for node in nodes
            if node.op == "Add"
            and None not in node.next_functions
            and rule(nodes, *node.next_functions)
        ]

    return (wrong,)


def _leads(nodes, left, right):
    return right in behind(nodes, left) or left in behind(nodes, right)


def _reaches(nodes, start, end):
    """Tell by calling itself whether a way leads from one node to another."""
    seen = set()

    def visit(at):
        if at == end:
            return True
        if at is None or at in seen:
            return False
        seen.add(at)
        return any(visit(operand) for operand in nodes[at].next_functions)

    return visit(start)


def _along_every_path(nodes, start, end):
    waiting = [start]
    while waiting:
        at = waiting.pop()
        if at == end:
            return True
        waiting += [operand for operand in nodes[at].next_functions if operand is not None]
    return False


def _into_none(nodes, start, end):
    seen, waiting = {start}, [start]
    while waiting:
        at = waiting.pop()
        if at == end:
            return True
        for operand in nodes[at].next_functions:
            if operand not in seen:
                seen.add(operand)
                waiting.append(operand)
    return False


def _either(reaches):
    return lambda nodes, left, right: (
        left != right and (reaches(nodes, left, right) or reaches(nodes, right, left))
    )


def _neither_is_a_leaf(nodes, left, right):
    return not nodes[left].is_leaf and not nodes[right].is_leaf


def _meet(nodes, left, right):
    return bool(behind(nodes, left) & behind(nodes, right))


def _with_none(nodes):
    """Say nothing of operands without history."""
    found = []
    for node in nodes:
        if node.op == "Add":
            left, right = node.next_functions
            if left != right and (right in behind(nodes, left) or left in behind(nodes, right)):
                found.append(node.position)
    return found


def _every_operation(nodes):
    found = []
    for node in nodes:
        if len(node.next_functions) == 2 and None not in node.next_functions:
            left, right = node.next_functions
            if left != right and _leads(nodes, left, right):
                found.append(node.position)
    return found


def _emptied(nodes):
    found = residuals(nodes)
    nodes.clear()
    return found


REFERENCE = (residuals,)
ALSO_RIGHT = [
    (lambda nodes: set(residuals(nodes)),),
    (lambda nodes: residuals(nodes)[::-1],),
    (lambda nodes: [np.int64(at) for at in residuals(nodes)],),
    (lambda nodes: np.array(residuals(nodes)),),
    (lambda nodes: (at for at in residuals(nodes)),),
]
WRONG = [
    ("recursion", _by(_either(_reaches))),
    ("paths", _by(_either(_along_every_path))),
    ("cut", _by(_either(_into_none))),
    ("cut", (_with_none,)),
    (
        "cut",
        (
            lambda nodes: [
                n.position
                for n in nodes
                if n.op == "Add" and n.next_functions[0] < n.next_functions[1]
            ],
        ),
    ),
    ("operations", (_every_operation,)),
    ("all", _by(lambda nodes, left, right: True)),
    ("leaves", _by(_neither_is_a_leaf)),
    ("meeting", _by(_meet)),
    ("meeting", _by(lambda nodes, left, right: left != right and _meet(nodes, left, right))),
    (
        "near",
        _by(
            lambda nodes, left, right: (
                left in nodes[right].next_functions or right in nodes[left].next_functions
            )
        ),
    ),
    ("positions", _by(lambda nodes, left, right: left < right)),
    ("positions", _by(lambda nodes, left, right: left > right)),
    ("left", _by(lambda nodes, left, right: left != right and left in behind(nodes, right))),
    ("right", _by(lambda nodes, left, right: left != right and right in behind(nodes, left))),
    ("double", _by(_leads)),
    (
        "both",
        _by(
            lambda nodes, left, right: left in behind(nodes, right) and right in behind(nodes, left)
        ),
    ),
]
GENERIC = [
    ("changed", (_emptied,)),
    ("none", (lambda nodes: residuals(nodes).sort(),)),
    ("type", (lambda nodes: len(residuals(nodes)),)),
    ("type", (lambda nodes: [nodes[at] for at in residuals(nodes)],)),
    ("type", (lambda nodes: [node.position in residuals(nodes) for node in nodes],)),
    ("type", (lambda nodes: np.array(residuals(nodes)) / 2,)),
    ("answer", (lambda nodes: np.array(residuals(nodes)[1:]),)),
    ("answer", (lambda nodes: residuals(nodes)[1:],)),
    ("raised", (lambda nodes: nodes[0].inputs,)),
]
