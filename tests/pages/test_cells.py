"""Quarto's undocumented requirements of a cell's options."""

from __future__ import annotations

from tests.each import each
from tests.pages.sources import Page, pages


@each("page", pages(), ids=lambda page: page.name)
def test_later_classes_begin_with_a_dot(page: Page) -> None:
    classes = [str(cell.options.get("classes", "")) for cell in page.cells]
    assert [found for found in classes if any(name[0] != "." for name in found.split()[1:])] == []
