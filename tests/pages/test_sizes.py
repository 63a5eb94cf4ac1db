"""Diagrams are called from pages, not written in them."""

from __future__ import annotations

import re

from tests.each import each
from tests.pages.sources import Page, pages

LINES_OF_AN_OJS_CELL = 12

# A question has as many replies as there are likely mistakes: text, not code.
_REPLIES = re.compile(r"^(\s*)(?:replies|choices): \[\n.*?^\1\]", re.DOTALL | re.MULTILINE)


@each("page", pages(), ids=lambda page: page.name)
def test_an_ojs_cell_has_at_most_12_lines_without_its_replies(page: Page) -> None:
    too_long = {
        f"{page.name}:{cell.line}": lines
        for cell in page.cells
        if cell.language == "ojs"
        and (lines := len(_REPLIES.sub("replies", cell.code).split("\n"))) > LINES_OF_AN_OJS_CELL
    }
    assert too_long == {}
