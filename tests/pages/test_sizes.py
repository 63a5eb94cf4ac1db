"""Pages call diagrams and do not implement them."""

from __future__ import annotations

import re

from tests.each import each
from tests.pages.sources import Page, pages

LINES_OF_AN_OJS_CELL = 12

# A question has a reply for each likely mistake: these are text, not code.
_REPLIES = re.compile(r"^(\s*)(?:replies|choices): \[\n.*?^\1\]", re.DOTALL | re.MULTILINE)


@each("page", pages(), ids=lambda page: page.name)
def test_ojs_cell_has_at_most_12_lines(page: Page) -> None:
    too_long = {
        f"{page.name}:{cell.line}": lines
        for cell in page.cells
        if cell.language == "ojs"
        and (lines := len(_REPLIES.sub("replies", cell.code).split("\n"))) > LINES_OF_AN_OJS_CELL
    }
    assert too_long == {}
