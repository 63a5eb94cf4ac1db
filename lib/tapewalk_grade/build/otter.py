"""otter-grader's master notebook, from which `otter assign` makes both versions.

Each exercise is a question, and each of its stages a test with points of its own.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from tapewalk_course.checking.exercise import Exercise
from tapewalk_course.exercises.catalog import folder_of
from tapewalk_grade.build.tasks import cells, feedback, text_of


def files(name: str, document: Mapping[str, Any]) -> dict[str, bytes]:
    """Return the master notebook by its path."""
    made = [_cell("config", "# ASSIGNMENT CONFIG\nexport_cell: false")]
    for kind, exercise, cell in cells(document):
        if kind == "stub" and exercise is not None:
            made += _question(exercise, cell)
        elif kind == "check" and exercise is not None:
            made += [cell, *_tests(exercise)]
        else:
            made.append(cell)
    notebook = json.dumps({**document, "cells": made}, ensure_ascii=False, indent=1) + "\n"
    own = document["metadata"]["tapewalk"]
    return {f"{own['exercises']}-{own['lang']}/{name}": notebook.encode()}


def _question(exercise: Exercise, cell: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield the cells of a question with its solution, up to its tests."""
    name = _name(exercise)
    yield _cell(f"{name}-begin", f"# BEGIN QUESTION\nname: {name}\npoints: {exercise.points}")
    yield _cell(f"{name}-solution", "# BEGIN SOLUTION")
    solution = folder_of(exercise).solution
    stub = f'""" # BEGIN PROMPT\n{text_of(cell)}\n"""; # END PROMPT'
    text = f"# BEGIN SOLUTION NO PROMPT\n{solution}# END SOLUTION\n{stub}"
    yield {**cell, "source": text}
    yield _cell(f"{name}-solved", "# END SOLUTION")


def _tests(exercise: Exercise) -> Iterator[dict[str, Any]]:
    """Yield the cells of the tests, up to the end of the question."""
    name, asked = _name(exercise), feedback(exercise)
    yield _cell(f"{name}-tests", "# BEGIN TESTS")
    tests = {f"{asked}.passed": exercise.points}
    if exercise.stages:
        stages = enumerate(exercise.stages)
        tests = {f"{asked}.stages[{nth}][2] > 0": stage.points for nth, stage in stages}
    for nth, (test, points) in enumerate(tests.items()):
        config = f'""" # BEGIN TEST CONFIG\npoints: {points}\n""" # END TEST CONFIG'
        yield _cell(f"{name}-test-{nth}", f"{config}\nassert {test}", "code")
    yield _cell(f"{name}-tested", "# END TESTS")
    yield _cell(f"{name}-end", "# END QUESTION")


def _name(exercise: Exercise) -> str:
    return f"q{exercise.id.replace('.', '_')}"


def _cell(id: str, text: str, kind: str = "raw") -> dict[str, Any]:
    code: dict[str, Any] = {"outputs": [], "execution_count": None} if kind == "code" else {}
    return {"cell_type": kind, "id": id, "metadata": {}, "source": text, **code}
