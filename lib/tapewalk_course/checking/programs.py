"""Small calculations, drawn at random, that any engine can run: the graphs of the exercises."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Final

import numpy as np

from tapewalk_course.checking.limits import can_stop

_SHOWN: Final = 12
_SIGNS: Final = {"add": "+", "mul": "*"}
_METHODS: Final = ("tanh", "detach")


@dataclass(eq=False)
class Node:
    """A number that knows its operands; learners write the rest.

    Attributes:
        data: The number.
        parents: Its operands, in order; `a * a` has `a` twice.
        local_gradients: Its derivative with respect to each operand.
        name: Its name in the feedback.
    """

    data: float
    parents: tuple[Node, ...] = ()
    local_gradients: tuple[float, ...] = ()
    name: str = ""

    def __repr__(self) -> str:
        return f"Node({self.name})"


@dataclass(frozen=True)
class Program:
    """A calculation: leaves, then operations on earlier numbers.

    Attributes:
        leaves: Their numbers.
        steps: For each operation its name (`add`, `mul`, `tanh`, `detach`) and its operands'
            positions.
    """

    leaves: tuple[float, ...]
    steps: tuple[tuple[str, tuple[int, ...]], ...] = field(default=())

    def __len__(self) -> int:
        return len(self.leaves) + len(self.steps)

    def name(self, position: int) -> str:
        """Return the name of a number: a, b, … and, past z, n26, n27, …."""
        return chr(ord("a") + position) if position < 26 else f"n{position}"

    def names(self) -> list[str]:
        """Return the names of all numbers."""
        return [self.name(position) for position in range(len(self))]

    def run(self, leaf: Callable[[float], Any]) -> list[Any]:
        """Return all numbers, computed by an engine of which `leaf` makes numbers."""
        made = [leaf(value) for value in self.leaves]
        for op, positions in self.steps:
            operands = [made[position] for position in positions]
            if op in _METHODS:
                made.append(getattr(operands[0], op)())
            elif op == "add":
                made.append(operands[0] + operands[1])
            else:
                made.append(operands[0] * operands[1])
        return made

    def values(self, bump: dict[int, float] | None = None) -> list[float]:
        """Return all numbers, computed without an engine.

        Args:
            bump: What is added to the numbers at these positions after they are computed.
        """
        if bump is None:
            return list(_values(self))
        made: list[float] = []
        for position in range(len(self)):
            made.append(self._value(position, made) + bump.get(position, 0.0))
        return made

    def nodes(self) -> list[Node]:
        """Return all numbers as nodes."""
        values, made = self.values(), list[Node]()
        for position, value in enumerate(values):
            parents, local = self.edges(position, values)
            nodes = tuple(made[parent] for parent in parents)
            made.append(Node(value, nodes, local, self.name(position)))
        return made

    def edges(
        self, position: int, values: Sequence[float]
    ) -> tuple[tuple[int, ...], tuple[float, ...]]:
        """Return a number's operands and its local gradients; a detached one has neither."""
        if position < len(self.leaves):
            return (), ()
        op, operands = self.steps[position - len(self.leaves)]
        if op == "detach":
            return (), ()
        if op == "tanh":
            return operands, (1 - values[position] ** 2,)
        if op == "add":
            return operands, (1.0, 1.0)
        left, right = operands
        return operands, (values[right], values[left])

    def behind(self) -> set[int]:
        """Return the positions from which the last number is computed, and its own."""
        values, seen, waiting = self.values(), set[int](), [len(self) - 1]
        while waiting:
            n = waiting.pop()
            if n not in seen:
                seen.add(n)
                waiting += self.edges(n, values)[0]
        return seen

    def __str__(self) -> str:
        lines = [f"{self.name(n)} = {value:.4g}" for n, value in enumerate(self.leaves)]
        for n, (op, operands) in enumerate(self.steps, len(self.leaves)):
            if _SHOWN - 2 <= n < len(self) - 1 and len(self) > _SHOWN:
                if n == _SHOWN - 2:
                    lines.append("…")
                continue
            names = [self.name(position) for position in operands]
            text = f"{names[0]}.{op}()" if op in _METHODS else f" {_SIGNS.get(op)} ".join(names)
            lines.append(f"{self.name(n)} = {text}")
        return "; ".join(lines)

    def _value(self, position: int, made: Sequence[float]) -> float:
        if position < len(self.leaves):
            return self.leaves[position]
        op, operands = self.steps[position - len(self.leaves)]
        numbers = [made[operand] for operand in operands]
        if op in _METHODS:
            return math.tanh(numbers[0]) if op == "tanh" else numbers[0]
        return numbers[0] + numbers[1] if op == "add" else numbers[0] * numbers[1]


@dataclass(frozen=True)
class Unseen(Program):
    """A calculation that does not travel: another process gets only the argument of the work."""

    def built(self) -> Any:
        """Return the argument of the work."""
        raise NotImplementedError

    def __reduce__(self) -> tuple[Any, ...]:
        return _built, (type(self), self.leaves, self.steps)


class Built:
    """The argument of the work, in the process that runs it."""

    def __init__(self, made: Any) -> None:
        self._made = made

    def built(self) -> Any:
        """Return the argument of the work."""
        return self._made


def _built(kind: type[Unseen], *parts: Any) -> Built:
    made = kind(*parts).built()
    _values.cache_clear()  # it keeps calculations
    return Built(made)


@lru_cache(maxsize=256)
def _values(program: Program) -> tuple[float, ...]:
    """Return all numbers, computed once."""
    return tuple(program.values({}))


def diamond(rng: np.random.Generator, swapped: bool) -> Program:
    """Return a calculation that uses a number twice, once through another one.

    An engine that sends gradients on at once, or an order that lists a number before everything
    that uses it, is wrong in one of the two ways of writing the last product.
    """
    last = (2, 1) if swapped else (1, 2)
    steps = (("mul", (0, 0)), ("add", (1, 0)), ("mul", last))
    return Program((float(rng.uniform(0.5, 1.5)),), steps)


def random_program(rng: np.random.Generator, leaves: int = 3, steps: int = 6) -> Program:
    """Return a calculation in which every number leads to the last one."""
    numbers = tuple(float(x) for x in rng.uniform(0.4, 1.6, leaves) * rng.choice([-1, 1], leaves))
    made: list[tuple[str, tuple[int, ...]]] = []
    unused = list(range(leaves))
    while len(unused) > 1 or len(made) < steps:
        n = leaves + len(made)
        op = str(rng.choice(["add", "mul", "tanh"], p=[0.4, 0.4, 0.2]))
        first = unused.pop(int(rng.integers(len(unused))))
        if op == "tanh" and len(made) < steps:
            operands: tuple[int, ...] = (first,)
        else:
            op = "add" if op == "tanh" else op
            second = unused.pop(0) if len(made) >= steps else int(rng.integers(n))
            unused = [number for number in unused if number != second]
            operands = (first, second)
        made.append((op, operands))
        unused.append(n)
    return Program(numbers, tuple(made))


def cut_program(rng: np.random.Generator) -> Program:
    """Return a calculation whose last number reaches a cut, some of the leaves and not all."""
    while True:
        leaves, steps = int(rng.integers(3, 5)), []
        for n in range(leaves, leaves + 6):
            op = str(rng.choice(["add", "mul", "tanh", "detach"], p=[0.4, 0.25, 0.15, 0.2]))
            count = 1 if op in _METHODS else 2
            steps.append((op, tuple(int(x) for x in rng.integers(max(0, n - 5), n, count))))
        program = Program(tuple(float(x) for x in rng.uniform(0.4, 1.6, leaves)), tuple(steps))
        behind = program.behind()
        is_cut = any(n >= leaves and steps[n - leaves][0] == "detach" for n in behind)
        if is_cut and 0 < sum(n < leaves for n in behind) < leaves:
            return program


def doubling() -> Program:
    """Return y + y, repeated: few numbers, and more paths than can be followed in time.

    Where no time limit works, it is so short that all paths can be followed in seconds.
    """
    times = 40 if can_stop() else 22
    return Program((0.5,), tuple(("add", (n, n)) for n in range(times)))


def chain(length: int) -> Program:
    """Return a deep calculation without forks."""
    return Program((0.001, 1.0), tuple(("add", (n, 0)) for n in range(1, length)))
