"""The list of symbols, which opens over the pages of module 03."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.site import Site
from tests.browser.visit import OpenPage

FOLDER = "modules/03-manual-backprop"


def test_symbols_open_over_a_page(site: Site, open_page: OpenPage) -> None:
    for ending in (".html", ".es.html"):
        page = open_page(site.page(f"{FOLDER}/batch-norm{ending}")).page
        link = page.locator("a.symbols")
        link.press("Enter")
        dialog = page.locator("dialog.symbols-dialog")
        expect(dialog.locator("table")).to_contain_text("bnvar_inv")
        page.keyboard.press("Escape")
        expect(dialog).not_to_be_visible()
        expect(link).to_be_focused()
