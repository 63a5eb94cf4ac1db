"""Pages stay short, and diagrams are called from them, not written in them."""

from __future__ import annotations

import re

import pytest

from tests.pages.sources import Page, pages

LINES_OF_A_PAGE = 300
LINES_OF_AN_OJS_CELL = 12

# A prediction has as many replies as there are likely mistakes: text, not code.
_REPLIES = re.compile(r"^(\s*)replies: \[\n.*?^\1\]", re.DOTALL | re.MULTILINE)

every_page = pytest.mark.parametrize("page", pages(), ids=lambda page: page.name)


@every_page
def test_a_page_has_at_most_300_lines(page: Page) -> None:
    assert len(page.text.splitlines()) <= LINES_OF_A_PAGE


@every_page
def test_an_ojs_cell_has_at_most_12_lines_without_its_replies(page: Page) -> None:
    too_long = {
        f"{page.name}:{cell.line}": lines
        for cell in page.cells
        if cell.language == "ojs"
        and (lines := len(_REPLIES.sub("replies", cell.code).split("\n"))) > LINES_OF_AN_OJS_CELL
    }
    assert too_long == {}
