"""A page without a mouse: everything is reached by Tab, in sight and marked when it is."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from playwright.sync_api import Page

from tests.browser.visit import Visit

# Where the focus is when Tab is pressed, whether one can see it, and whether anything shows that
# it is there.
_NOTE_STOPS = """(selectors) => {
  const stops = globalThis.tabStops = [];
  const look = (element) => {
    const box = element.getBoundingClientRect();
    const marks = [element, ...element.children].map((part) => getComputedStyle(part));
    return {
      html: element.cloneNode(false).outerHTML.slice(0, 120),
      isIn: selectors.filter((selector) => element.matches(selector)),
      isSeen: box.width > 0 && box.right > 0 && box.left < innerWidth
        && box.bottom > 0 && box.top < innerHeight && element.checkVisibility(),
      isMarked: marks.some((style) =>
        (style.outlineStyle !== "none" && parseFloat(style.outlineWidth) > 0)
        || style.boxShadow !== "none") || element.matches(".tw-node"),
    };
  };
  addEventListener("keydown", ({key}) => {
    const {activeElement: here, body} = document;
    if (key === "Tab") stops.push(here === body ? null : look(here));
  }, true);
}"""

# What every lesson must let the keyboard reach.
STOPS = {
    390: (".skip-link", ".site-search", ".quarto-color-scheme-toggle", ".language-switch a",
          ".quarto-btn-toggle"),
    1280: (".skip-link", ".site-search", ".quarto-color-scheme-toggle", ".language-switch a",
           "#quarto-sidebar a", "#TOC a"),
}  # fmt: skip
IN_THE_TEXT = (
    ".computed",
    ".tw-stepper input[type=range]",
    ".tw-stepper .tw-play",
    ".tw-switch input",
    ".tw-prediction input",
    ".nav-page a",
)


def _stops(page: Page, selectors: tuple[str, ...]) -> list[dict[str, Any]]:
    """Press Tab through the whole page, from its start; return each stop."""
    page.evaluate(_NOTE_STOPS, list(selectors))
    for _ in range(20):
        # Held down, as a reader in a hurry does.
        for _ in range(25):
            page.keyboard.down("Tab")
        start, *stops = page.evaluate("tabStops")
        assert start is None
        if None in stops:
            page.keyboard.up("Tab")
            return list(stops[: stops.index(None)])
    raise AssertionError("the focus never leaves the page")


def tab_reaches_everything_in_sight(visit: Visit) -> Iterator[str]:
    page = visit.page
    there = [name for name in IN_THE_TEXT if page.locator(f"{name}:visible").count()]
    selectors = (*STOPS[visit.size["width"]], *there)
    stops = _stops(page, selectors)
    reached = {name for stop in stops for name in stop["isIn"]}
    yield from (f"never at {name}" for name in selectors if name not in reached)
    yield from (f"out of sight: {stop['html']}" for stop in stops if not stop["isSeen"])
    yield from (f"without a mark: {stop['html']}" for stop in stops if not stop["isMarked"])
