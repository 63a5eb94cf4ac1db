"""What is held: the figure stands in the first screen, and each control's effect is seen there."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.site import Site
from tests.browser.visit import OpenPage

PAGE = "modules/02-tape-walk/held"
SIZES = [(1280, 900), (1366, 657), (390, 844)]
VERDICT = ".tw-said"


def _answered(site: Site, open_page: OpenPage, ending: str, size: tuple[int, int]) -> Page:
    width, height = size
    built = site.page(f"{PAGE}{ending}")
    page = open_page(built, viewport={"width": width, "height": height}, has_touch=width < 600).page
    page.locator("#fig-held .tw-option").nth(2).click()
    expect(page.locator("#fig-held .tw-held-line")).to_be_visible()
    return page


@pytest.mark.parametrize("size", SIZES)
def test_controls_and_effect_are_in_one_screen(
    site: Site, open_page: OpenPage, size: tuple[int, int]
) -> None:
    page = _answered(site, open_page, ".html", size)
    figure = page.locator("#fig-held")
    verdict = figure.locator(VERDICT)
    for control in (".tw-held-switch >> nth=0", ".tw-held-reset", ".tw-held-top [value=letters]"):
        before = verdict.inner_text()
        target = figure.locator(control)
        target.dispatch_event("click")
        expect(verdict).not_to_have_text(before)
        for part in (verdict, figure.locator("[data-figure] svg.tw-held-drawing")):
            box = part.bounding_box()
            assert box is not None
            assert box["y"] >= 0
            assert box["y"] + box["height"] <= size[1]


def test_handle_moves_by_keyboard(site: Site, open_page: OpenPage) -> None:
    page = _answered(site, open_page, ".es.html", SIZES[0])
    verdict = page.locator(f"#fig-held {VERDICT}")
    before = verdict.inner_text()
    page.locator("#fig-held .tw-held-handle input").nth(1).press("ArrowRight")
    expect(verdict).not_to_have_text(before)
