"""01.2: the reference, and what learners write instead."""

from collections import deque

from tapewalk_course.solutions.module_01 import topological_order


def recursive(root):
    order, seen = [], set()

    def visit(node):
        if node not in seen:
            seen.add(node)
            for parent in node.parents:
                visit(parent)
            order.append(node)

    visit(root)
    return order


def every_path(root):
    order = []

    def visit(node):
        for parent in node.parents:
            visit(parent)
        if node not in order:
            order.append(node)

    visit(root)
    return order


def without_seen(root):
    order, waiting = [], [root]
    while waiting:
        node = waiting.pop()
        order.append(node)
        waiting += node.parents
    return order[::-1]


def on_first_meeting(root):
    order, seen, waiting = [], {root}, [root]
    while waiting:
        node = waiting.pop()
        order.append(node)
        for parent in node.parents:
            if parent not in seen:
                seen.add(parent)
                waiting.append(parent)
    return order[::-1]


def breadth_first(root):
    order, seen, waiting = [], {root}, deque([root])
    while waiting:
        node = waiting.popleft()
        order.append(node)
        for parent in node.parents:
            if parent not in seen:
                seen.add(parent)
                waiting.append(parent)
    return order[::-1]


def by_number(root):
    return list({node.data: node for node in topological_order(root)}.values())


def first_parents(root):
    order = [root]
    while order[-1].parents:
        order.append(order[-1].parents[0])
    return order[::-1]


def endless(root):
    waiting = [root]
    while waiting:
        pass


REFERENCE = (topological_order,)
WRONG = [
    ("recursion", (recursive,)),
    ("paths", (every_path,)),
    ("twice", (without_seen,)),
    ("root", (lambda root: topological_order(root)[:-1],)),
    ("leaves", (lambda root: [node for node in topological_order(root) if node.parents],)),
    ("equal", (by_number,)),
    ("missing", (first_parents,)),
    ("missing", (lambda root: [],)),
    ("early", (on_first_meeting,)),
    ("early", (breadth_first,)),
    ("reversed", (lambda root: topological_order(root)[::-1],)),
]
GENERIC = [
    ("none", (lambda root: topological_order(root).reverse(),)),
    ("type", (lambda root: [node.data for node in topological_order(root)],)),
    ("type", (lambda root: set(topological_order(root)),)),
]
