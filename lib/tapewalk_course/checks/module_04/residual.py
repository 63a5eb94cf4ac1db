"""04.3: which additions of a graph are residual connections."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache, reduce
from numbers import Integral
from typing import Any, Final

import numpy as np

from tapewalk.graph import Node, walk
from tapewalk_course.checking.distant import travels
from tapewalk_course.checking.exercise import Case, Exercise, Mistake, Trial
from tapewalk_course.checks.module_04.judging import goes_by, is_recursion, judged, listed, raises

# What becomes of x in a step, and whether the addition in it is a residual connection.
_WAYS: Final = {
    "skip": ("x = x + tanh({a}(x))", True),
    "turned": ("x = {b}(tanh({a}(x))) + x", True),
    "near": ("x = x + tanh(x)", True),
    "bias": ("x = tanh(x @ w + bias)", False),
    "fork": ("x = tanh({a}(x)) + tanh({b}(x))", False),
    "crossed": ("y = tanh({b}(x)); x = tanh({a}(x)) + y", False),
    "double": ("x = x + x", False),
    "table": ("x = tanh(x) + table", False),
    "other": ("x = tanh(x) + {a}(rows)", False),
    "gate": ("x = x * tanh({a}(x))", False),
    "constant": ("x = tanh(x) + rows", False),
    "long": ("x = start + tanh(x)", True),
    "deep": ("x = x + tanh(tanh(… tanh(x)))", True),
}
_DEEP: Final = 1200
_SKIPS: Final = 40
_SHOWN: Final = 12  # lines
# What multiplies, and adds nothing.
_NO_ADDITION: Final = "gate"
# What only the late cases have, and what needs something before it.
_LATER: Final = ("long", "deep")


@travels
@dataclass(frozen=True)
class HandedNodes:
    """The nodes of a calculation, and nothing else."""

    handed: tuple[Node, ...]

    def nodes(self) -> tuple[Node, ...]:
        """Returns the nodes behind the loss."""
        return self.handed


@dataclass(frozen=True)
class Steps:
    """A calculation of steps, each but one way with one addition.

    Attributes:
        width: Length of a row.
        ways: What becomes of x in each step.
    """

    width: int
    ways: tuple[str, ...]

    def nodes(self) -> tuple[Node, ...]:
        """Returns the nodes behind the loss."""
        return _nodes(self)

    def __reduce__(self) -> tuple[Any, ...]:
        # What travels to whoever tries it is the nodes alone, not how they were made.
        return HandedNodes, (self.nodes(),)

    def additions(self) -> dict[int, str]:
        """Returns the positions of the additions, and in which way each was made."""
        found = [node.position for node in self.nodes() if node.op == "Add"]
        return dict(zip(found, reversed(self._adding()), strict=True))

    def _adding(self) -> list[str]:
        return [way for way in self.ways if way != _NO_ADDITION]

    def __repr__(self) -> str:
        lines = ["list(walk(loss))", f"{'x = start = stem(rows)':30}# Add"]
        places = iter(reversed(self.additions()))
        for way in self.ways:
            place = "Mul" if way == _NO_ADDITION else next(places)
            lines.append(f"{_WAYS[way][0].format(a='a', b='b'):30}# {place}")
        if len(lines) > _SHOWN:
            lines[_SHOWN // 2 : -2] = ["…"]
        return "\n".join([*lines, "loss = (x ** 2).mean()"])


@lru_cache(maxsize=64)
def _nodes(steps: Steps) -> tuple[Node, ...]:
    import torch
    from torch.nn import Linear

    def linear(x: object) -> Any:
        return Linear(steps.width, steps.width)(x)

    def leaf(*shape: int) -> Any:
        return torch.rand(shape, requires_grad=True)

    with torch.random.fork_rng(devices=[]):
        rows = torch.rand(3, steps.width)
        x = start = linear(rows)
        made: dict[str, Callable[[Any], Any]] = {
            "skip": lambda x: x + linear(x).tanh(),
            "turned": lambda x: linear(linear(x).tanh()) + x,
            "near": lambda x: x + x.tanh(),
            "bias": lambda x: (x @ leaf(steps.width, steps.width) + leaf(steps.width)).tanh(),
            "fork": lambda x: linear(x).tanh() + linear(x).tanh(),
            "crossed": lambda x: _later(linear(x).tanh(), lambda: linear(x).tanh()),
            "double": lambda x: x + x,
            "table": lambda x: x.tanh() + leaf(3, steps.width),
            "other": lambda x: x.tanh() + linear(rows),
            "gate": lambda x: x * linear(x).tanh(),
            "constant": lambda x: x.tanh() + rows,
            "long": lambda x: start + x.tanh(),
            "deep": lambda x: x + reduce(lambda y, _: y.tanh(), range(_DEEP), x),
        }
        for way in steps.ways:
            x = made[way](x)
        return tuple(walk((x**2).mean()))


def _later(first: Any, second: Callable[[], Any]) -> Any:
    """Returns a sum whose left operand is made after its right one."""
    return second() + first


def _draw(rng: np.random.Generator) -> list[Case]:
    drawn = [_steps(rng) for _ in range(5)]
    cases = [Case({"nodes": steps}) for steps in drawn]
    # A net of skips has a path for each set of them; a long one is too deep for recursion.
    skips = Steps(2, ("fork", *["near"] * _SKIPS, "fork"))
    paths = Case({"nodes": skips}, late=True, facts={"skips": _SKIPS})
    return [*cases, paths, Case({"nodes": Steps(2, ("deep", "fork"))}, late=True)]


def _steps(rng: np.random.Generator) -> Steps:
    """Returns a calculation with each way once, in which no wrong rule gives the right result."""
    ways = [str(way) for way in rng.permutation([way for way in _WAYS if way not in _LATER])]
    ways.insert(int(rng.integers(3, len(ways) + 1)), "long")
    return Steps(int(rng.integers(2, 5)), tuple(ways))


def _call(work: Sequence[Any], case: Case) -> Any:
    got = case.hand(work[0], nodes=list(case.inputs["nodes"].nodes()))
    answer = listed(got)
    if answer is None:
        return got
    if not all(isinstance(at, Integral) and not isinstance(at, bool) for at in answer):
        return tuple(answer)
    return sorted(int(at) for at in answer)


def _by_formula(case: Case) -> list[int]:
    return [at for at, way in case.inputs["nodes"].additions().items() if _WAYS[way][1]]


def _by_report(case: Case) -> list[int]:
    from tapewalk.inspect.residual import mark_residuals
    from tapewalk.inspect.structure import Structure

    structure = Structure(case.inputs["nodes"].nodes(), frozenset())
    # What it infers of the model's input, without a path in the graph, is not asked for.
    inferred = mark_residuals(structure)
    marked = [at for at, category in enumerate(structure.categories) if category == "residual"]
    return [at for at in marked if at not in inferred]


Rule = Callable[[Sequence[Node], int, int], bool]


def _additions(rule: Rule) -> Callable[[Case], list[int]]:
    """Returns which additions a rule takes for residual; it sees both operands' positions."""

    def gives(case: Case) -> list[int]:
        nodes = case.inputs["nodes"].nodes()
        return [node.position for node in nodes if node.op == "Add" and _holds(rule, nodes, node)]

    return gives


def _holds(rule: Rule, nodes: Sequence[Node], node: Node) -> bool:
    """Tells whether a rule holds of a node whose operands both have a history."""
    left, right = node.next_functions
    return left is not None and right is not None and rule(nodes, left, right)


def _any_operation(case: Case) -> list[int]:
    """Returns what comes if products with a way around them count as well."""
    nodes = case.inputs["nodes"].nodes()
    pairs = (node for node in nodes if len(node.next_functions) == 2)
    rule: Rule = lambda *given: _leads(*given) and not _is_double(*given)  # noqa: E731
    return [node.position for node in pairs if _holds(rule, nodes, node)]


def _behind(nodes: Sequence[Node], at: int) -> set[int]:
    """Returns the positions behind one, its own included."""
    seen, waiting = {at}, [at]
    while waiting:
        for operand in nodes[waiting.pop()].next_functions:
            if operand is not None and operand not in seen:
                seen.add(operand)
                waiting.append(operand)
    return seen


def _leads(nodes: Sequence[Node], left: int, right: int) -> bool:
    return right in _behind(nodes, left) or left in _behind(nodes, right)


def _is_double(nodes: Sequence[Node], left: int, right: int) -> bool:
    return left == right


def _no_leaf(nodes: Sequence[Node], left: int, right: int) -> bool:
    return not (nodes[left].is_leaf or nodes[right].is_leaf)


def _meet(nodes: Sequence[Node], left: int, right: int) -> bool:
    return bool(_behind(nodes, left) & _behind(nodes, right))


def _next_door(nodes: Sequence[Node], left: int, right: int) -> bool:
    return left in nodes[right].next_functions or right in nodes[left].next_functions


def _both(nodes: Sequence[Node], left: int, right: int) -> bool:
    return right in _behind(nodes, left) and left in _behind(nodes, right)


def _one_side(turned: bool) -> Rule:
    def rule(nodes: Sequence[Node], left: int, right: int) -> bool:
        skip, branch = (right, left) if turned else (left, right)
        return skip != branch and skip in _behind(nodes, branch)

    return rule


def _is_lost(trial: Trial) -> bool:
    """Tells whether the time ran out where there are few nodes and many paths."""
    return trial.problem == "slow" and trial.case.inputs["nodes"].ways.count("near") > 1


def _by(name: str, *rules: Rule) -> Mistake:
    """Returns a mistake that is made by one of these rules."""
    signs = [goes_by(_additions(rule)) for rule in rules]
    return Mistake(name, sign=lambda trial: any(sign(trial) for sign in signs), every=True)


EXERCISE: Final = Exercise(
    id="04.3",
    takes=("residuals",),
    points=2,
    draw=_draw,
    call=_call,
    oracles={"formula": _by_formula, "inspect": _by_report},
    judge=judged(list),
    mistakes=(
        Mistake("recursion", sign=is_recursion),
        Mistake("paths", sign=_is_lost),
        Mistake(
            "cut",
            sign=raises("integers or slices, not NoneType", "not supported between instances of"),
        ),
        Mistake("operations", sign=goes_by(_any_operation), every=True),
        _by("all", lambda nodes, left, right: True),
        _by("leaves", _no_leaf),
        _by("meeting", _meet, lambda *given: _meet(*given) and not _is_double(*given)),
        _by("near", _next_door),
        _by("positions", lambda nodes, left, right: left < right),
        _by("positions", lambda nodes, left, right: left > right),
        _by("left", _one_side(turned=False)),
        _by("right", _one_side(turned=True)),
        _by("double", lambda *given: _leads(*given) or _is_double(*given)),
        _by("both", _both),
    ),
)
