"""01.3: the reference, and what learners write instead."""

from tapewalk_course.checks.module_01.walks import WRONG_RULES
from tapewalk_course.solutions.module_01 import backward


def _walk(add, start=1.0, turn=reversed, edges=zip):
    def wrong(order):
        grads = dict.fromkeys(order, 0.0)
        grads[order[-1]] = start
        for node in turn(order):
            for parent, local in edges(node.parents, node.local_gradients):
                grads[parent] = add(grads[parent], grads[node], local)
        return grads

    return (wrong,)


def _right(total, arrived, local):
    return total + arrived * local


def no_entries(order):
    grads = {order[-1]: 1.0}
    for node in reversed(order):
        for parent, local in zip(node.parents, node.local_gradients, strict=True):
            grads[parent] += grads[node] * local
    return grads


def _path_by_path(order):
    grads = dict.fromkeys(order, 0.0)
    waiting = [(order[-1], 1.0)]
    while waiting:
        node, arrived = waiting.pop()
        grads[node] += arrived
        for parent, local in zip(node.parents, node.local_gradients, strict=True):
            waiting.append((parent, arrived * local))
    return grads


def _one_call_each(order, place=-1, grads=None):
    grads = grads or dict.fromkeys(order, 0.0) | {order[-1]: 1.0}
    node = order[place]
    for parent, local in zip(node.parents, node.local_gradients, strict=True):
        grads[parent] += grads[node] * local
    return grads if -place == len(order) else _one_call_each(order, place - 1, grads)


def _from_ones(order):
    grads = dict.fromkeys(order, 1.0)
    for node in reversed(order):
        for parent, local in zip(node.parents, node.local_gradients, strict=True):
            grads[parent] += grads[node] * local
    return grads


def _multiplied(order):
    grads = dict.fromkeys(order, 1.0)
    for node in reversed(order):
        for parent, local in zip(node.parents, node.local_gradients, strict=True):
            grads[parent] *= grads[node] * local
    return grads


def _sent_away(order):
    grads = dict.fromkeys(order, 0.0) | {order[-1]: 1.0}
    for node in reversed(order):
        if node.parents:
            arrived, grads[node] = grads[node], 0.0
            for parent, local in zip(node.parents, node.local_gradients, strict=True):
                grads[parent] += arrived * local
    return grads


def leaves_only(order):
    return {node: gradient for node, gradient in backward(order).items() if not node.parents}


def set_of_parents(order):
    grads = dict.fromkeys(order, 0.0)
    grads[order[-1]] = 1.0
    for node in reversed(order):
        for parent, local in set(zip(node.parents, node.local_gradients, strict=True)):
            grads[parent] += grads[node] * local
    return grads


def from_the_first(order):
    return dict.fromkeys(order, 0.0) | {order[0]: 1.0}


def without_the_last(order):
    grads = dict.fromkeys(order, 0.0)
    grads[order[-1]] = 1.0
    for node in reversed(order[:-1]):
        for parent, local in zip(node.parents, node.local_gradients, strict=True):
            grads[parent] += grads[node] * local
    return grads


def _afterwards(spoils):
    def walk(order):
        found = backward(order)
        spoils(order)
        return found

    return (walk,)


def _left_early(order):
    grads = dict.fromkeys(order, 0.0) | {order[-1]: 1.0}
    for node in reversed(order):
        for parent, local in zip(node.parents, node.local_gradients, strict=True):
            grads[parent] += grads[node] * local
            return grads
    return grads


def _left_after_one(order):
    grads = dict.fromkeys(order, 0.0) | {order[-1]: 1.0}
    for node in reversed(order):
        for parent, local in zip(node.parents, node.local_gradients, strict=True):
            grads[parent] += grads[node] * local
        return grads
    return grads


def _reset(order):
    order[0].data = 0.0


REFERENCE = (backward,)
WRONG = [
    ("recursion", (_one_call_each,)),
    ("paths", (_path_by_path,)),
    ("start", (no_entries,)),
    ("missing", (leaves_only,)),
    ("keys", (lambda order: {n.name + "": g for n, g in backward(order).items()},)),
    ("keys", (lambda order: {id(n): g for n, g in backward(order).items()},)),
    ("wrong_end", (from_the_first,)),
    ("unsent", (without_the_last,)),
    *((name, _walk(rule)) for name, rule in WRONG_RULES.items()),
    ("forward", _walk(_right, turn=iter)),
    ("returned", (_left_early,)),
    ("forward", (_left_after_one,)),
    ("seed", _walk(_right, start=0.0)),
    ("ones", (_from_ones,)),
    ("multiplied", (_multiplied,)),
    ("sent_away", (_sent_away,)),
    ("edges", (set_of_parents,)),
    ("edges", _walk(_right, edges=lambda p, g: dict(zip(p, g, strict=True)).items())),
]
GENERIC = [
    *(("changed", _afterwards(spoils)) for spoils in (list.reverse, list.clear, _reset)),
    ("none", (lambda order: print(end=""),)),
    ("type", (lambda order: list(backward(order).values()),)),
    ("numbers", (lambda order: {n: g * 2 for n, g in backward(order).items()},)),
]
