"""What Quarto expects of a cell's options, and does not always say."""

from __future__ import annotations

from tests.each import each
from tests.pages.sources import Page, pages


@each("page", pages(), ids=lambda page: page.name)
def test_each_class_after_the_first_brings_its_dot(page: Page) -> None:
    classes = [str(cell.options.get("classes", "")) for cell in page.cells]
    assert [found for found in classes if any(name[0] != "." for name in found.split()[1:])] == []
