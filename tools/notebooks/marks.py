"""Placeholders for a page's cells and computed values while Pandoc rewrites its markdown."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from tools.preview.cells import Cell, Prose
from tools.preview.errors import Place, Problems
from tools.preview.page import Page
from tools.preview.source import Line

CELL = "notebook-cell"
# Private-use characters, which pass through Pandoc unchanged.
OPEN, CLOSE = "\ue000", "\ue001"
MARK = re.compile(f"^{OPEN}(cell|section) ([^{CLOSE}]*){CLOSE}$", re.MULTILINE)
VALUE = re.compile(f"{OPEN}value (\\d+){CLOSE}")


def lines(page: Page) -> list[Line]:
    """Return the page's markdown with a Div for each cell and a mark for each computed value."""
    marked_lines: list[Line] = []
    values = 0
    for index, part in enumerate(page.parts):
        place = part.place
        if isinstance(part, Cell):
            marked = f'{part.indent}::: {{.{CELL} n="{index}"}}'
            inner = ["", marked, "", *_caption(part), "", f"{part.indent}:::", ""]
            marked_lines += [Line(text, place) for text in inner]
            continue
        text = ""
        for piece in part.pieces:
            text += piece if isinstance(piece, str) else f"{OPEN}value {values}{CLOSE}"
            values += not isinstance(piece, str)
        marked_lines.append(Line(text, place))
    return marked_lines


def _caption(cell: Cell) -> list[str]:
    caption = cell.option("fig-cap") or cell.option("tbl-cap")
    return [cell.indent + line for line in str(caption).splitlines()] if caption else []


def stops_inside(text: str, places: Mapping[int, Place], problems: Problems) -> None:
    """Note every cell in a list or a table, where a notebook can't run it."""
    at_top = {int(m[2]) for m in MARK.finditer(text) if m[1] == "cell"}
    for match in re.finditer(f"{OPEN}cell (\\d+){CLOSE}", text):
        if int(match[1]) not in at_top:
            message = "a cell inside a list or a table: in the notebook it could not run"
            problems.add(places[int(match[1])], message)


def inline_parts(parts: Sequence[Any]) -> list[Any]:
    """Return the page's inline expressions in the order of their marks."""
    return [
        piece
        for part in parts
        if isinstance(part, Prose)
        for piece in part.pieces
        if not isinstance(piece, str)
    ]
