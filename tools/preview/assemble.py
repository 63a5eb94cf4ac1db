"""The page as Pandoc reads it: prose, with a marked Div for each cell."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tools.preview.cells import Cell, Inline, Part
from tools.preview.errors import Place
from tools.preview.outputs import Output
from tools.preview.source import Line

CELL = "preview-cell"
SLOT = "preview-slot"
HEAD = "preview-head"


@dataclass(frozen=True)
class CellView:
    """A cell and the parts of it that the page shows.

    Attributes:
        cell: The cell.
        outputs: Its outputs (Python).
        statements: "declaration" or "expression" for each slot of its outputs (OJS).
        ojs_number: The number in the slots' ids (OJS).
    """

    cell: Cell
    outputs: tuple[Output, ...] = ()
    statements: tuple[str, ...] = ()
    ojs_number: int = 0

    @property
    def is_silent(self) -> bool:
        """Whether no part of it is shown: Quarto omits such a cell with its label."""
        cell = self.cell
        return cell.language == "python" and not cell.shows_code and not self.outputs

    @property
    def is_bare(self) -> bool:
        """Whether its output becomes part of the page's text.

        Headings that a cell prints with `output: asis` are then headings of the page.
        """
        return self.cell.option("output") == "asis" and not self.cell.label


def page(
    parts: Sequence[Part],
    views: Mapping[int, CellView],
    values: Mapping[Inline, str],
    head: Mapping[str, str],
    start: Place,
) -> list[Line]:
    """Return the lines for Pandoc, each with its place in the sources.

    Args:
        parts: The page, split.
        views: The view of each cell, by its index in `parts`.
        values: The text of each inline expression.
        head: Markdown of the front matter (title, subtitle) to be rendered with the page.
        start: The place of `head`.
    """
    lines = [line for name, text in head.items() for line in _div(HEAD, name, text, "", start)]
    for index, part in enumerate(parts):
        if isinstance(part, Cell):
            if not views[index].is_silent:
                lines += _cell(views[index], index)
            continue
        text = "".join(p if isinstance(p, str) else values[p] for p in part.pieces)
        lines.append(Line(text, part.place))
    return lines


def _cell(view: CellView, index: int) -> list[Line]:
    cell = view.cell
    place, indent = cell.place, cell.indent
    bare = [Line("", place)]
    if view.is_bare:
        for output in view.outputs:
            text = (output.markdown or "").splitlines()
            bare += [Line(indent + line, place) for line in (*text, "")]
        if not cell.shows_code:
            return bare
    lines = [Line("", place), Line(f'{indent}::: {{.{CELL} n="{index}"}}', place), Line("", place)]
    for option in ("fig-cap", "tbl-cap"):
        if cell.option(option):
            lines += _div(SLOT, "caption", str(cell.option(option)), indent, place)
    if not view.is_bare:
        for number, output in enumerate(view.outputs):
            if output.markdown is not None:
                lines += _div(SLOT, f"output-{number}", output.markdown, indent, place)
    return [*lines, Line(f"{indent}:::", place), *bare, Line("", place)]


def _div(name: str, key: str, text: str, indent: str, place: Place) -> list[Line]:
    inner = ["", f'::: {{.{name} k="{key}"}}', "", *text.splitlines(), "", ":::", ""]
    return [Line(indent + line if line else "", place) for line in inner]
