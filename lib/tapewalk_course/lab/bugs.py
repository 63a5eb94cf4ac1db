"""Bugs for the engine of forty lines, and programs that show them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from tapewalk_course.lab.watch import text

_ORDERED: Final = """\
        order, seen, waiting = [], set(), [(self, False)]
        while waiting:
            number, is_done = waiting.pop()
            if is_done:
                order.append(number)
            elif number not in seen:
                seen.add(number)
                waiting.append((number, True))
                waiting += [(parent, False) for parent in number.parents]
"""
_RECURSIVE: Final = """\
        order, seen = [], set()

        def visit(number):
            if number not in seen:
                seen.add(number)
                for parent in number.parents:
                    visit(parent)
                order.append(number)

        visit(self)
"""


@dataclass(frozen=True)
class Bug:
    """One way to break the engine.

    Args:
        name: Its name, the key of its sentences in `words`.
        edits: Pieces of the engine's text and their replacements.
        shows_on: The name of a program whose numbers become wrong.
        is_hidden: Whether only the puzzle has it.

    Example:
        >>> bug("overwrite").edits
        (('parent.grad += number', 'parent.grad = number'),)
    """

    name: str
    edits: tuple[tuple[str, str], ...]
    shows_on: str
    is_hidden: bool = False


@dataclass(frozen=True)
class Program:
    """A program that the engine runs.

    Args:
        name: Its name.
        text: Python that makes numbers and calls `backward` of one.
        root: The name of that number.
    """

    name: str
    text: str
    root: str


BUGS: Final = (
    Bug("overwrite", (("parent.grad += number", "parent.grad = number"),), "diamond"),
    Bug(
        "hasty",
        (
            ("                order.append(number)\n", "                continue\n"),
            ("waiting.append((number, True))", "order.insert(0, number)"),
        ),
        "diamond",
    ),
    Bug("paths", (("elif number not in seen:", "else:"),), "diamond"),
    Bug("set", (("self.parents = parents", "self.parents = set(parents)"),), "square"),
    Bug("uncleared", (("                number.grad = 0.0", "                pass"),), "twice"),
    Bug("recursion", ((_ORDERED, _RECURSIVE),), "deep"),
    Bug("factor", (("(other.data, self.data)", "(other.data, 1.0)"),), "neuron"),
    Bug("forward", (("in reversed(order)", "in order"),), "diamond", is_hidden=True),
    Bug("exp", (("(self,), (result,)", "(self,), (1.0,)"),), "neuron", is_hidden=True),
    Bug("seed", (("self.grad = 1.0", "self.grad = self.data"),), "diamond", is_hidden=True),
    Bug("leaves", (("if number.parents:", "if number is not self:"),), "twice", is_hidden=True),
    Bug("sum", (("(1.0, 1.0)", "(1.0, -1.0)"),), "diamond", is_hidden=True),
    Bug(
        "swapped",
        (("(other.data, self.data)", "(self.data, other.data)"),),
        "neuron",
        is_hidden=True,
    ),
    Bug("plus", (("number.grad * local", "number.grad + local"),), "square", is_hidden=True),
)

_DIAMOND: Final = """\
a, k = Number(2.0), Number(1.0)
b = a + k
c = b * b
d = c + b
d.backward()
"""

PROGRAMS: Final = (
    Program("diamond", _DIAMOND, "d"),
    Program("square", "a = Number(3.0)\nb = a * a\nb.backward()\n", "b"),
    Program(
        "neuron",
        "x, w = Number(2.0), Number(-0.5)\nbias = Number(1.5)\nz = x * w + bias\n"
        "y = z.exp()\ny.backward()\n",
        "y",
    ),
    Program(
        "residual",
        "x, w = Number(1.0), Number(0.5)\np = x + x * w\nq = p + p * w\nr = q + q * w\n"
        "r.backward()\n",
        "r",
    ),
    Program("twice", f"{_DIAMOND}d.backward()\n", "d"),
    Program(
        "deep",
        "a, k = Number(2.0), Number(1.0)\ny = a\nfor _ in range(2000):\n    y = y + k\n"
        "y.backward()\n",
        "y",
    ),
)


def bug(name: str) -> Bug:
    """Return a bug by its name.

    Raises:
        LookupError: It does not exist.
    """
    return {one.name: one for one in BUGS}[name]


def program(name: str) -> Program:
    """Return a program by its name.

    Raises:
        LookupError: It does not exist.
    """
    return {one.name: one for one in PROGRAMS}[name]


def break_it(name: str) -> str:
    """Return the engine's text with a bug in it.

    Args:
        name: The bug's name.

    Raises:
        LookupError: The bug does not exist, or no longer fits the engine.
    """
    broken = text()
    for old, new in bug(name).edits:
        broken = replaced(broken, old, new)
    return broken


def replaced(engine: str, old: str, new: str) -> str:
    """Return an engine's text with one piece of it replaced.

    Raises:
        LookupError: The text does not contain the piece exactly once.
    """
    if engine.count(old) != 1:
        raise LookupError(f"{old!r} stands {engine.count(old)} times in the engine, not once.")
    return engine.replace(old, new)
