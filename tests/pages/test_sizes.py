"""Pages stay short, and diagrams are called from them, not written in them."""

from __future__ import annotations

import re

import pytest

from tests.pages.sources import Page, pages

# About 300: a question more may stand at the end of a page, not a section more.
LINES_OF_A_PAGE = 310
LINES_OF_AN_OJS_CELL = 12

# A question has as many replies as there are likely mistakes: text, not code.
_REPLIES = re.compile(r"^(\s*)(?:replies|choices): \[\n.*?^\1\]", re.DOTALL | re.MULTILINE)

every_page = pytest.mark.parametrize("page", pages(), ids=lambda page: page.name)


@every_page
def test_a_page_has_about_300_lines_at_most(page: Page) -> None:
    # A glossary is looked up, not read from top to end.
    if not page.path.name.startswith("glossary."):
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
