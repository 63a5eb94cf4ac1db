"""The sidebars have the same pages in the same order, each in its language."""

from __future__ import annotations

import pytest

from tapewalk.language import LANGUAGES, language_in
from tests.pages.sources import ROOT, Page, pages
from tools.preview import config, navigation


@pytest.fixture(scope="module")
def sidebars() -> dict[str, list[str]]:
    """The pages of each sidebar from top to bottom, folders in the pages' order."""
    titles = {page.name: page.name for page in pages()}
    orders = {page.name: page.meta.get("order") for page in pages()}
    loaded = navigation.load(config.load(ROOT), titles, orders)
    return {bar.identifier: [item.target for item in bar.flat()] for bar in loaded}


def test_every_language_has_a_sidebar(sidebars: dict[str, list[str]]) -> None:
    assert list(sidebars) == list(LANGUAGES)


def test_sidebars_have_the_same_pages_and_order(sidebars: dict[str, list[str]]) -> None:
    first, *others = [
        [Page(ROOT / name).translation(LANGUAGES[0]).name for name in bar]
        for bar in sidebars.values()
    ]
    assert all(other == first for other in others)


@pytest.mark.parametrize("language", LANGUAGES)
def test_sidebar_lists_each_lesson_once(sidebars: dict[str, list[str]], language: str) -> None:
    listed = sidebars[language]
    assert {language_in(name) for name in listed} == {language}
    assert len(listed) == len(set(listed))
    lessons = {page.name for page in pages() if page.name.startswith("modules/")}
    assert {name for name in lessons if language_in(name) == language} <= set(listed)


@pytest.mark.parametrize("language", LANGUAGES)
def test_lessons_follow_their_declared_order(sidebars: dict[str, list[str]], language: str) -> None:
    orders: dict[str, list[float]] = {}
    for name in sidebars[language]:
        page = Page(ROOT / name)
        if (order := page.meta.get("order")) is not None:
            orders.setdefault(page.path.parent.name, []).append(order)
    assert len(orders) == 4
    assert all(order == sorted(set(order)) for order in orders.values())
