"""nbgrader's folder of a course: `source/ASSIGNMENT/NOTEBOOK`, and its configuration.

The stub stays as it is when nbgrader takes the solution out. The last line of a test's cell is the
number of points, which nbgrader takes for partial credit.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Final

from tapewalk_course.exercises.catalog import folder_of
from tapewalk_grade.build.tasks import cells, feedback, text_of

_CONFIG: Final = """\
c = get_config()
c.CourseDirectory.course_id = "tapewalk"
# In place of a solution; the stub above it stays.
c.ClearSolutions.code_stub = {"python": ""}
"""


def files(name: str, document: Mapping[str, Any]) -> dict[str, bytes]:
    """Return the files of a course with this notebook, by their paths."""
    made = []
    for kind, exercise, cell in cells(document):
        about: dict[str, Any] = {"grade_id": cell.get("id", ""), "schema_version": 3, "task": False}
        text = text_of(cell)
        if kind == "stub" and exercise is not None:
            solution = folder_of(exercise).solution
            text = f"{text}\n\n### BEGIN SOLUTION\n{solution}### END SOLUTION"
            about |= {"solution": True, "grade": False, "locked": False}
        elif kind == "check" and exercise is not None:
            text = f"feedback = {feedback(exercise)}\ndisplay(feedback)\nfeedback.points"
            about |= {"solution": False, "grade": True, "locked": True, "points": exercise.points}
        elif kind == "setup":
            about |= {"solution": False, "grade": False, "locked": True}
        else:
            made.append(cell)
            continue
        metadata = {**cell["metadata"], "nbgrader": {**about, "cell_type": "code"}}
        made.append({**cell, "metadata": metadata, "source": text})
    own = document["metadata"]["tapewalk"]
    path = f"source/{own['exercises']}-{own['lang']}/{name}"
    notebook = json.dumps({**document, "cells": made}, ensure_ascii=False, indent=1) + "\n"
    return {"nbgrader_config.py": _CONFIG.encode(), path: notebook.encode()}
