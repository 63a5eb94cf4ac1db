"""The parts of each cell that a page shows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tools.preview import outputs
from tools.preview.assemble import CellView
from tools.preview.cells import Cell, Inline, Prose
from tools.preview.errors import stop
from tools.preview.execute import inline_text
from tools.preview.page import Page


def of_page(
    page: Page, results: Sequence[dict[str, Any]]
) -> tuple[dict[int, CellView], dict[Inline, str]]:
    """Return the view of each cell of a page, and the text of its inline expressions.

    Args:
        page: The page.
        results: The result of `execute.run` for `page.steps()`.

    Raises:
        BuildError: An output can't be shown, or an expression is on a page that runs no cells.
    """
    by_step = {id(step): result for step, result in zip(page.steps(), results, strict=True)}
    views: dict[int, CellView] = {}
    values: dict[Inline, str] = {}
    counts = {"python": 0, "ojs": 0}
    for index, part in enumerate(page.parts):
        if isinstance(part, Prose):
            for piece in part.pieces:
                if isinstance(piece, Inline):
                    values[piece] = _value(piece, by_step)
            continue
        counts[part.language] += 1
        views[index] = _view(page, part, by_step.get(id(part)), counts[part.language])
    return views, values


def _value(inline: Inline, by_step: dict[int, dict[str, Any]]) -> str:
    if id(inline) not in by_step:
        raise stop(inline.place, "this page runs no code (`execute: enabled: false`): write text")
    return inline_text(by_step[id(inline)]["data"])


def _view(page: Page, cell: Cell, result: dict[str, Any] | None, number: int) -> CellView:
    if cell.language == "ojs":
        return CellView(cell, ojs_number=number)
    if not result or not cell.shows_output:
        return CellView(cell)
    return CellView(cell, outputs.show(cell, result["outputs"], page.source.path, number))
