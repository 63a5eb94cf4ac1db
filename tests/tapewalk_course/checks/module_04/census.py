"""04.1: the reference, and what learners write instead."""

from tapewalk_course.solutions.module_04 import census


def _walk(operands=lambda node: node.next_functions, remembers=True, result=None):
    def wrong(root):
        operations, leaves = 0, 0
        seen, waiting = {root}, [root]
        while waiting:
            node = waiting.pop()
            if hasattr(node, "variable"):
                leaves += 1
            else:
                operations += 1
            for behind, _ in operands(node):
                if behind is not None and not (remembers and behind in seen):
                    seen.add(behind)
                    waiting.append(behind)
        return result(operations, leaves) if result else (operations, leaves)

    return (wrong,)


def recursive(root):
    seen = set()

    def visit(node):
        if node is not None and node not in seen:
            seen.add(node)
            for behind, _ in node.next_functions:
                visit(behind)

    visit(root)
    leaves = sum(hasattr(node, "variable") for node in seen)
    return len(seen) - leaves, leaves


def every_path(root):
    seen, waiting = set(), [root]
    while waiting:
        node = waiting.pop()
        seen.add(node)
        waiting += [behind for behind, _ in node.next_functions if behind is not None]
    leaves = sum(hasattr(node, "variable") for node in seen)
    return len(seen) - leaves, leaves


def without_unpacking(root):
    seen, waiting = {root}, [root]
    while waiting:
        for behind in waiting.pop().next_functions:
            if behind not in seen:
                seen.add(behind)
                waiting.append(behind)
    leaves = sum(hasattr(node, "variable") for node in seen)
    return len(seen) - leaves, leaves


def without_none(root):
    seen, waiting = {root}, [root]
    while waiting:
        for behind, _ in waiting.pop().next_functions:
            if behind not in seen:
                seen.add(behind)
                waiting.append(behind)
    leaves = sum(hasattr(node, "variable") for node in seen)
    return len(seen) - leaves, leaves


def leaves_at_each_use(root):
    operations, leaves = 0, 0
    seen, waiting = {root}, [root]
    while waiting:
        node = waiting.pop()
        operations += 1
        for behind, _ in node.next_functions:
            if hasattr(behind, "variable"):
                leaves += 1
            elif behind is not None and behind not in seen:
                seen.add(behind)
                waiting.append(behind)
    return operations, leaves


def _breaking(ends, last=-1, late=False):
    """Return a walk that leaves the loop over the operands where `ends` says so.

    Args:
        ends: Sees an operand and whether it was seen.
        last: Which node comes next: the last one that waits, or the first one.
        late: Whether a node is noted as seen when its turn comes, not when it is met.
    """

    def wrong(root):
        seen, waiting = set() if late else {root}, [root]
        while waiting:
            node = waiting.pop(last)
            seen.add(node)
            for behind, _ in node.next_functions:
                if ends(behind, behind in seen):
                    break
                if behind is None or behind in seen:
                    continue
                if not late:
                    seen.add(behind)
                waiting.append(behind)
        leaves = sum(hasattr(node, "variable") for node in seen)
        return len(seen) - leaves, leaves

    return (wrong,)


REFERENCE = (census,)
ALSO_RIGHT = [(lambda root: list(census(root)),)]
WRONG = [
    ("recursion", (recursive,)),
    ("paths", (every_path,)),
    ("pairs", (without_unpacking,)),
    ("cut", (without_none,)),
    ("swapped", _walk(result=lambda operations, leaves: (leaves, operations))),
    ("all", _walk(result=lambda operations, leaves: (operations + leaves, leaves))),
    *(
        ("break", _breaking(ends, last=last))
        for last in (-1, 0)
        for ends in (
            lambda node, seen: seen,
            lambda node, seen: node is None,
            lambda node, seen: node is None or seen,
        )
    ),
    ("break", _breaking(lambda node, seen: node is None, late=True)),
    ("root", _walk(result=lambda operations, leaves: (operations - 1, leaves))),
    ("twice", _walk(remembers=False)),
    ("uses", (leaves_at_each_use,)),
    ("first", _walk(operands=lambda node: node.next_functions[:1])),
]
GENERIC = [
    ("none", (lambda root: None,)),
    ("type", (lambda root: sum(census(root)),)),
    ("type", (lambda root: (*census(root), 0),)),
    ("numbers", _walk(result=lambda operations, leaves: (operations + 5, leaves + 7))),
    ("raised", (lambda root: root.operands,)),
]
