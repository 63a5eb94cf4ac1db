"""A stepper of any trace put on a page, and its leaves as handles."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Locator, Page, expect

from tests.browser.numbers import written
from tests.browser.oracle import Trace
from tests.browser.stepper import Stepper

# Puts a stepper of a trace below the title, as a page's cell does: with its view's module alone,
# which a page of steppers keeps without a network.
ADD = """async ([walk, options]) => {
  const module = new URL("lib/diagrams/dist/tapewalk/stepper.js", document.baseURI);
  const {stepper} = await import(module);
  document.getElementById("fig-test")?.remove();
  const figure = document.createElement("figure");
  figure.id = "fig-test";
  figure.append(stepper(walk, {id: "fig-test", ...options}));
  document.querySelector("main").prepend(figure);
}"""


def add(page: Page, walk: Trace, **options: Any) -> Stepper:
    """Put a stepper below the page's title, and wait until it can be taken hold of."""
    stepper = put(page, walk, **options)
    awaken(stepper.element)
    return stepper


def put(page: Page, walk: Trace, **options: Any) -> Stepper:
    """Put a stepper below the page's title, without its engine."""
    page.evaluate(ADD, [walk, options])
    return Stepper(page, "fig-test")


def awaken(figure: Locator) -> None:
    """Touch a figure, which loads the engine, and wait until it can be taken hold of."""
    figure.dispatch_event("pointerdown")
    expect(figure).to_contain_class("is-live")


def leaf_of(stepper: Stepper, nth: int = 0) -> Locator:
    """Return the nth leaf of its drawing."""
    return stepper.element.locator(".tw-node.tw-leaf").nth(nth)


def expect_value(leaf: Locator, x: float, lang: str) -> None:
    """Expect a leaf to say and to show a number."""
    expect(leaf).to_have_attribute("aria-valuetext", written(x, lang))
    expect(leaf.locator(".tw-value .tw-number")).to_have_text(written(x, lang))
