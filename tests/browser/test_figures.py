"""Figures of the gallery where only a browser can tell: layout, pointer, focus, touch and colours.

What they show and how keys move them is tested in Node: tests/diagrams.
"""

from __future__ import annotations

from zlib import crc32

import pytest
from playwright.sync_api import Page, expect

from tests.browser.axe import violations
from tests.browser.numbers import written
from tests.browser.oracle import published
from tests.browser.sideways import too_wide
from tests.browser.site import BuiltPage, Site, galleries
from tests.browser.visit import OpenOnce, OpenPage, until_fine

LOST = {"en": "no path leads to the loss", "es": "no hay camino hasta la pérdida"}

# Figures at their last step, in each look of their cells or as a table.
CHECKED = {
    "graph": ["fig-graph-numbers", "fig-graph-layer", "fig-graph-model"],
    "tape": ["fig-tape-tensors"],
    "ledger": ["fig-ledger-torch"],
    "matrix": ["fig-product"],
    "chart": ["fig-gradient-norms"],
}


def _gallery(site: Site, view: str) -> BuiltPage:
    """Return a view's page in the gallery, in one of the languages."""
    addresses = galleries(view)
    return site.page(addresses[crc32(view.encode()) % len(addresses)])


@pytest.mark.parametrize("view", CHECKED)
def test_figures_at_their_end_are_accessible(view: str, site: Site, open_page: OpenPage) -> None:
    built = _gallery(site, view)
    theme = "dark" if built.language_number else "light"
    page = open_page(built, theme=theme, width=390).page
    for id in CHECKED[view]:
        figure = page.locator(f"#{id} [data-figure]").first
        for steps in figure.locator(".tw-range:visible").all():
            steps.press("End")
        for look in ("heat", "sign") if view == "matrix" else ("",):
            if look:
                figure.locator(f"[value={look}]").check(force=True)
            assert violations(figure) == []
        if view == "graph":
            targets = figure.locator("button:not([hidden]), select, .tw-group, .tw-fold")
            sizes = targets.evaluate_all(
                "all => all.map((one) => one.getBoundingClientRect())"
                ".map((box) => Math.min(box.width, box.height))"
            )
            assert min(sizes) >= 44, sizes
    if view == "chart":
        figure.locator("> input[type=range]").press("t")
        assert violations(figure) == []
    assert until_fine(page, lambda: too_wide(page)) == []


def test_the_wheel_scrolls_and_keys_zoom(site: Site, open_once: OpenOnce) -> None:
    page = open_once(_gallery(site, "graph")).page
    figure = page.locator("#fig-graph-model .tw-graph-figure")
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


def test_enter_on_a_row_goes_to_its_step(site: Site, open_once: OpenOnce) -> None:
    page = open_once(_gallery(site, "tape")).page
    tape = page.locator("#fig-tape .tw-tape-list")
    rows = tape.locator(".tw-op").count()
    tape.locator(".tw-op-written[tabindex='0']").focus()
    for _ in range(rows):
        page.keyboard.press("ArrowUp")
    for row in range(rows):
        page.keyboard.press("Enter")
        assert tape.evaluate("element => element.value") == row + 1
        page.keyboard.press("ArrowDown")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    assert tape.evaluate("element => element.value") > rows
    expect(tape.locator("[aria-current=step]")).to_be_focused()
    expect(tape.locator("[aria-current=step]")).to_be_in_viewport()


def test_a_focused_row_shows_exact_bytes(site: Site, open_once: OpenOnce) -> None:
    page = open_once(_gallery(site, "ledger")).page
    ledger = page.locator("#fig-ledger-torch .tw-ledger:not(.tw-as-still)")
    ledger.locator("[data-node]").first.focus()
    page.keyboard.press("Enter")
    exact = ledger.locator("tr:focus-within .tw-bytes-exact")
    expect(ledger.locator("tr:focus-within")).to_have_count(1)
    for cell in exact.all():
        expect(cell).to_be_visible()


def test_the_pointer_reads_points_and_clicks_go_there(site: Site, open_once: OpenOnce) -> None:
    built = _gallery(site, "chart")
    series = published(built.text)["lossOfNeuron"]["series"][0]
    page: Page = open_once(built).page
    chart = page.locator("#fig-loss-of-neuron .tw-chart")
    chart.locator("> input[type=range]").press("Home")
    plot = chart.locator(".tw-plot")
    plot.scroll_into_view_if_needed()
    box = plot.bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + box["width"] - 15, box["y"] + box["height"] / 2)
    expect(chart.locator(".tw-reading strong")).to_have_text(
        written(series["values"][-1], built.lang)
    )
    assert chart.evaluate("view => view.value") == 0
    page.mouse.down()
    page.mouse.up()
    assert chart.evaluate("view => view.value") == len(series["values"]) - 1
    page.mouse.move(0, 0)
    expect(chart.locator(".tw-hover")).to_be_hidden()
