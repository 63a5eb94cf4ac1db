"""02.2: the order in which the engine runs the nodes."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, Final, TypeAlias

import numpy as np

from tapewalk_course.checking.comparing import judged
from tapewalk_course.checking.exercise import Case, Exercise, Trial
from tapewalk_course.checking.folder import Folder
from tapewalk_course.checking.oracles import leaf, with_torch
from tapewalk_course.exercises.module_01.graphs import Names

Nodes: TypeAlias = Mapping[str, tuple[float, tuple[str, ...]]]


def _draw(rng: np.random.Generator) -> list[Case]:
    # A single graph that every wrong rule fails is too rare to be drawn.
    graphs = [*(_graph(rng, _RULES) for _ in range(4)), _graph(rng, _COUNTS)]
    return [Case({"nodes": nodes, "root": root}) for nodes, root in graphs]


def _graph(
    rng: np.random.Generator, rules: Sequence[Callable[[Nodes, str], Sequence[str]]]
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
        # A traversal that visits this node twice counts its operands twice.
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


def _newest(nodes: Nodes, ready: Sequence[str]) -> str:
    return max(ready, key=lambda name: nodes[name][0])


def _run(
    nodes: Nodes,
    root: str,
    choose: Callable[[Nodes, Sequence[str]], str] = _newest,
    patient: bool = True,
    left: Mapping[str, int] | None = None,
    each_once: bool = False,
) -> Names:
    """Return the nodes in the order of a rule.

    Args:
        nodes: The graph.
        root: The root.
        choose: Chooses the next node among those that are ready.
        patient: Whether a node is ready when all gradients have arrived, not the first one.
        left: The number of gradients that each node waits for, if not those sent to it.
        each_once: Whether a node that uses another one twice sends to it once.
    """
    left, ready, order = dict(left or _senders(nodes, root)), [root], Names()
    while ready:
        order.append(choose(nodes, ready))
        ready.remove(order[-1])
        operands = nodes[order[-1]][1]
        for name in dict.fromkeys(operands) if each_once else operands:
            left[name] -= 1
            is_new = name not in order and name not in ready
            if not left[name] if patient else is_new:
                ready.append(name)
    return order


def _is_leaf(nodes: Nodes, name: str) -> bool:
    return math.isinf(nodes[name][0])


def _counted_once(nodes: Nodes, root: str) -> Names:
    """Return the order if a node with two uses of another counts once and counts down twice."""
    return _run(nodes, root, left=_senders(nodes, root, each_once=True))


def _sent_once(nodes: Nodes, root: str) -> Names:
    """Return the order if a node with two uses of another counts twice and counts down once."""
    return _run(nodes, root, each_once=True)


def _everybody(nodes: Nodes, root: str) -> Names:
    """Return the order if the engine also waits for nodes that do not lead to the root."""
    sent = [operand for _, operands in nodes.values() for operand in operands]
    return _run(nodes, root, left=Counter(sent))


# Wrong choices: the oldest node, leaves last, a stack, a queue, the last name, the first name.
_CHOICES: Final[tuple[Callable[[Nodes, Sequence[str]], str], ...]] = (
    lambda nodes, ready: min(ready, key=lambda name: nodes[name][0]),
    lambda nodes, ready: max(ready, key=lambda n: -1 if _is_leaf(nodes, n) else nodes[n][0]),
    lambda nodes, ready: ready[-1],
    lambda nodes, ready: ready[0],
    lambda nodes, ready: max(ready),
    lambda nodes, ready: min(ready),
)
_RULES: Final[tuple[Callable[[Nodes, str], Sequence[str]], ...]] = (
    *(partial(_run, choose=choose) for choose in _CHOICES),
    partial(_run, patient=False),
    lambda nodes, root: _run(nodes, root)[::-1],
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
    got = case.call(work[0], nodes=dict(case.inputs["nodes"]), root=case.inputs["root"])
    if not isinstance(got, list | tuple) or not all(isinstance(name, str) for name in got):
        return got
    return Names(got)


def _completed(case: Case, made_leaf: Callable[[float], Any]) -> Names:
    """Return the order in which gradients are complete in an engine's backward pass."""
    nodes, root = case.inputs["nodes"], case.inputs["root"]
    made: dict[str, Any] = {}
    order = Names()
    for name in (name for name in nodes if _is_leaf(nodes, name)):
        made[name] = made_leaf(0.5)
    for name in sorted(nodes.keys() - made.keys(), key=lambda name: nodes[name][0]):
        values = [made[operand] for operand in nodes[name][1]]
        made[name] = values[0].tanh() if len(values) == 1 else values[0] + values[1]
    for name in made:
        made[name].register_hook(lambda gradient, name=name: order.append(name))
    made[root].backward()
    return order


@with_torch
def _by_torch(pytorch: Any, case: Case) -> Names:
    return _completed(case, lambda value: pytorch.tensor(value, requires_grad=True))


def _is_right(case: Case, got: Names, expected: Names) -> bool:
    return _is_walk(case.inputs["nodes"], case.inputs["root"], got)


def _sees(symptom: Callable[[Names, Names], bool]) -> Callable[[Trial], bool]:
    return lambda trial: isinstance(trial.got, Names) and symptom(trial.got, trial.expected)


def _waits_as(rule: Callable[[Nodes, str], Names]) -> Callable[[Trial], bool]:
    """Return the symptom that the same nodes are missing as in a rule, in any order."""

    def applies(trial: Trial) -> bool:
        names = rule(*trial.case.inputs.values())
        is_same = isinstance(trial.got, Names) and sorted(trial.got) == sorted(names)
        return is_same and len(trial.got) < len(trial.expected)

    return applies


def _is_doubled(trial: Trial) -> bool:
    return _waits_as(_sent_once)(trial) or trial.got == _counted_once(*trial.case.inputs.values())


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
    oracles={"engine": lambda case: _completed(case, leaf), "torch": _by_torch},
    judge=judged(Names, _is_right, "steps"),
    mistakes=Folder(
        __name__,
        symptoms={
            "twice": _sees(lambda got, expected: len(set(got)) < len(got)),
            "unreached": _sees(lambda got, expected: set(got) > set(expected)),
            "doubled": _is_doubled,
            "waiting": _waits_as(_everybody),
            "missing": _sees(lambda got, expected: set(got) < set(expected)),
            "hasty": _leaves_early,
        },
    ),
)
