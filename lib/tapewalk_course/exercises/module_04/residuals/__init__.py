"""04.2: which additions of a graph are residual connections."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache, reduce
from numbers import Integral
from typing import Any, Final

import numpy as np

from tapewalk.graph import Node, walk
from tapewalk_course.checking.comparing import judged, listed
from tapewalk_course.checking.distant import travels
from tapewalk_course.checking.exercise import Case, Exercise
from tapewalk_course.checking.folder import Folder

# The code of each kind of step, and whether its addition is a residual connection.
_WAYS: Final = {
    "skip": ("x = x + tanh({a}(x))", True),
    "turned": ("x = {b}(tanh({a}(x))) + x", True),
    "near": ("x = x + tanh(x)", True),
    "two": ("x = x + tanh(tanh(x))", True),
    "tied": ("x = x + {a}(tanh({a}(x)))", True),
    "bias": ("x = tanh(x @ w + bias)", False),
    "fork": ("x = tanh({a}(x)) + tanh({b}(x))", False),
    "crossed": ("y = tanh({b}(x)); x = tanh({a}(x)) + y", False),
    "double": ("x = x + x", False),
    "table": ("x = tanh(x) + table", False),
    "other": ("x = tanh(x) + {a}(rows)", False),
    "gate": ("x = x * tanh({a}(x))", False),
    "constant": ("x = tanh(x) + rows", False),
    "given": ("x = rows + tanh(x)", False),
    "long": ("x = start + tanh(x)", True),
    "deep": ("x = x + tanh(tanh(… tanh(x)))", True),
}
_DEEP: Final = 1200
_SKIPS: Final = 40
_SHOWN: Final = 12  # lines
# The steps that multiply and do not add.
_NO_ADDITION: Final = "gate"
# The steps that only late cases have, and those that can't be first.
_LATER: Final = ("long", "deep")


@travels
@dataclass(frozen=True)
class HandedNodes:
    """The nodes of a calculation alone."""

    handed: tuple[Node, ...]

    def nodes(self) -> tuple[Node, ...]:
        """Return the nodes of the loss's graph."""
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
        """Return the nodes of the loss's graph."""
        return _nodes(self)

    def __reduce__(self) -> tuple[Any, ...]:
        # Only the nodes travel to another process, not how they were made.
        return HandedNodes, (self.nodes(),)

    def additions(self) -> dict[int, str]:
        """Return the positions of the additions, and the kind of step of each."""
        found = [node.position for node in self.nodes() if node.op == "Add"]
        adding = [way for way in self.ways if way != _NO_ADDITION]
        return dict(zip(found, reversed(adding), strict=True))

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
            "two": lambda x: x + x.tanh().tanh(),
            "tied": lambda x: _twice(x, Linear(steps.width, steps.width)),
            "bias": lambda x: (x @ leaf(steps.width, steps.width) + leaf(steps.width)).tanh(),
            "fork": lambda x: linear(x).tanh() + linear(x).tanh(),
            "crossed": lambda x: _later(linear(x).tanh(), lambda: linear(x).tanh()),
            "double": lambda x: x + x,
            "table": lambda x: x.tanh() + leaf(3, steps.width),
            "other": lambda x: x.tanh() + linear(rows),
            "gate": lambda x: x * linear(x).tanh(),
            "constant": lambda x: x.tanh() + rows,
            "given": lambda x: rows + x.tanh(),
            "long": lambda x: start + x.tanh(),
            "deep": lambda x: x + reduce(lambda y, _: y.tanh(), range(_DEEP), x),
        }
        for way in steps.ways:
            x = made[way](x)
        return tuple(walk((x**2).mean()))


def _later(first: Any, second: Callable[[], Any]) -> Any:
    """Return a sum whose left operand is made after its right one."""
    return second() + first


def _twice(x: Any, layer: Callable[[Any], Any]) -> Any:
    """Return a sum with a branch that goes through the same layer twice."""
    return x + layer(layer(x).tanh())


def _draw(rng: np.random.Generator) -> list[Case]:
    drawn = [_steps(rng) for _ in range(5)]
    cases = [Case({"nodes": steps}) for steps in drawn]
    # A net of skips has a path for each set of them; a long one is too deep for recursion.
    skips = Steps(2, ("fork", *["near"] * _SKIPS, "fork"))
    paths = Case({"nodes": skips}, late=True, facts={"skips": _SKIPS})
    return [*cases, paths, Case({"nodes": Steps(2, ("deep", "fork"))}, late=True)]


def _steps(rng: np.random.Generator) -> Steps:
    """Return a calculation with each kind of step once, in which every wrong rule fails."""
    ways = [str(way) for way in rng.permutation([way for way in _WAYS if way not in _LATER])]
    ways.insert(int(rng.integers(3, len(ways) + 1)), "long")
    return Steps(int(rng.integers(2, 5)), tuple(ways))


def _call(work: Sequence[Any], case: Case) -> Any:
    got = case.call(work[0], nodes=list(case.inputs["nodes"].nodes()))
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
    # Its inferences about the model's input, without a path in the graph, are not needed.
    inferred = mark_residuals(structure)
    marked = [at for at, category in enumerate(structure.categories) if category == "residual"]
    return [at for at in marked if at not in inferred]


EXERCISE: Final = Exercise(
    id="04.2",
    takes=("residuals",),
    points=2,
    counts=True,
    draw=_draw,
    call=_call,
    oracles={"formula": _by_formula, "inspect": _by_report},
    judge=judged(list),
    needs=("torch",),
    mistakes=Folder(__name__),
)
