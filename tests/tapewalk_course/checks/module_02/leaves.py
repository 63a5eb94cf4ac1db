"""02.2: the reference, and what learners write instead."""

from tapewalk.engine.function import AccumulateGrad
from tapewalk_course.solutions.module_02 import leaves_reached


def _walk(
    operands=lambda node: node.next_functions,
    remembers=True,
    takes=None,
    stops=lambda behind, seen: False,
):
    def wrong(root):
        leaves, seen, waiting = [], {root}, [root]
        while waiting:
            node = waiting.pop()
            if takes is not None:
                leaves += takes(node)
            elif hasattr(node, "variable"):
                leaves.append(node.variable)
            for behind, _ in operands(node):
                if stops(behind, seen):
                    break
                if behind is not None and not (remembers and behind in seen):
                    seen.add(behind)
                    waiting.append(behind)
        return leaves

    return (wrong,)


def marked_too_early(root):
    leaves, seen, waiting = [], {root}, [root]
    while waiting:
        node = waiting.pop()
        if node in seen:
            continue
        if hasattr(node, "variable"):
            leaves.append(node.variable)
        waiting += [behind for behind, _ in node.next_functions if behind is not None]
    return leaves


def beside_the_root(root):
    behind = dict.fromkeys(node for node, _ in root.next_functions)
    return [node.variable for node in behind if hasattr(node, "variable")]


def recursive(root):
    leaves, seen = [], set()

    def visit(node):
        if node is None or node in seen:
            return
        seen.add(node)
        if hasattr(node, "variable"):
            leaves.append(node.variable)
        for behind, _ in node.next_functions:
            visit(behind)

    visit(root)
    return leaves


def every_path(root):
    leaves, waiting = [], [root]
    while waiting:
        node = waiting.pop()
        if hasattr(node, "variable") and all(node.variable is not leaf for leaf in leaves):
            leaves.append(node.variable)
        waiting += [behind for behind, _ in node.next_functions if behind is not None]
    return leaves


def without_unpacking(root):
    leaves, waiting = [], [root]
    while waiting:
        node = waiting.pop()
        if hasattr(node, "variable"):
            leaves.append(node.variable)
        waiting += node.next_functions
    return leaves


def without_none(root):
    leaves, seen, waiting = [], {root}, [root]
    while waiting:
        node = waiting.pop()
        if hasattr(node, "variable"):
            leaves.append(node.variable)
        for behind, _ in node.next_functions:
            if behind not in seen:
                seen.add(behind)
                waiting.append(behind)
    return leaves


def last_only(root):
    leaves, seen, waiting = [], {root}, [root]
    while waiting:
        node = waiting.pop()
        if hasattr(node, "variable"):
            leaves.append(node.variable)
        behind = None
        for each, _ in node.next_functions:
            behind = each
        if behind is not None and behind not in seen:
            seen.add(behind)
            waiting.append(behind)
    return leaves


def _own_node(node):
    return [node] if isinstance(node, AccumulateGrad) else []


REFERENCE = (leaves_reached,)
ALSO_RIGHT = [(lambda root: set(leaves_reached(root)),)]
WRONG = [
    ("recursion", (recursive,)),
    ("paths", (every_path,)),
    ("pairs", (without_unpacking,)),
    ("cut", (without_none,)),
    ("operations", _walk(takes=lambda node: [node])),
    ("nodes", _walk(takes=_own_node)),
    ("twice", _walk(remembers=False)),
    ("stopped", _walk(stops=lambda behind, seen: behind is None)),
    ("empty", (marked_too_early,)),
    ("empty", (lambda root: leaves_reached(root)[:0],)),
    ("lone", (lambda root: leaves_reached(root)[:1],)),
    ("empty", (beside_the_root,)),
    ("first", _walk(operands=lambda node: node.next_functions[:1])),
    ("last", (last_only,)),
]
GENERIC = [
    ("none", (lambda root: leaves_reached(root).reverse(),)),
    ("type", (lambda root: len(leaves_reached(root)),)),
    ("leaves", _walk(stops=lambda behind, seen: behind in seen)),
]
