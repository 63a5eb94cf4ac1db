"""A figure of any trace put on a page, and its leaves as handles."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Locator, Page, expect

from tests.browser.numbers import written
from tests.browser.oracle import Trace
from tests.browser.stepper import Stepper

# Puts a view of a trace below the title, a stepper unless another is named, as a page's cell does:
# with the modules of its views only, which are those that a page of steppers keeps without a
# network.
ADD = """async ([walk, options, name = "stepper"]) => {
  const view = (name) =>
    import(new URL(`lib/diagrams/dist/tapewalk/${name}.js`, document.baseURI));
  const {[name]: show} = await view(name);
  document.getElementById("fig-test")?.remove();
  const figure = document.createElement("figure");
  figure.id = "fig-test";
  const {asks, ...rest} = options;
  const {prediction} = asks ? await view("prediction") : {};
  const asked = asks && prediction(walk, {question: "How much?", answer: 3});
  const after = asked ? {after: {step: 1, prediction: asked}} : {};
  figure.append(...(asked ? [asked] : []), show(walk, {id: "fig-test", ...after, ...rest}));
  document.querySelector("main").prepend(figure);
}"""


def add(page: Page, walk: Trace, **options: Any) -> Stepper:
    """Put a stepper below the page's title, and wait until it can be taken hold of."""
    page.evaluate(ADD, [walk, options])
    stepper = Stepper(page, "fig-test")
    awaken(stepper.element)
    return stepper


def add_graph(page: Page, walk: Trace, **options: Any) -> Locator:
    """Put a graph there, and wait until it can be taken hold of."""
    page.evaluate(ADD, [walk, options, "graph"])
    graph = page.locator("#fig-test .tw-graph-figure")
    awaken(graph)
    return graph


def awaken(figure: Locator) -> None:
    """Touch a figure, which loads the engine, and wait until it can be taken hold of."""
    figure.dispatch_event("pointerdown")
    expect(figure).to_contain_class("is-live")


def leaf_of(figure: Stepper | Locator, nth: int = 0) -> Locator:
    """Return the nth leaf of its drawing."""
    element = figure.element if isinstance(figure, Stepper) else figure
    return element.locator(".tw-node.tw-leaf").nth(nth)


def expect_value(leaf: Locator, x: float, lang: str) -> None:
    """Expect a leaf to say and to show a number."""
    expect(leaf).to_have_attribute("aria-valuetext", written(x, lang))
    expect(leaf.locator(".tw-value .tw-number")).to_have_text(written(x, lang))
