"""The home page: a slope that can be dragged at once, and what it costs."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.numbers import written
from tests.browser.site import BuiltPage
from tests.browser.visit import OpenPage, Visit, wait_for_layout

# The screens that count: a desktop, a small laptop, a phone.
SCREENS = ((1280, 900), (1366, 657), (390, 844))
ENGINE = ("worker.js", ".wasm", "lib/live/dist/page.js")


def _knob(visit: Visit) -> Locator:
    return visit.page.locator(".tw-tangent .tw-tangent-knob")


def _gradients(visit: Visit) -> list[str]:
    return visit.page.locator(".tw-tangent .tw-tangent-cell .tw-grad").all_text_contents()


def _play(home: BuiltPage, open_page: OpenPage, motion: str) -> Visit:
    """Open the home page and let half a minute pass."""
    visit = open_page(home, reduced_motion=motion, has_clock=True)
    visit.page.clock.run_for(30_000)
    return visit


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_tape_is_walked_to_its_end(home: BuiltPage, open_page: OpenPage, motion: str) -> None:
    visit = _play(home, open_page, motion)
    expect(visit.page.locator(".tw-tangent-bead")).to_have_count(0)
    assert _gradients(visit) == ["∂ 3", "∂ 8", "∂ 3", "∂ 1"]


def test_touch_stops_the_walk(home: BuiltPage, open_page: OpenPage) -> None:
    visit = open_page(home, reduced_motion="no-preference", has_clock=True)
    visit.page.clock.run_for(500)
    _knob(visit).press("ArrowLeft")
    expect(visit.page.locator(".tw-tangent-bead")).to_have_count(0)
    b = 2.9
    assert _gradients(visit)[1] == f"∂ {written(2 + 2 * b, home.lang)}"


def test_slope_follows_the_pointer(home: BuiltPage, open_page: OpenPage) -> None:
    visit = open_page(home)
    box = _knob(visit).bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    visit.page.mouse.move(x, y)
    visit.page.mouse.down()
    visit.page.mouse.move(x - 150, y, steps=5)
    visit.page.mouse.up()
    b = float(_knob(visit).get_attribute("aria-valuenow") or "nan")
    assert -4 <= b < 2.5
    assert _gradients(visit)[:2] == [
        f"∂ {written(b, home.lang)}",
        f"∂ {written(2 + 2 * b, home.lang)}",
    ]


def test_first_screen_shows_picture_and_invitation(home: BuiltPage, open_page: OpenPage) -> None:
    visit = open_page(home)
    cards = visit.page.locator("a.thumbnail")
    expect(cards).to_have_count(4)
    expect(cards.locator("svg")).to_have_count(4)
    for width, height in SCREENS:
        visit.page.set_viewport_size({"width": width, "height": height})
        wait_for_layout(visit.page.locator("main"))
        for part in ("h1", ".lead", ".tw-tangent-stage", ".tw-tangent-told", ".button"):
            box = visit.page.locator(part).first.bounding_box()
            assert box is not None and box["height"] > 0
            assert box["y"] >= 0 and box["y"] + box["height"] <= height, part


def test_no_engine_is_loaded(home: BuiltPage, open_page: OpenPage) -> None:
    visit = open_page(home)
    _knob(visit).press("ArrowLeft")
    assert [name for name in visit.loaded if name.endswith(ENGINE)] == []
