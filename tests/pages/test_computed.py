"""A number that a sentence calls computed is computed by a cell of the page."""

from __future__ import annotations

import re

from tests.each import each
from tests.pages.sources import Page, pages

_COMPUTED = re.compile(r"\[(?P<text>(?:`[^`]*`|[^\]`])*)\](?:\(#(?P<cell>[^)]*)\))?\{\.computed\}")

every_page = each("page", pages(), ids=lambda page: page.name)


@every_page
def test_computed_number_is_an_inline_expression(page: Page) -> None:
    typed = [
        found["text"]
        for found in _COMPUTED.finditer(page.prose)
        if not re.fullmatch(r"`\{python\} [^`]+`", found["text"])
    ]
    assert typed == []


@every_page
def test_computed_numbers_have_the_known_form(page: Page) -> None:
    assert page.prose.count(".computed") == len(_COMPUTED.findall(page.prose))


@every_page
def test_computed_number_links_to_its_cell(page: Page) -> None:
    labels = {cell.options.get("label") for cell in page.cells if cell.language == "python"}
    targets = {found["cell"] for found in _COMPUTED.finditer(page.prose)}
    assert targets <= labels
