"""The OJS cells of a page as cells of its notebook: a view's call becomes the widget's."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from tapewalk.widgets.options import VIEWS
from tools.node import ask
from tools.preview.cells import Cell
from tools.preview.errors import BuildError, Place, Problem

_TRANSLATOR = Path(__file__).with_name("calls.mjs")


@dataclass(frozen=True)
class Figure:
    """An OJS cell as a cell of the notebook.

    Attributes:
        code: Python, empty for a cell of imports.
        views: The functions of `tapewalk.widgets` that it calls.
    """

    code: str
    views: tuple[str, ...]


def translate(cells: Mapping[int, Cell], taken: Iterable[str]) -> dict[int, Figure]:
    """Return the Python of each OJS cell.

    Args:
        cells: The page's OJS cells by their position, in order.
        taken: Names that the page's Python uses.

    Raises:
        BuildError: A cell does more than call views with plain options.
    """
    if not cells:
        return {}
    request = {
        "cells": [{"code": cell.code, "number": n} for n, cell in cells.items()],
        "names": {view.name: name for name, view in VIEWS.items()},
        "taken": sorted(taken),
    }
    answer = ask(_TRANSLATOR, request)
    if answer["problems"]:
        raise BuildError(
            Problem(_place(cells[problem["number"]], problem["line"]), problem["message"])
            for problem in answer["problems"]
        )
    return {c["number"]: Figure(c["code"], tuple(c["views"])) for c in answer["cells"]}


def _place(cell: Cell, line: int) -> Place:
    return Place(cell.place.path, cell.code_line + line - 1)
