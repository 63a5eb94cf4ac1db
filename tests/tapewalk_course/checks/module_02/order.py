"""02.3: the reference, and what learners write instead."""

import math
from collections import Counter, deque

from tapewalk_course.solutions.module_02 import engine_order


def _behind(nodes, root):
    seen, waiting = {root}, [root]
    while waiting:
        for name in nodes[waiting.pop()][1]:
            if name not in seen:
                seen.add(name)
                waiting.append(name)
    return seen


def _counted(nodes, names):
    return Counter(operand for name in names for operand in nodes[name][1])


def _run(nodes, root, take, senders=None):
    expects = _counted(nodes, _behind(nodes, root)) if senders is None else senders
    order, ready = [], deque([root])
    while ready:
        name = take(ready)
        order.append(name)
        for operand in nodes[name][1]:
            expects[operand] -= 1
            if not expects[operand]:
                ready.append(operand)
    return order


def _by(key, everybody=False):
    def wrong(nodes, root):
        def take(ready):
            name = max(ready, key=lambda name: key(nodes[name][0]))
            ready.remove(name)
            return name

        return _run(nodes, root, take, _counted(nodes, nodes) if everybody else None)

    return (wrong,)


def by_number(nodes, root):
    return sorted(nodes, key=lambda name: -nodes[name][0])


def behind_by_number(nodes, root):
    return sorted(_behind(nodes, root), key=lambda name: -nodes[name][0])


def at_each_arrival(nodes, root):
    order, ready = [], [root]
    while ready:
        name = max(ready, key=lambda name: nodes[name][0])
        ready.remove(name)
        order.append(name)
        ready += nodes[name][1]
    return order


def at_first_arrival(nodes, root):
    order, ready = [], [root]
    while ready:
        name = max(ready, key=lambda name: nodes[name][0])
        ready.remove(name)
        order.append(name)
        ready += [each for each in dict.fromkeys(nodes[name][1]) if each not in (*order, *ready)]
    return order


def counted_once(nodes, root):
    names = _behind(nodes, root)
    senders = Counter(each for name in names for each in set(nodes[name][1]))
    return _run(nodes, root, _newest(nodes), senders)


def sent_once(nodes, root):
    short = {name: (number, tuple(set(each))) for name, (number, each) in nodes.items()}
    return _run(short, root, _newest(nodes), _counted(nodes, _behind(nodes, root)))


def _newest(nodes):
    def take(ready):
        name = max(ready, key=lambda name: nodes[name][0])
        ready.remove(name)
        return name

    return take


def _taken(choose):
    def take(ready):
        name = choose(ready)
        ready.remove(name)
        return name

    return take


REFERENCE = (engine_order,)
WRONG = [
    ("twice", (at_each_arrival,)),
    ("unreached", (by_number,)),
    ("waiting", _by(lambda number: number, everybody=True)),
    ("doubled", (counted_once,)),
    ("doubled", (sent_once,)),
    ("missing", (lambda nodes, root: engine_order(nodes, root)[1:],)),
    ("missing", (lambda nodes, root: [],)),
    ("named", (lambda nodes, root: _run(nodes, root, _taken(max)),)),
    ("named", (lambda nodes, root: _run(nodes, root, _taken(min)),)),
    ("oldest", _by(lambda number: -number)),
    ("leaves_last", _by(lambda number: -1 if math.isinf(number) else number)),
    ("forward", (lambda nodes, root: engine_order(nodes, root)[::-1],)),
    ("stack", (lambda nodes, root: _run(nodes, root, lambda ready: ready.pop()),)),
    ("queue", (lambda nodes, root: _run(nodes, root, lambda ready: ready.popleft()),)),
    ("hasty", (at_first_arrival,)),
    ("hasty", (behind_by_number,)),
]
GENERIC = [
    ("none", (lambda nodes, root: engine_order(nodes, root).sort(),)),
    ("type", (lambda nodes, root: [nodes[name] for name in engine_order(nodes, root)],)),
    ("steps", (lambda nodes, root: sorted(engine_order(nodes, root)),)),
    ("raised", (lambda nodes, root: nodes[root].inputs,)),
]
