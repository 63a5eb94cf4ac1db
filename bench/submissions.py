"""Learners' submissions, made from the cells of a page and the solutions."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tapewalk_course.exercises.catalog import MODULES
from tapewalk_course.exercises.factors import solutions
from tools.preview import cells, config, source
from tools.stamp import ROOT

CELLS = solutions("01")


def _stubs() -> dict[str, str]:
    """Return the cells of the page of module 01 by their labels."""
    project = config.load(ROOT)
    page = source.read(ROOT / "exercises/01-autograd-engine/index.qmd", project)
    parts = cells.split(source.expand_shortcodes(page, project).lines)
    return {str(part.label): part.code for part in parts if isinstance(part, cells.Cell)}


STUBS = _stubs()
POINTS = sum(exercise.points for exercise in MODULES["01"])


def notebook(codes: Sequence[str], **metadata: Any) -> dict[str, Any]:
    """Return a notebook of these code cells, with a line of prose before each."""
    made: list[dict[str, Any]] = []
    for number, code in enumerate(codes):
        made.append({"cell_type": "markdown", "id": f"m{number}", "metadata": {}, "source": "So:"})
        made.append(
            {
                "cell_type": "code",
                "id": f"c{number}",
                "metadata": {},
                "execution_count": None,
                "source": code.splitlines(keepends=True),
                "outputs": [],
            }
        )
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    return {
        "nbformat": 4,
        "nbformat_minor": 5,
        "cells": made,
        "metadata": {"kernelspec": kernel, **metadata},
    }


def stubs() -> list[str]:
    """Return the cells as they are handed out, checks included."""
    return list(STUBS.values())


def solved(but: dict[str, str] | None = None) -> list[str]:
    """Return the cells with the solutions in place of the stubs.

    Args:
        but: Other code, by the labels of the cells.
    """
    return list((STUBS | CELLS | (but or {})).values())


def without_checks(codes: Sequence[str]) -> list[str]:
    """Return the cells without those that call `check`."""
    return [code for code in codes if "check(" not in code and "import check" not in code]


def write(path: Path, document: dict[str, Any] | Sequence[str]) -> Path:
    """Write a notebook, or one of these cells."""
    if not isinstance(document, dict):
        document = notebook(document)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(document), "utf-8")
    return path
