"""The lens of a figure: curves that the engine samples, tangents with the library's slopes."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tapewalk import Value, trace
from tests.browser.leaves import add, expect_value, leaf_of, put
from tests.browser.numbers import written
from tests.browser.oracle import Trace
from tests.browser.site import BuiltPage
from tests.browser.stepper import Stepper
from tests.browser.visit import window

# For each drawing: how far its point is from its curve, and what its tangent climbs a pixel.
_LOOK = """lens => {
  const read = (drawing) => {
    const part = (name) => drawing.querySelector(`.tw-lens-${name}:not(.tw-lens-inset *)`);
    const numbers = (element, names) => names.map((name) => Number(element.getAttribute(name)));
    const [x, y] = numbers(part("point"), ["cx", "cy"]);
    const [x1, x2, y1, y2] = numbers(part("tangent"), ["x1", "x2", "y1", "y2"]);
    const path = part("curve");
    const all = path.getTotalLength();
    let off = Infinity;
    for (let i = 0; i <= 2000; i++) {
      const at = path.getPointAtLength((all * i) / 2000);
      off = Math.min(off, Math.hypot(at.x - x, at.y - y));
    }
    return {off, climb: (y1 - y2) / (x2 - x1), label: drawing.getAttribute("aria-label")};
  };
  return {
    windows: [...lens.querySelectorAll(".tw-window")].map(read),
    whole: read(lens.querySelector(".tw-whole")),
  };
}"""


def _product(x: float, y: float) -> Trace:
    a, b = Value(x, label="x"), Value(y, label="y")
    power = a**2
    return trace((power * b).tanh(), labels={"p": power})


def _expect_whole(stepper: Stepper, walk: Trace, leaf: int, lang: str) -> None:
    """Expect the curve of the whole, sampled, with the library's gradient as its slope."""
    node = walk["nodes"][leaf]
    drawing = stepper.element.locator(".tw-whole")
    for number in (node["value"], walk["grads"][str(leaf)]):
        expect(drawing).to_contain_text(written(number, lang))
    stepper.page.wait_for_function(
        "path => (path.getAttribute('d') ?? '').length > 100",
        arg=drawing.locator(".tw-lens-plot .tw-lens-curve").element_handle(),
    )


def _look(stepper: Stepper) -> dict[str, Any]:
    look: dict[str, Any] = stepper.element.locator(".tw-lens").evaluate(_LOOK)
    return look


def test_points_and_tangents_fit_their_curves(page: Page, front: BuiltPage) -> None:
    stepper = add(page, _product(0.5, 1.0), lens="x", step=1000)
    leaf_of(stepper).press("ArrowUp")
    walk = _product(0.6, 1.0)
    _expect_whole(stepper, walk, 0, front.lang)
    nudge = stepper.element.locator(".tw-lens-nudge")
    expect(nudge).to_contain_text(written(0.3, front.lang))
    look = _look(stepper)
    locals_ = [edge["local"] for edge in walk["edges"]]
    scale = look["windows"][0]["climb"] / locals_[0]
    for drawn, local in zip(look["windows"], locals_, strict=True):
        assert drawn["off"] < 1.5
        assert drawn["climb"] == pytest.approx(scale * local, rel=1e-3)
    assert look["whole"]["off"] < 1.5
    assert look["whole"]["climb"] > 0


def test_dragged_curve_moves_its_leaf(page: Page, front: BuiltPage) -> None:
    stepper = add(page, _product(0.5, 1.0), lens="x", step=1000)
    _expect_whole(stepper, _product(0.5, 1.0), 0, front.lang)
    drawing = stepper.element.locator(".tw-whole")
    drawing.scroll_into_view_if_needed()
    # Its base is the scale, which is 6 long.
    base = drawing.locator(".tw-lens-base").bounding_box()
    handle = drawing.locator(".tw-lens-handle").bounding_box()
    assert base is not None
    assert handle is not None
    x, y = handle["x"] + handle["width"] / 2, handle["y"] + handle["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + base["width"] / 6, y)
    expect_value(leaf_of(stepper), 1.5, front.lang)
    expect(stepper.element.locator(".tw-lens")).to_contain_class("is-moving")
    page.mouse.up()
    leaf_of(stepper, 1).press("ArrowDown")
    _expect_whole(stepper, _product(1.5, 0.9), 1, front.lang)
    stepper.element.locator(".tw-lens input[type=radio]").first.check()
    _expect_whole(stepper, _product(1.5, 0.9), 0, front.lang)


def test_a_finger_drags_the_curve_sideways(browser: Browser, base: str) -> None:
    with window(browser, width=390, has_touch=True) as context:
        page = context.new_page()
        page.goto(base + "index.html")
        # The engine comes for the first drag, which counts.
        stepper = put(page, _product(0.5, 1.0), lens="x", step=1000)
        _expect_whole(stepper, _product(0.5, 1.0), 0, "en")
        drawing = stepper.element.locator(".tw-whole")
        # Between the page's bar and the stepper's buttons, which stay on the screen.
        drawing.evaluate("e => scrollBy(0, e.getBoundingClientRect().top - 120)")
        send = context.new_cdp_session(page).send

        def swipe(dx: float, dy: float) -> None:
            box = drawing.bounding_box()
            assert box is not None
            x, y = box["x"] + box["width"] / 2, box["y"] + 60
            send(
                "Input.dispatchTouchEvent",
                {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]},
            )
            for part in (0.2, 0.4, 0.6, 0.8, 1.0):
                points = [{"x": x + dx * part, "y": y + dy * part}]
                send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": points})
            send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})

        before = page.evaluate("scrollY")
        swipe(100, 0)
        expect(leaf_of(stepper)).to_have_attribute("aria-valuenow", re.compile(r"^(?!0\.5$)\d"))
        assert page.evaluate("scrollY") == before
