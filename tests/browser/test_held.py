"""What is held: the figure stands in the first screen, and each control's effect is seen there."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.visit import OpenPage

PAGE = "modules/02-tape-walk/held"
SIZES = [(1280, 900), (1366, 657), (390, 844)]
VERDICT = ".tw-said"


def _answered(open_page: OpenPage, ending: str, width: int, height: int) -> Page:
    page = open_page(f"{PAGE}{ending}", viewport={"width": width, "height": height})
    page.locator("#fig-held .tw-option").nth(2).click()
    expect(page.locator("#fig-held .tw-held-line")).to_be_visible()
    return page


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_controls_and_effect_are_in_one_screen(
    open_page: OpenPage, width: int, height: int
) -> None:
    page = _answered(open_page, ".html", width, height)
    figure = page.locator("#fig-held")
    verdict = figure.locator(VERDICT)
    for control in (".tw-held-switch >> nth=0", ".tw-held-reset", ".tw-held-top [value=letters]"):
        before = verdict.inner_text()
        target = figure.locator(control)
        target.dispatch_event("click")
        expect(verdict).not_to_have_text(before)
        for part in (verdict, figure.locator("svg.tw-held")):
            box = part.bounding_box()
            assert box is not None
            assert box["y"] >= 0
            assert box["y"] + box["height"] <= height


def test_handle_moves_by_keyboard(open_page: OpenPage) -> None:
    page = _answered(open_page, ".es.html", 1280, 900)
    verdict = page.locator(f"#fig-held {VERDICT}")
    before = verdict.inner_text()
    page.locator("#fig-held .tw-held-handle input").nth(1).press("ArrowRight")
    expect(verdict).not_to_have_text(before)
