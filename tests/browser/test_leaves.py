"""The leaves of a figure, taken hold of: what is shown then is what the library computes.

What every view shows while its leaves move is tested in Node (tests/live/movable.test.js).
"""

from __future__ import annotations

import re
from functools import partial

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tapewalk import Value, trace
from tests.browser.axe import violations
from tests.browser.leaves import ADD, add, expect_value, leaf_of
from tests.browser.oracle import Trace
from tests.browser.site import BuiltPage, Site
from tests.browser.stepper import Stepper, fresh_look
from tests.browser.visit import OpenPage, window
from tests.waiting import wait_until

REFUSALS = {"en": "log needs a positive number", "es": "log necesita un número positivo"}


# `wait_for_function` would take a promise for a yes.
_IS_STORED = """async () => {
  const engine = ["page.js", "worker.js", "micropython.wasm"].map((name) => `live/dist/${name}`);
  const names = [...engine, "diagrams/dist/tapewalk/stepper.js"];
  const urls = names.map((name) => new URL(`lib/${name}`, document.baseURI));
  const found = await Promise.all(urls.map(({href}) => caches.match(href)));
  return found.every(Boolean);
}"""


def _product(x: float, y: float) -> Trace:
    a, b = Value(x, label="x"), Value(y, label="y")
    product = a * b
    return trace(product.log(), labels={"p": product})


def _expect_walk(stepper: Stepper, walk: Trace) -> None:
    """Expect a figure to show what one of this trace shows at the same step."""
    look = stepper.look()
    assert look.values
    assert look == fresh_look(stepper.page, walk, look.step)


def _drag(page: Page, leaf: Locator, by: float) -> None:
    leaf.scroll_into_view_if_needed()
    box = leaf.bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 3
    page.mouse.move(x, y)
    page.mouse.down()
    for part in (0.25, 0.5, 0.75, 1.0):
        page.mouse.move(x + by * part, y)


def test_dragged_leaf_updates_every_number(page: Page, front: BuiltPage) -> None:
    stepper = add(page, _product(2.0, 3.0))
    stepper.press("End")
    leaf = leaf_of(stepper)
    _drag(page, leaf, 40)  # pixels: a sixth of the scale, which is 6 long
    expect_value(leaf, 3.0, front.lang)
    _expect_walk(stepper, _product(3.0, 3.0))
    page.mouse.up()
    # The stepper works on with these numbers, and its sentence has them.
    stepper.press("Home")
    for _ in range(stepper.look().last):
        _expect_walk(stepper, _product(3.0, 3.0))
        stepper.press("ArrowRight")
    stepper.element.locator(".tw-afresh").click()
    _expect_walk(stepper, _product(2.0, 3.0))


def test_a_leaf_is_moved_by_keys_and_typed(page: Page, front: BuiltPage) -> None:
    stepper = add(page, _product(2.0, 3.0))
    stepper.press("End")
    x, y = leaf_of(stepper), leaf_of(stepper, 1)
    for key in ("ArrowUp", "ArrowRight", "ArrowDown", "PageUp"):
        x.press(key)
    expect_value(x, 3.1, front.lang)
    y.press("Home")
    expect_value(y, 0.0, front.lang)
    y.press("5")
    field = stepper.element.locator(".tw-typed")
    expect(field).to_have_value("5")
    field.fill("1,25" if front.lang == "es" else "1.25")
    field.press("Enter")
    expect_value(y, 1.25, front.lang)
    _expect_walk(stepper, _product(3.1, 1.25))
    expect(y).to_be_focused()
    assert violations(stepper.element) == []
    y.press("Enter")
    field.fill("7")
    field.press("Escape")
    expect_value(y, 1.25, front.lang)


def test_refused_value_is_explained_and_drag_continues(page: Page, front: BuiltPage) -> None:
    stepper = add(page, _product(2.0, 1.0))
    stepper.press("End")
    leaf = leaf_of(stepper)
    _drag(page, leaf, -120)
    sentence = stepper.element.locator(".tw-said")
    expect(sentence).to_contain_text(REFUSALS[front.lang])
    expect(stepper.element.locator(".is-broken")).to_have_count(1)
    assert stepper.look().gradients == {}
    box = leaf.bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + box["width"] / 2 + 40, box["y"] + 10)
    expect(sentence).not_to_contain_text(REFUSALS[front.lang])
    page.mouse.up()
    expect_value(leaf, 3.0, front.lang)
    _expect_walk(stepper, _product(3.0, 1.0))


def test_finger_drags_a_leaf_and_scrolls_elsewhere(site: Site, browser: Browser, base: str) -> None:
    with window(browser, width=390, has_touch=True) as context:
        page = context.new_page()
        page.goto(base + "index.html")
        stepper = add(page, _product(2.0, 3.0))
        stepper.press("End")
        leaf = leaf_of(stepper)
        leaf.scroll_into_view_if_needed()
        touch = partial(context.new_cdp_session(page).send, "Input.dispatchTouchEvent")

        def swipe(at: Locator, dx: float, dy: float) -> None:
            box = at.bounding_box()
            assert box is not None
            x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
            touch({"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
            for part in (0.2, 0.4, 0.6, 0.8, 1.0):
                point = {"x": x + dx * part, "y": y + dy * part}
                touch({"type": "touchMove", "touchPoints": [point]})
            touch({"type": "touchEnd", "touchPoints": []})

        before = page.evaluate("scrollY")
        swipe(leaf, 40, 0)
        expect(leaf).not_to_have_attribute("aria-valuetext", "2")
        dragged = float(leaf.get_attribute("aria-valuenow") or "nan")
        assert dragged > 2.0
        assert page.evaluate("scrollY") == before
        # A swipe upwards scrolls the page, from a leaf too.
        swipe(leaf, 10, -120)
        page.wait_for_function("before => scrollY > before", arg=before)
        expect_value(leaf, dragged, "en")


@pytest.mark.parametrize("action", ["pointer", "focus", "ten seconds"])
def test_engine_waits_for_an_action(
    first_lesson: BuiltPage, open_page: OpenPage, action: str
) -> None:
    visit = open_page(first_lesson, has_clock=True)
    page, figure = visit.page, visit.page.locator(".tw-stepper:has(.tw-lens)").first
    # Curves need no engine.
    expect(figure.locator(".tw-whole .tw-lens-curve").first).to_have_attribute("d", re.compile("L"))
    assert [name for name in visit.loaded if name.endswith(("page.js", ".wasm"))] == []
    if action == "pointer":
        figure.hover()
    elif action == "focus":
        figure.locator("button").first.focus()
    else:
        page.clock.fast_forward(10_000)
    expect(figure).to_contain_class("is-live")


def test_figure_replays_without_a_worker(front: BuiltPage, browser: Browser, base: str) -> None:
    with window(browser) as context:
        page = context.new_page()
        page.add_init_script("delete globalThis.Worker")
        page.goto(base + front.address)
        page.evaluate(ADD, [_product(2.0, 3.0), {}])
        stepper = Stepper(page, "fig-test")
        stepper.press("End")
        expect(stepper.element.locator(".tw-asleep")).to_have_count(1)
        _expect_walk(stepper, _product(2.0, 3.0))
        expect(stepper.element.locator(".is-handle")).to_have_count(0)


def test_engine_is_cached_for_offline_use(front: BuiltPage, browser: Browser, base: str) -> None:
    with window(browser, service_workers="allow") as context:
        page = context.new_page()
        page.goto(base + front.address)
        wait_until(lambda: page.evaluate("navigator.serviceWorker.controller !== null"))
        # The first touch of a figure loads the engine; the service worker keeps it.
        leaf_of(add(page, _product(2.0, 3.0))).press("ArrowUp")
        wait_until(lambda: page.evaluate(_IS_STORED))
        context.set_offline(True)
        page.reload()  # which keeps the value of 2.1
        stepper = add(page, _product(2.0, 3.0))
        leaf_of(stepper).press("ArrowUp")
        expect_value(leaf_of(stepper), 2.2, front.lang)
        stepper.press("End")
        _expect_walk(stepper, _product(2.2, 3.0))
