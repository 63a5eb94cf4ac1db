"""The two sidebars are one: the same pages in the same order, each in its language."""

from __future__ import annotations

from typing import Any

import pytest
import yaml

from tests.pages.sources import ROOT, Page, pages

Entry = dict[str, Any]


@pytest.fixture(scope="module")
def sidebars() -> dict[str, list[Entry]]:
    project = yaml.safe_load((ROOT / "_quarto.yml").read_text(encoding="utf-8"))
    return {sidebar["id"]: sidebar["contents"] for sidebar in project["website"]["sidebar"]}


def _shape(entries: list[Entry]) -> list[Any]:
    """Return the English page of each entry, sections as lists within the list."""
    return [
        _shape(entry["contents"]) if "section" in entry else _english(entry["href"])
        for entry in entries
    ]


def _english(href: str) -> str:
    page = Page(ROOT / href)
    return page.twin.name if page.is_spanish else page.name


def _pages_in(entries: list[Entry]) -> list[Page]:
    """Return the pages of a sidebar from its top to its end."""
    found = []
    for entry in entries:
        inner = _pages_in(entry["contents"]) if "section" in entry else [Page(ROOT / entry["href"])]
        found += inner
    return found


def test_there_is_one_for_each_language(sidebars: dict[str, list[Entry]]) -> None:
    assert set(sidebars) == {"en", "es"}


def test_both_have_the_same_shape(sidebars: dict[str, list[Entry]]) -> None:
    assert _shape(sidebars["en"]) == _shape(sidebars["es"])


@pytest.mark.parametrize("language", ["en", "es"])
def test_each_lists_pages_of_its_language_only(
    sidebars: dict[str, list[Entry]], language: str
) -> None:
    spanish = {page.is_spanish for page in _pages_in(sidebars[language])}
    assert spanish == {language == "es"}


@pytest.mark.parametrize("language", ["en", "es"])
def test_every_lesson_stands_in_it_once(sidebars: dict[str, list[Entry]], language: str) -> None:
    listed = [page.name for page in _pages_in(sidebars[language])]
    lessons = [
        page.name
        for page in pages()
        if page.is_spanish == (language == "es") and page.name.startswith("modules/")
    ]
    assert len(listed) == len(set(listed))
    assert set(lessons) <= set(listed)
    assert {page.name for page in pages()} >= set(listed)
