"""Notebooks as learners hand them in: made from the exercise page's cells and the solutions."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tapewalk_course.checks.catalog import solutions
from tests.pages.sources import ROOT, Page

CELLS = solutions("01")
STUBS = {
    cell.options["label"]: cell.code
    for cell in Page(ROOT / "exercises/01-autograd-engine/index.qmd").cells
}
POINTS = 16


def notebook(cells: Sequence[str], **metadata: Any) -> dict[str, Any]:
    """Return a notebook of these code cells, with a line of prose before each."""
    made: list[dict[str, Any]] = []
    for number, code in enumerate(cells):
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


def without_checks(cells: Sequence[str]) -> list[str]:
    return [code for code in cells if "check(" not in code and "import check" not in code]


def write(path: Path, document: dict[str, Any] | Sequence[str]) -> Path:
    """Write a notebook, or one of these cells."""
    if not isinstance(document, dict):
        document = notebook(document)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(document), "utf-8")
    return path
