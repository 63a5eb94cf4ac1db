"""A page without a mouse: everything is reached by Tab, in sight and marked when it is."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from playwright.sync_api import Page

from tests.browser.visit import Visit

# Presses of Tab that leave any page without a trap, and how many come without a look between.
MOST_STOPS, _AT_ONCE = 1_500, 25

# Where the focus is when Tab is pressed, whether one can see it, and whether anything shows that
# it is there.
_NOTE_STOPS = """(selectors) => {
  const stops = globalThis.tabStops = [];
  let before = null;
  const look = (element) => {
    const box = element.getBoundingClientRect();
    const marks = [element, ...element.children].map((part) => getComputedStyle(part));
    return {
      html: element.cloneNode(false).outerHTML.slice(0, 120),
      isBack: Boolean(before?.isConnected
        && !(before.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING)),
      isIn: selectors.filter((selector) => element.closest(selector)),
      isSeen: box.width > 0 && box.right > 0 && box.left < innerWidth
        && box.bottom > 0 && box.top < innerHeight && element.checkVisibility(),
      isMarked: marks.some((style) =>
        (style.outlineStyle !== "none" && parseFloat(style.outlineWidth) > 0)
        || style.boxShadow !== "none") || element.matches(".tw-node"),
    };
  };
  const elements = [];
  addEventListener("keydown", ({key}) => {
    const {activeElement: here, body} = document;
    if (key !== "Tab") return;
    stops.push(here === body ? null : look(here));
    elements.push(here);
    before = here === body ? null : here;
  }, true);
  globalThis.lookAgain = async () => {
    const frame = () => new Promise(requestAnimationFrame);
    for (const [nth, stop] of stops.entries()) {
      if (stop === null || stop.isSeen) continue;
      elements[nth].focus();
      await frame();
      await frame();
      stop.isSeen = look(elements[nth]).isSeen;
    }
    return stops;
  };
}"""

_SETTLED = """[...document.querySelectorAll(".picture")].every((picture) =>
  !picture.querySelector(".is-placed") || "settled" in picture.dataset)"""

# What every lesson must let the keyboard reach, at any width.
STOPS = (
    ".skip-link",
    ".site-search",
    ".quarto-color-scheme-toggle",
    ".language-switch a",
    "#quarto-sidebar .sidebar-link",
    "#TOC a",
)
# Opens the contents of the course and of the page where they have no room beside the text.
MENU = ".quarto-btn-toggle"
# Figures with something to press, move or write, each of which the keyboard must reach.
_WITH_CONTROLS = """() => [...document.querySelectorAll("main [id^=fig-]")].filter((figure) =>
  [...figure.querySelectorAll("button, input, select, [tabindex='0']")].some((control) =>
    control.checkVisibility({visibilityProperty: true}) && !control.disabled)
).map(({id}) => `#${id}`)"""
IN_THE_TEXT = (
    ".computed",
    ".tw-stepper input[type=range]",
    ".tw-stepper .tw-play",
    ".tw-switch input:enabled",
    ".tw-prediction input",
    ".nav-page a",
)


def stops(page: Page, selectors: Iterable[str]) -> list[dict[str, Any]]:
    """Press Tab from where the focus is until it leaves the page; return each stop."""
    page.evaluate(_NOTE_STOPS, list(selectors))
    for _ in range(MOST_STOPS // _AT_ONCE):
        # Held down, as a reader in a hurry does.
        for _ in range(_AT_ONCE):
            page.keyboard.down("Tab")
        start, *noted = page.evaluate("tabStops")
        if None in noted:
            page.keyboard.up("Tab")
            # The keys came faster than frames, and what a page draws only near the window moves
            # what is below it: a stop that was out of sight then is looked at again at rest.
            start, *noted = page.evaluate("lookAgain()")
            return [stop for stop in [start] if stop] + list(noted[: noted.index(None)])
    raise AssertionError(f"the focus never leaves the page: {noted[-3:]}")


def tab_reaches_everything_in_sight(visit: Visit) -> Iterator[str]:
    page = visit.page
    # Tabs of scenes that go meanwhile would take the focus along.
    page.wait_for_function(_SETTLED)
    in_the_text = [name for name in IN_THE_TEXT if page.locator(f"{name}:visible").count()]
    selectors = [*STOPS, *in_the_text, *page.evaluate(_WITH_CONTROLS)]
    menu = page.locator(MENU)
    if menu.is_visible():
        selectors.append(MENU)
        # Without a press: the focus stays at the top of the page.
        menu.evaluate("button => button.click()")
    there = stops(page, selectors)
    if menu.get_attribute("aria-expanded") == "true":
        yield "the menu still covers the text once the focus is there"
    reached = {name for stop in there for name in stop["isIn"]}
    yield from (f"never at {name}" for name in selectors if name not in reached)
    yield from (f"backwards to {stop['html']}" for stop in there if stop["isBack"])
    yield from (f"out of sight: {stop['html']}" for stop in there if not stop["isSeen"])
    yield from (f"without a mark: {stop['html']}" for stop in there if not stop["isMarked"])
