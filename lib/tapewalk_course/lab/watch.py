"""A run of a program with an engine given as text, with a record of every gradient.

The page of the lab runs this file in MicroPython, tests and notebooks run it in CPython.
"""

from __future__ import annotations

import io
import math
import sys
from typing import Any

from tapewalk import Value
from tapewalk.trace.format import encode_number

# Larger graphs can't be drawn; only their named numbers are reported.
MOST_NODES = 60
# A backward pass along every path can take very many steps.
MOST_WRITES = 400

_OPERATIONS = {
    "__add__": "add",
    "__mul__": "mul",
    "__sub__": "sub",
    "__truediv__": "div",
    "__pow__": "pow",
    "__neg__": "neg",
    "exp": "exp",
    "log": "log",
    "tanh": "tanh",
    "relu": "relu",
    "sigmoid": "sigmoid",
}
_ENGINE, _PROGRAM = "<engine>", "<your program>"


def watch(engine: str, program: str) -> dict[str, Any]:
    r"""Return the record of an engine's run: its numbers, and every gradient in order.

    Args:
        engine: Python that defines a class `Number` with `data`, `grad`, `parents`,
            `local_gradients` and `backward`.
        program: Python that makes numbers and calls `backward` of one.

    Returns:
        `nodes` in the order they were made, each with label, operation, value, parents, local
        gradients and the gradient at the end; `walks`, each with its root and what it wrote;
        `error`, or None. Large graphs have no walks.

    Example:
        >>> told = watch(text(), "a = Number(3.0)\nb = a * a\nb.backward()")
        >>> [node["grad"] for node in told["nodes"]], len(told["walks"])
        ([6.0, 1.0], 1)
    """
    names: dict[str, Any] = {"__name__": "__main__"}
    journal = _Journal()
    error = None
    try:
        exec(compile(engine, _ENGINE, "exec"), names)
        _observe(names["Number"], journal)
        exec(compile(program, _PROGRAM, "exec"), names)
    except BaseException as failure:
        error = _told(failure)
    told = journal.told(names)
    told["error"] = error
    return told


def text() -> str:
    """Return the text of the right engine."""
    from pathlib import Path

    return Path(__file__).with_name("number.py").read_text("utf-8")


def check(engine: str, program: str, root: str) -> list[dict[str, Any]]:
    r"""Return a comparison of an engine's gradients with two oracles, for each leaf of a program.

    Args:
        engine: As for `watch`.
        program: As for `watch`; it gives each leaf a name.
        root: The name of the number whose `backward` it calls.

    Returns:
        For each leaf its name, the engine's gradient, the slope by a central difference, times
        the walks, and whether the two agree with each other and, but for large graphs, with
        `tapewalk.Value`. Or the error that stopped the engine, alone.

    Example:
        >>> check(text(), "a = Number(3.0)\nb = a * a\nb.backward()", "b")[0]["isRight"]
        True
    """
    told = watch(engine, program)
    if told["error"]:
        return [{"error": told["error"], "isRight": False}]
    ours = {node["label"]: node["grad"] for node in told["nodes"] if node["label"]}
    names: dict[str, Any] = {"Number": Value}
    if told["count"] <= MOST_NODES:
        exec(compile(program, _PROGRAM, "exec"), names)
    answers = []
    plain = _nudged(program, None, 0.0)
    for leaf in sorted(name for name in plain if getattr(plain[name], "is_leaf", False)):
        ends = [_nudged(program, leaf, step)[root].data for step in (1e-5, -1e-5)]
        slope = program.count(".backward()") * (ends[0] - ends[1]) / 2e-5
        oracles = [(slope, 1e-4)]
        if leaf in names:
            oracles.append((names[leaf].grad, 1e-9))
        got = ours.get(leaf)
        is_right = isinstance(got, float) and all(_near(got, *oracle) for oracle in oracles)
        answers.append({"leaf": leaf, "isRight": is_right, "got": got, "slope": slope})
    return answers


def _near(one: float, other: float, within: float) -> bool:
    return abs(one - other) <= within * max(1.0, abs(other))


class _Plain:
    """A number without a graph, which is fast and enough for central differences."""

    def __init__(self, data: float, is_leaf: bool = False) -> None:
        self.data = data
        self.is_leaf = is_leaf

    def __add__(self, other: _Plain) -> _Plain:
        return _Plain(self.data + other.data)

    def __mul__(self, other: _Plain) -> _Plain:
        return _Plain(self.data * other.data)

    def exp(self) -> _Plain:
        return _Plain(math.exp(self.data))

    def backward(self) -> None:
        """Do nothing: there is no graph."""


def _nudged(program: str, leaf: str | None, step: float) -> dict[str, Any]:
    """Return the names of a program of plain numbers, one leaf of it moved a little."""
    made: list[_Plain] = []

    def make(data: float) -> _Plain:
        made.append(_Plain(data + step if len(made) == moved else data, is_leaf=True))
        return made[-1]

    moved = -1
    names: dict[str, Any] = {"Number": make}
    code = compile(program, _PROGRAM, "exec")
    exec(code, names)
    if leaf is not None:
        moved = made.index(names[leaf])
        made.clear()
        exec(code, names)
    return names


class _Journal:
    """The record of all gradients, in order."""

    def __init__(self) -> None:
        self.numbers: list[Any] = []
        self.walks: list[dict[str, Any]] = []
        self.reads: list[Any] = []
        self.depth = 0
        self.sender: Any = None

    def read(self, number: Any) -> None:
        if self.depth:
            self.reads.append(number)

    def write(self, number: Any, after: float) -> None:
        if getattr(number, "_place", None) is None:
            number._place = len(self.numbers)
            self.numbers.append(number)
        elif self.depth and len(self.walks[-1]["writes"]) < MOST_WRITES:
            others = [one for one in self.reads if one is not number]
            # An engine may read the sender's gradient once and send it along several edges.
            self.sender = others[-1] if others else self.sender if self.reads else None
            sender, grad = None, None
            if self.sender is not None:
                sender, grad = self.sender._place, encode_number(self.sender._grad)
            write = [number._place, sender, grad, encode_number(after)]
            self.walks[-1]["writes"].append(write)
        self.reads = []

    def begin(self, root: Any) -> None:
        if not self.depth:
            self.walks.append({"root": root._place, "writes": []})
        self.depth += 1

    def end(self) -> None:
        self.depth -= 1
        self.sender = None

    def told(self, names: dict[str, Any]) -> dict[str, Any]:
        labels: dict[int, str] = {}
        for name in sorted(names):  # MicroPython's dictionaries have no order
            place = getattr(names[name], "_place", None)
            if place is not None and place not in labels:
                labels[place] = name
        if len(self.numbers) <= MOST_NODES:
            kept = self.numbers
        else:
            kept = [number for number in self.numbers if number._place in labels]
        nodes = [_node(number, labels.get(number._place)) for number in kept]
        walks = self.walks if kept is self.numbers else []
        return {"nodes": nodes, "walks": walks, "count": len(self.numbers)}


def _node(number: Any, label: str | None) -> dict[str, Any]:
    parents = list(getattr(number, "parents", ()))
    op = getattr(number, "_op", None) if parents else "leaf"
    return {
        "label": label,
        "op": op,
        "value": encode_number(float(number.data)),
        "parents": [parent._place for parent in parents],
        "locals": [encode_number(float(x)) for x in getattr(number, "local_gradients", ())],
        "grad": encode_number(float(number._grad)),
    }


def _observe(number: Any, journal: _Journal) -> None:
    def read(self: Any) -> float:
        journal.read(self)
        grad: float = self._grad
        return grad

    def write(self: Any, grad: float) -> None:
        journal.write(self, grad)
        self._grad = grad

    backward = number.backward

    def walked(self: Any) -> None:
        journal.begin(self)
        try:
            backward(self)
        finally:
            journal.end()

    number.grad = property(read, write)
    number.backward = walked
    for name, op in _OPERATIONS.items():
        if hasattr(number, name):
            _name(number, name, op)


def _name(number: Any, name: str, op: str) -> None:
    method = getattr(number, name)

    def run(self: Any, *others: Any) -> Any:
        result = method(self, *others)
        # A derived operation, as a − b from a + (−1) · b, has the name of its last part.
        if isinstance(result, number) and not hasattr(result, "_op"):
            result._op = op
        return result

    setattr(number, name, run)


def _told(error: BaseException) -> dict[str, Any]:
    """Return an error's type and sentence, and the last line of either text in its traceback."""
    out = io.StringIO()
    if hasattr(sys, "print_exception"):  # MicroPython
        sys.print_exception(error, out)
    else:
        import traceback

        traceback.print_exception(error, file=out)
    told: dict[str, Any] = {"type": type(error).__name__, "sentence": str(error)}
    told["line"], told["place"] = None, "program"
    for entry in out.getvalue().split("\n"):
        for place, file in (("engine", _ENGINE), ("program", _PROGRAM)):
            parts = entry.split('"' + file + '", line ')
            if len(parts) == 2:
                told["line"] = int(parts[1].split(",")[0])
                told["place"] = place
    return told
