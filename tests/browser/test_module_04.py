"""Module 04: the first screen of each page, and that each control's effect is inside the window."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.site import Site
from tests.browser.visit import OpenPage

FOLDER = "modules/04-graph-introspection"
SIZES = {(1280, 900): 800, (390, 844): 360}

SCROLLS = """all => all.filter((one) => one.scrollHeight > one.clientHeight + 1
    && /auto|scroll/.test(getComputedStyle(one).overflowY)).map((one) => one.className)"""

# A page, its figure, what a reader does with it (a selector, and a key or a press), and the part
# of the picture that answers.
ACTS = {
    "block": ("fig-block", "[data-switch=batch_first]", None, ".tw-block-lines"),
    "layout": ("fig-strides", ".tw-strides-knob >> nth=1", "ArrowDown", ".tw-strides-drawing"),
    "residuals": ("fig-residuals", ".tw-dots-skip", None, ".tw-dots-drawing >> nth=0"),
}


def _figure(page: Page, name: str) -> Locator:
    figure = page.locator(f"#{name} [data-figure]").first
    expect(figure).to_be_visible()
    return figure


def _is_inside(part: Locator, height: int) -> bool:
    box = part.bounding_box()
    return box is not None and box["y"] >= 0 and box["y"] + box["height"] <= height + 1


@pytest.mark.parametrize("width, height", SIZES)
@pytest.mark.parametrize("name", ACTS)
def test_first_screen_holds_the_picture(
    name: str, width: int, height: int, site: Site, open_page: OpenPage
) -> None:
    figure_id, control, key, answers = ACTS[name]
    page = open_page(
        site.page(f"{FOLDER}/{name}.html"), viewport={"width": width, "height": height}
    ).page
    figure = _figure(page, figure_id)
    picture = page.locator(".picture").first
    box = picture.bounding_box()
    assert box is not None
    assert box["height"] <= SIZES[width, height] + 2
    assert box["y"] + 360 <= height
    assert figure.locator("*").evaluate_all(SCROLLS) == []
    picture.evaluate("(one) => scrollTo(0, one.getBoundingClientRect().top + scrollY - 70)")
    before = figure.locator(answers).inner_html()
    target = figure.locator(control)
    if key:
        target.press(key)
    else:
        target.click()
    expect(figure.locator(answers)).to_be_visible()
    assert figure.locator(answers).inner_html() != before
    assert _is_inside(figure.locator(answers), height)
