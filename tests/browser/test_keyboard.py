"""What single keys do outside the figures. The way of Tab through a page is in tab_order.py."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.site import BuiltPage, Site
from tests.browser.visit import OpenPage


def test_first_tab_stop_skips_to_the_text(first_lesson: BuiltPage, open_page: OpenPage) -> None:
    page = open_page(first_lesson).page
    page.keyboard.press("Tab")
    link = page.locator(":focus")
    expect(link).to_have_class("skip-link")
    expect(link).to_be_in_viewport()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    assert page.evaluate(
        "document.activeElement.closest('main, .page-navigation, footer') !== null"
    )


@pytest.mark.parametrize("width", [390, 1280])
def test_the_menu_opens_and_closes(
    first_lesson: BuiltPage, open_page: OpenPage, width: int
) -> None:
    """On a phone, and where a centrepiece takes the margins."""
    page = open_page(first_lesson, width=width).page
    button = page.locator(".quarto-btn-toggle").first
    sidebar = page.locator("#quarto-sidebar")
    expect(sidebar).not_to_be_visible()
    expect(button).to_have_attribute("aria-expanded", "false")
    button.press("Enter")
    expect(sidebar.get_by_role("link").first).to_be_in_viewport()
    expect(button).to_have_attribute("aria-expanded", "true")
    button.press("Enter")
    expect(sidebar).not_to_be_visible()
    # The page's own contents are there as well; a link among them leads to its place.
    button.press("Enter")
    place = sidebar.locator("#TOC a").last
    place.press("Enter")
    expect(sidebar).not_to_be_visible()
    expect(page.locator(str(place.get_attribute("href")))).to_be_in_viewport()


def test_symbols_open_over_a_page(site: Site, open_page: OpenPage) -> None:
    for ending in (".html", ".es.html"):
        page = open_page(site.page(f"modules/03-manual-backprop/batch-norm{ending}")).page
        link = page.locator("a.symbols")
        link.press("Enter")
        dialog = page.locator("dialog.symbols-dialog")
        expect(dialog.locator("table")).to_contain_text("bnvar_inv")
        page.keyboard.press("Escape")
        expect(dialog).not_to_be_visible()
        expect(link).to_be_focused()
