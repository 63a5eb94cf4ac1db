"""A number that a sentence says was computed is computed by a cell of the page."""

from __future__ import annotations

import re

from tests.each import each
from tests.pages.sources import Page, pages

_COMPUTED = re.compile(r"\[(?P<text>(?:`[^`]*`|[^\]`])*)\](?:\(#(?P<cell>[^)]*)\))?\{\.computed\}")

every_page = each("page", pages(), ids=lambda page: page.name)


@every_page
def test_its_text_is_an_inline_expression(page: Page) -> None:
    typed = [
        found["text"]
        for found in _COMPUTED.finditer(page.prose)
        if not re.fullmatch(r"`\{python\} [^`]+`", found["text"])
    ]
    assert typed == []


@every_page
def test_none_is_written_in_a_way_this_test_does_not_see(page: Page) -> None:
    assert page.prose.count(".computed") == len(_COMPUTED.findall(page.prose))


@every_page
def test_it_leads_to_the_cell_that_computed_it(page: Page) -> None:
    labels = {cell.options.get("label") for cell in page.cells if cell.language == "python"}
    targets = {found["cell"] for found in _COMPUTED.finditer(page.prose)}
    assert targets <= labels
