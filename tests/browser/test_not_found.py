"""The page for addresses that do not exist, shown by the host at any depth."""

from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.site import Site
from tests.browser.visit import Visit, window


@pytest.fixture
def lost(browser: Browser, site: Site, built_base: str) -> Iterator[Visit]:
    """A visit to a page that was never there."""
    with window(browser) as context:
        visit = Visit(context.new_page(), site.page("404.html"))
        visit.watch(built_base)
        visit.open(built_base + "modules/no-such/lesson.html")
        yield visit


def test_missing_page_has_status_404_alone(lost: Visit) -> None:
    [document, *others] = lost.responses
    assert document.status == 404
    assert others
    assert [response.url for response in others if response.status >= 400] == []
    assert lost.foreign == []


def test_missing_page_links_home_in_both_languages(lost: Visit, built_base: str) -> None:
    hrefs = lost.page.locator("main a").evaluate_all("links => links.map((link) => link.href)")
    found = {}
    for href in hrefs:
        response = lost.page.goto(href)
        assert response is not None
        found[lost.page.get_attribute("html", "lang")] = (href, response.status)
    assert found == {
        "en": (built_base + "index.html", 200),
        "es": (built_base + "index.es.html", 200),
    }


def test_it_looks_like_the_rest_in_any_folder(browser: Browser, site: Site, base: str) -> None:
    with window(browser) as context:
        page = context.new_page()
        page.goto(base + "modules/no-such/lesson.html")
        home = page.locator('main a[href$="index.html"]')
        expect(home).to_have_attribute("href", urlsplit(base).path + "index.html")
        page.wait_for_function(_HAS_PAPER)
        page.locator("button.quarto-color-scheme-toggle").click()
        expect(page.locator("body")).to_contain_class("quarto-dark")
        home.click()
        expect(page).to_have_url(base + "index.html")


_HAS_PAPER = """() => {
  const {backgroundColor} = getComputedStyle(document.body);
  return backgroundColor === "rgb(252, 251, 248)";
}"""
