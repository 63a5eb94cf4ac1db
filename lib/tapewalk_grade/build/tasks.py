"""The cells of a notebook of exercises: which are stubs and which are checks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from tapewalk_course.checking.exercise import Exercise
from tapewalk_course.exercises.catalog import MODULES, folder_of

SETUP: Final = "cell-setup"


def cells(document: Mapping[str, Any]) -> Iterator[tuple[str, Exercise | None, dict[str, Any]]]:
    """Yield the kind of each cell ("stub", "check", "setup" or ""), its exercise, and the cell."""
    exercises = MODULES[document["metadata"]["tapewalk"]["exercises"]]
    known = {folder_of(each).name: each for each in exercises}
    for cell in document["cells"]:
        kind, _, name = str(cell.get("id", "")).partition("-")
        if kind in ("cell", "check") and name in known:
            yield {"cell": "stub"}.get(kind, kind), known[name], cell
        else:
            yield "setup" if cell.get("id") == SETUP else "", None, cell


def text_of(cell: Mapping[str, Any]) -> str:
    """Return the text of a cell."""
    return "".join(cell["source"])


def feedback(exercise: Exercise) -> str:
    """Return the code that gets the feedback on an exercise's work."""
    return f'check.feedback("{exercise.id}", {", ".join(exercise.takes)})'
