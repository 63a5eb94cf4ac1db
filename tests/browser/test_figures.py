"""Figures of lessons where only a browser can tell: layout, pointer, focus, touch and colours.

What they show and how keys move them is tested in Node: tests/diagrams.
"""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.axe import violations
from tests.browser.numbers import written
from tests.browser.oracle import published
from tests.browser.questions import questions
from tests.browser.sideways import too_wide
from tests.browser.site import Site
from tests.browser.visit import OpenOnce, OpenPage, until_fine, wait_for_layout

NAMES = "modules/03-manual-backprop/names.html"
MEMORY = "modules/01-autograd-engine/memory.html"
POWER = "modules/01-autograd-engine/second.html"

# Figures at their last step, and then as tables.
CHECKED = {
    NAMES: ["fig-steps"],
    MEMORY: ["fig-segments"],
    "modules/01-autograd-engine/tensors.es.html": ["fig-matmul"],
    "modules/02-tape-walk/lines.es.html": ["fig-lines"],
}


@pytest.mark.parametrize("address", CHECKED)
def test_figures_at_their_end_are_accessible(address: str, site: Site, open_page: OpenPage) -> None:
    built = site.page(address)
    theme = "dark" if built.language_number else "light"
    page = open_page(built, theme=theme, width=390).page
    for id in CHECKED[address]:
        figure = page.locator(f"#{id} [data-figure]:not(.tw-prediction)").first
        for steps in figure.locator(".tw-range:visible").all():
            steps.press("End")
        assert violations(figure) == []
        figure.locator(".tw-twin-button").first.evaluate("button => button.click()")
        expect(figure.locator("table:visible")).not_to_have_count(0)
        assert violations(figure) == []
    assert until_fine(page, lambda: too_wide(page)) == []


def test_the_wheel_scrolls_and_keys_zoom(site: Site, open_once: OpenOnce) -> None:
    page = open_once(site.page(NAMES)).page
    figure = page.locator("#fig-steps .tw-graph-figure")
    stage = figure.locator(".tw-stage")
    stage.scroll_into_view_if_needed()
    stage.hover()
    start = page.evaluate("scrollY")
    page.mouse.wheel(0, 200)
    page.wait_for_function("start => scrollY > start", arg=start)
    svg = stage.locator("svg")
    width = svg.evaluate("svg => svg.getBoundingClientRect().width")
    figure.locator(".tw-tools button, .tw-tools select").last.focus()
    page.keyboard.press("Tab")
    page.keyboard.press("+")
    larger = svg.evaluate("svg => svg.getBoundingClientRect().width")
    assert larger == pytest.approx(1.25 * width, rel=0.01)
    page.keyboard.press("0")
    height = svg.evaluate("svg => svg.getBoundingClientRect().height")
    assert height <= stage.evaluate("stage => stage.clientHeight") + 1


def test_the_pointer_reads_points_and_clicks_go_there(site: Site, open_once: OpenOnce) -> None:
    built = site.page(POWER)
    factors = published(built.text)["power"]["factors"]
    page: Page = open_once(built).page
    for question in questions(built):
        question.give(page, question.answer, built.lang)
    chart = page.locator("#fig-power .tw-chart")
    chart.locator("> input[type=range]").press("Home")
    wait_for_layout(chart)
    plot = chart.locator(".tw-plot")
    plot.scroll_into_view_if_needed()
    box = plot.bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + box["width"] - 15, box["y"] + box["height"] / 2)
    expect(chart.locator(".tw-reading strong").first).to_have_text(written(factors[-1], built.lang))
    assert chart.evaluate("view => view.value") == 0
    page.mouse.down()
    page.mouse.up()
    assert chart.evaluate("view => view.value") == len(factors) - 1
    page.mouse.move(0, 0)
    expect(chart.locator(".tw-hover")).to_be_hidden()
