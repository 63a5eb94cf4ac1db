"""The lines of a notebook that define an exercise's work, for a learner's page."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator

from tapewalk_course.checking.exercise import Exercise
from tapewalk_grade.run.borrowed import bound
from tapewalk_grade.run.cells import parsed


def written(exercise: Exercise, cells: Iterable[tuple[int, str]]) -> str:
    """Return the last definition of each function or class that an exercise asks for."""
    found: dict[str, str] = {}
    for _, code in cells:
        for statement, text in _statements(code):
            found |= dict.fromkeys(bound(statement).intersection(exercise.takes), text)
    return "\n\n".join(dict.fromkeys(found[name] for name in exercise.takes if name in found))


def _statements(code: str) -> Iterator[tuple[ast.stmt, str]]:
    """Yield the statements of a cell, each with its text."""
    try:
        tree = parsed(code)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return  # it did not run either
    lines = code.split("\n")
    for each in tree.body if tree else ():
        first = min(one.lineno for one in (each, *getattr(each, "decorator_list", ())))
        yield each, "\n".join(lines[first - 1 : each.end_lineno])
