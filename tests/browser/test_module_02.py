"""The pictures of module 02: each control changes what they show."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.site import Site
from tests.browser.visit import OpenPage

FOLDER = "modules/02-tape-walk"


def _figure(page: Page, name: str) -> Locator:
    return page.locator(f"#{name} [data-figure]:not(.tw-prediction)").first


def _answer(page: Page, nth: int) -> None:
    """Press one of the choices of the question in the picture."""
    option = page.locator(".is-in-picture input[type=radio]").nth(nth)
    option.press("Space")
    option.press("Enter")


@pytest.mark.parametrize("ending", [".html", ".es.html"])
def test_pressed_line_answers_and_lights_its_nodes(
    ending: str, site: Site, open_page: OpenPage
) -> None:
    page = open_page(site.page(f"{FOLDER}/lines{ending}")).page
    figure = _figure(page, "fig-lines")
    shown = figure.locator(".tw-code-line:visible")
    expect(figure.locator(".tw-tape-box:not(.is-blank)")).to_have_count(0)
    shown.nth(2).click()
    expect(figure.locator(".tw-reply")).not_to_be_empty()
    expect(figure.locator(".tw-tape-box:not(.is-blank)")).to_have_count(12)
    shown.nth(5).click()
    expect(figure.locator(".tw-tape-box.is-blank")).to_have_count(0)
    expect(figure.locator(".tw-tape-box.is-lit")).to_have_count(16)
    shown.nth(1).click()
    expect(figure.locator(".tw-tape-box.is-lit")).to_have_count(2)
    # Every switch says what it changes, and the phrase of the text does the same.
    said = figure.locator(".tw-said")
    for switch in figure.locator(".tw-line-switches [aria-pressed]").all():
        before = said.inner_text()
        switch.click()
        expect(switch).to_have_attribute("aria-pressed", "true")
        expect(said).not_to_have_text(before)
        switch.click()
    page.locator('a[href*="on=fused"]').first.click()
    expect(figure.locator(".tw-tape-box")).to_have_count(87)


def test_phone_opens_the_switches_over_the_drawing(site: Site, open_page: OpenPage) -> None:
    page = open_page(site.page(f"{FOLDER}/lines.html"), viewport={"width": 390, "height": 844}).page
    figure = _figure(page, "fig-lines")
    figure.locator(".tw-code-line:visible").nth(5).click()
    figure.locator(".tw-switch-opener").click()
    figure.locator(".tw-line-switches [aria-pressed]").first.click()
    expect(figure.locator(".tw-line-switches [aria-pressed]").first).to_be_hidden()
    figure.locator(".tw-scenes .tw-choice-tape").click()
    expect(figure.locator(".tw-tape-box").first).to_be_in_viewport()
    expect(figure.locator(".tw-tape-box")).to_have_count(57)


@pytest.mark.parametrize("ending", [".html", ".es.html"])
def test_write_is_dragged_and_its_end_is_said(ending: str, site: Site, open_page: OpenPage) -> None:
    page = open_page(site.page(f"{FOLDER}/in-place{ending}")).page
    _answer(page, 1)
    figure = _figure(page, "fig-writes")
    expect(figure).to_have_attribute("data-end", "right")
    handle, stops = figure.locator(".tw-write-handle"), figure.locator(".tw-write-stops > circle")
    expect(stops).to_have_count(4)
    for nth, end in enumerate(("right", "error", "error", "right")):
        start, stop = handle.bounding_box(), stops.nth(nth).bounding_box()
        assert start is not None and stop is not None
        page.mouse.move(start["x"] + start["width"] / 2, start["y"] + start["height"] / 2)
        page.mouse.down()
        page.mouse.move(stop["x"] + stop["width"] / 2, stop["y"] + 5, steps=4)
        page.mouse.up()
        expect(figure).to_have_attribute("data-end", end)
    # The other ways to write are one choice away, by keyboard too.
    ways = figure.locator(".tw-switch").nth(1).locator("input")
    figure.locator(".tw-switch").nth(0).locator("input").nth(0).press("Space")
    ways.nth(1).press("Space")
    expect(figure).to_have_attribute("data-end", "wrong")
    expect(figure.locator(".tw-said")).to_contain_text("38")


def test_strips_of_a_phone_open(site: Site, open_page: OpenPage) -> None:
    page = open_page(
        site.page(f"{FOLDER}/index.html"), viewport={"width": 390, "height": 844}, has_touch=True
    ).page
    figure = _figure(page, "fig-step")
    expect(figure.locator(".tw-strip-name")).to_have_count(0)
    box = figure.locator(".tw-score-drawing").bounding_box()
    assert box is not None
    page.touchscreen.tap(box["x"] + 60, box["y"] + 22 + 6 * 5 + 2)
    expect(figure.locator(".tw-strip-name")).to_have_text("blocks 0 / attention")
