"""The lines of a notebook that define an exercise's work, for a learner's page."""

from __future__ import annotations

from collections.abc import Iterable

from tapewalk_course.checking.exercise import Exercise
from tapewalk_grade.run.borrowed import bound
from tapewalk_grade.run.cells import statements


def written(exercise: Exercise, cells: Iterable[tuple[int, str]]) -> str:
    """Return the last definition of each function or class that an exercise asks for."""
    found: dict[str, str] = {}
    for _, code in cells:
        lines = code.split("\n")
        for each in statements(code):
            first = min(one.lineno for one in (each, *getattr(each, "decorator_list", ())))
            text = "\n".join(lines[first - 1 : each.end_lineno])
            found |= dict.fromkeys(bound(each).intersection(exercise.takes), text)
    return "\n\n".join(dict.fromkeys(found[name] for name in exercise.takes if name in found))
