"""Search: opened by button or by "/", in the page's language, and gone without a trace."""

from __future__ import annotations

from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.axe import violations
from tests.browser.site import BuiltPage
from tests.browser.visit import OpenPage, Visit

WORDS = {"en": "gradients", "es": "gradientes"}
# Code is the same in both languages, so an index of both would find both.
WORD_OF_BOTH = "backward"


@pytest.fixture
def searching(home: BuiltPage, open_page: OpenPage) -> Visit:
    visit = open_page(home)
    visit.page.locator("button.site-search").click()
    expect(_field(visit)).to_be_focused()
    return visit


def _dialog(visit: Visit) -> Locator:
    return visit.page.locator("#search-dialog")


def _field(visit: Visit) -> Locator:
    return _dialog(visit).locator("input")


def _results(visit: Visit, word: str) -> list[str]:
    """Search for a word; return the addresses found, relative to the site."""
    _field(visit).fill(word)
    links = _dialog(visit).locator(".search-body a[href]")
    expect(links.first).to_be_visible()
    root = visit.page.url.removesuffix(visit.built.address)
    hrefs: list[str] = links.evaluate_all("links => links.map(link => link.href)")
    return [urlsplit(href.removeprefix(root)).path for href in hrefs]


def test_it_finds_a_word_of_the_language(searching: Visit) -> None:
    found = _results(searching, WORDS[searching.built.lang])
    assert any(address.startswith("modules/") for address in found)
    assert searching.errors == []
    assert searching.foreign == []


def test_a_word_of_both_languages_is_found_in_one(searching: Visit) -> None:
    found = _results(searching, WORD_OF_BOTH)
    assert {address.endswith(".es.html") for address in found} == {searching.built.is_spanish}


def test_escape_closes_it_and_gives_the_focus_back(searching: Visit) -> None:
    searching.page.keyboard.press("Escape")
    expect(_dialog(searching)).not_to_be_visible()
    expect(searching.page.locator("button.site-search")).to_be_focused()


def test_slash_opens_it_but_not_while_one_types(home: BuiltPage, open_page: OpenPage) -> None:
    visit = open_page(home)
    visit.page.keyboard.press("/")
    expect(_field(visit)).to_be_focused()
    visit.page.keyboard.press("/")
    expect(_field(visit)).to_have_value("/")


def test_nothing_of_it_is_loaded_before_it_is_opened(home: BuiltPage, open_page: OpenPage) -> None:
    visit = open_page(home)
    assert [response.url for response in visit.responses if "/pagefind/" in response.url] == []


@pytest.mark.parametrize(("theme", "width"), [("light", 1280), ("dark", 390)])
def test_axe_finds_nothing_in_its_results(
    home: BuiltPage, open_page: OpenPage, theme: str, width: int
) -> None:
    visit = open_page(home, theme=theme, width=width)
    visit.page.locator("button.site-search").click()
    expect(_field(visit)).to_be_focused()
    _results(visit, WORDS[home.lang])
    assert violations(_dialog(visit)) == []
