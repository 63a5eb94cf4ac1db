"""What is held: the effect of each control is seen in the same screen."""

from __future__ import annotations

from playwright.sync_api import Locator, expect

from tests.browser.site import Site
from tests.browser.visit import OpenPage, wait_for_layout

PAGE = "modules/02-tape-walk/held"
SIZES = [(1280, 900), (1366, 657), (390, 844)]


def _answered(site: Site, open_page: OpenPage, ending: str) -> Locator:
    page = open_page(site.page(f"{PAGE}{ending}")).page
    page.locator("#fig-held .tw-option").nth(2).click()
    expect(page.locator("#fig-held .tw-held-line")).to_be_visible()
    return page.locator("#fig-held")


def test_controls_and_effect_are_in_one_screen(site: Site, open_page: OpenPage) -> None:
    figure = _answered(site, open_page, ".html")
    verdict = figure.locator(".tw-said")
    for width, height in SIZES:
        figure.page.set_viewport_size({"width": width, "height": height})
        wait_for_layout(figure)
        figure.page.evaluate("scrollTo(0, 0)")
        for control in (".tw-held-switch", ".tw-held-reset", ".tw-held-top input:not(:checked)"):
            before = verdict.inner_text()
            figure.locator(control).first.dispatch_event("click")
            expect(verdict).not_to_have_text(before)
            for part in (verdict, figure.locator("[data-figure] svg.tw-held-drawing")):
                box = part.bounding_box()
                assert box is not None
                assert box["y"] >= 0
                assert box["y"] + box["height"] <= height


def test_handle_moves_by_keyboard(site: Site, open_page: OpenPage) -> None:
    figure = _answered(site, open_page, ".es.html")
    before = figure.locator(".tw-said").inner_text()
    figure.locator(".tw-held-handle input").nth(1).press("ArrowRight")
    expect(figure.locator(".tw-said")).not_to_have_text(before)
