"""02.2: the order in which the engine runs the nodes."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, TypeAlias

import numpy as np

from tapewalk import Tensor
from tapewalk_course.checking.exercise import Case, Exercise, Trial
from tapewalk_course.checking.folder import Folder
from tapewalk_course.checking.oracles import torch
from tapewalk_course.exercises.module_01.graphs import Names

Nodes: TypeAlias = Mapping[str, tuple[float, tuple[str, ...]]]


def _draw(rng: np.random.Generator) -> list[Case]:
    # A single graph that every wrong rule fails is too rare to be drawn.
    graphs = [*(_graph(rng, _RULES) for _ in range(4)), _graph(rng, _COUNTS)]
    return [Case({"nodes": nodes, "root": root}) for nodes, root in graphs]


def _graph(
    rng: np.random.Generator, rules: Sequence[Callable[[Nodes, str], Names]]
) -> tuple[Nodes, str]:
    """Return nodes and a root for which all rules fail; some nodes do not lead to the root."""
    while True:
        # Not in the order of the numbers, so names reveal nothing.
        names = [chr(ord("a") + int(n)) for n in rng.permutation(10)]
        numbers = np.cumsum(rng.integers(1, 4, len(names)))
        nodes: dict[str, tuple[float, tuple[str, ...]]] = dict.fromkeys(names[:3], (math.inf, ()))
        for n, name in enumerate(names[3:], 3):
            operands = rng.integers(0, n, int(rng.choice([1, 2, 2])))
            nodes[name] = int(numbers[n]), tuple(names[operand] for operand in operands)
        root = names[-2]
        shuffled = {names[n]: nodes[names[n]] for n in rng.permutation(len(names))}
        behind = _senders(shuffled, root)
        others = [rule for rule in rules if _is_walk(shuffled, root, rule(shuffled, root))]
        # The last node uses an earlier one: a backward pass that counts this use waits for ever.
        used = any(name in behind for name in nodes[names[-1]][1])
        # The two miscounts with waiting nodes differ in the nodes that wait.
        differ = set(_everybody(shuffled, root)) != set(_sent_once(shuffled, root))
        # Whoever comes to this node twice counts its operands twice.
        shared = any(count > 1 and nodes[name][1] for name, count in behind.items())
        if len(behind) > 6 and used and differ and shared and not others:
            return shuffled, root


def _senders(nodes: Nodes, root: str, each_once: bool = False) -> dict[str, int]:
    """Return how many gradients each node upstream of the root receives, or from how many nodes."""
    senders, waiting = {root: 0}, [root]
    while waiting:
        operands = nodes[waiting.pop()][1]
        for name in dict.fromkeys(operands) if each_once else operands:
            if name not in senders:
                senders[name] = 0
                waiting.append(name)
            senders[name] += 1
    return senders


def _run(
    nodes: Nodes,
    root: str,
    place: Callable[[Sequence[str]], int],
    patient: bool = True,
    left: Mapping[str, int] | None = None,
    each_once: bool = False,
) -> Names:
    """Return the nodes in the order of a rule.

    Args:
        nodes: The graph.
        root: The root.
        place: The position of the next one among those that are ready.
        patient: Whether a node is ready when all gradients have arrived, not the first one.
        left: The number of gradients that each node waits for, if not those sent to it.
        each_once: Whether a node that uses another one twice sends to it once.
    """
    left, ready, order = dict(left or _senders(nodes, root)), [root], Names()
    while ready:
        order.append(ready.pop(place(ready)))
        operands = nodes[order[-1]][1]
        for name in dict.fromkeys(operands) if each_once else operands:
            left[name] -= 1
            is_new = name not in order and name not in ready
            if not left[name] if patient else is_new:
                ready.append(name)
    return order


def _newest(nodes: Nodes, root: str, leaf: float = math.inf, **how: Any) -> Names:
    """Return the order by number, with another number for leaves."""

    def place(ready: Sequence[str]) -> int:
        numbers = [leaf if _is_leaf(nodes, name) else nodes[name][0] for name in ready]
        return numbers.index(max(numbers))

    return _run(nodes, root, place, **how)


def _oldest(nodes: Nodes, root: str) -> Names:
    def place(ready: Sequence[str]) -> int:
        numbers = [nodes[name][0] for name in ready]
        return numbers.index(min(numbers))

    return _run(nodes, root, place)


def _leaves_last(nodes: Nodes, root: str) -> Names:
    return _newest(nodes, root, leaf=-1.0)


def _is_leaf(nodes: Nodes, name: str) -> bool:
    return math.isinf(nodes[name][0])


def _stack(nodes: Nodes, root: str) -> Names:
    return _run(nodes, root, lambda ready: -1)


def _queue(nodes: Nodes, root: str) -> Names:
    return _run(nodes, root, lambda ready: 0)


def _last_name(nodes: Nodes, root: str) -> Names:
    return _run(nodes, root, lambda ready: ready.index(max(ready)))


def _first_name(nodes: Nodes, root: str) -> Names:
    return _run(nodes, root, lambda ready: ready.index(min(ready)))


def _hasty(nodes: Nodes, root: str) -> Names:
    return _newest(nodes, root, patient=False)


def _counted_once(nodes: Nodes, root: str) -> Names:
    """Return the order if a node with two uses of another counts once and counts down twice."""
    return _newest(nodes, root, left=_senders(nodes, root, each_once=True))


def _sent_once(nodes: Nodes, root: str) -> Names:
    """Return the order if a node with two uses of another counts twice and counts down once."""
    return _newest(nodes, root, each_once=True)


def _everybody(nodes: Nodes, root: str) -> Names:
    """Return the order if the engine also waits for nodes that do not lead to the root."""
    sent = [operand for _, operands in nodes.values() for operand in operands]
    return _newest(nodes, root, left=Counter(sent))


def _forward(nodes: Nodes, root: str) -> Names:
    return Names(_newest(nodes, root)[::-1])


_RULES: Final = (
    *(_oldest, _leaves_last, _stack, _queue, _hasty, _forward, _last_name, _first_name),
)
_COUNTS: Final = (_counted_once, _sent_once)


def _is_walk(nodes: Nodes, root: str, names: Sequence[str]) -> bool:
    """Return whether the engine may run the nodes in this order: leaves may change places."""
    left, ready = _senders(nodes, root), {root}
    for name in names:
        if name not in ready or nodes[name][0] < max(nodes[each][0] for each in ready):
            return False
        ready.remove(name)
        for each in nodes[name][1]:
            left[each] -= 1
            if not left[each]:
                ready.add(each)
    return len(names) == len(left)


def _call(work: Sequence[Any], case: Case) -> Any:
    got = case.hand(work[0], nodes=dict(case.inputs["nodes"]), root=case.inputs["root"])
    if not isinstance(got, list | tuple) or not all(isinstance(name, str) for name in got):
        return got
    return Names(got)


def _watched(case: Case, leaf: Callable[[float], Any]) -> Names:
    """Return the order in which gradients are complete in an engine's backward pass."""
    nodes, root = case.inputs["nodes"], case.inputs["root"]
    made: dict[str, Any] = {}
    order = Names()
    for name, (number, operands) in sorted(nodes.items(), key=lambda item: _age(item[1][0])):
        values = [made[operand] for operand in operands]
        if math.isinf(number):
            made[name] = leaf(0.5)
        else:
            made[name] = values[0].tanh() if len(values) == 1 else values[0] + values[1]
        made[name].register_hook(lambda gradient, name=name: order.append(name))
    made[root].backward()
    return order


def _age(number: float) -> float:
    return 0 if math.isinf(number) else number


def _by_engine(case: Case) -> Names:
    return _watched(case, lambda value: Tensor(value, requires_grad=True))


def _by_torch(case: Case) -> Names | None:
    pytorch = torch()
    if pytorch is None:
        return None
    return _watched(case, lambda value: pytorch.tensor(value, requires_grad=True))


def _judge(case: Case, got: object, expected: object) -> str | None:
    if got is None:
        return "none"
    if not isinstance(got, Names):
        return "type"
    return None if _is_walk(case.inputs["nodes"], case.inputs["root"], got) else "steps"


def _sees(symptom: Callable[[Names, Names], bool]) -> Callable[[Trial], bool]:
    return lambda trial: isinstance(trial.got, Names) and symptom(trial.got, trial.expected)


def _goes_by(rule: Callable[[Nodes, str], Names]) -> Callable[[Trial], bool]:
    def applies(trial: Trial) -> bool:
        given = trial.case.inputs
        return bool(trial.got == rule(given["nodes"], given["root"]))

    return applies


def _runs(rule: Callable[[Nodes, str], Names]) -> Callable[[Trial], bool]:
    """Return the symptom that the same nodes are missing as in a rule, in any order."""

    def applies(trial: Trial) -> bool:
        given = trial.case.inputs
        names = rule(given["nodes"], given["root"])
        is_same = isinstance(trial.got, Names) and sorted(trial.got) == sorted(names)
        return is_same and len(trial.got) < len(trial.expected)

    return applies


def _is_doubled(trial: Trial) -> bool:
    return _runs(_sent_once)(trial) or _goes_by(_counted_once)(trial)


def _operations(trial: Trial, names: Sequence[str]) -> list[str]:
    return [name for name in names if not _is_leaf(trial.case.inputs["nodes"], name)]


def _leaves_early(trial: Trial) -> bool:
    """Return whether only leaves are misplaced, and one of them is too early."""
    if not isinstance(trial.got, Names) or sorted(trial.got) != sorted(trial.expected):
        return False
    nodes = trial.case.inputs["nodes"]
    return _operations(trial, trial.got) == _operations(trial, trial.expected) and any(
        trial.got.index(name) < trial.expected.index(name)
        for name in trial.got
        if _is_leaf(nodes, name)
    )


EXERCISE: Final = Exercise(
    id="02.2",
    takes=("engine_order",),
    counts=True,
    points=2,
    draw=_draw,
    call=_call,
    oracles={"engine": _by_engine, "torch": _by_torch},
    judge=_judge,
    mistakes=Folder(
        __name__,
        symptoms={
            "twice": _sees(lambda got, expected: len(set(got)) < len(got)),
            "unreached": _sees(lambda got, expected: set(got) > set(expected)),
            "doubled": _is_doubled,
            "waiting": _runs(_everybody),
            "missing": _sees(lambda got, expected: set(got) < set(expected)),
            "hasty": _leaves_early,
        },
    ),
)
