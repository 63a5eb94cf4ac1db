"""A page without a mouse: everything is reached by Tab, in sight and marked when it is."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page, expect

from tests.browser.site import BuiltPage
from tests.browser.visit import OpenPage

# Where the focus is, whether one can see it, and whether anything shows that it is there.
_FOCUS = """() => {
  const element = document.activeElement;
  if (element === document.body) return null;
  const box = element.getBoundingClientRect();
  const marks = [element, ...element.children].map((part) => getComputedStyle(part));
  return {
    html: element.cloneNode(false).outerHTML.slice(0, 120),
    isIn: Object.fromEntries(%s.map((selector) => [selector, element.matches(selector)])),
    isSeen: box.width > 0 && box.right > 0 && box.left < innerWidth
      && box.bottom > 0 && box.top < innerHeight && element.checkVisibility(),
    isMarked: marks.some((style) =>
      (style.outlineStyle !== "none" && parseFloat(style.outlineWidth) > 0)
      || style.boxShadow !== "none") || element.matches(".tw-node"),
  };
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
    """Press Tab through the whole page; return each stop."""
    look = _FOCUS % list(selectors)
    stops: list[dict[str, Any]] = []
    for _ in range(500):
        page.keyboard.press("Tab")
        stop = page.evaluate(look)
        if stop is None:
            return stops
        stops.append(stop)
    raise AssertionError("the focus never leaves the page")


def test_tab_reaches_everything_in_sight(lesson_in_turn: BuiltPage, open_page: OpenPage) -> None:
    width = 390 if lesson_in_turn.is_spanish else 1280
    page = open_page(lesson_in_turn, width=width).page
    there = tuple(name for name in IN_THE_TEXT if page.locator(f"{name}:visible").count())
    selectors = STOPS[width] + there
    stops = _stops(page, selectors)
    reached = {name for stop in stops for name, is_in in stop["isIn"].items() if is_in}
    assert reached == set(selectors)
    assert [stop["html"] for stop in stops if not stop["isSeen"]] == []
    assert [stop["html"] for stop in stops if not stop["isMarked"]] == []


def test_the_first_stop_skips_to_the_text(sampled: BuiltPage, open_page: OpenPage) -> None:
    page = open_page(sampled).page
    page.keyboard.press("Tab")
    link = page.locator(":focus")
    expect(link).to_have_class("skip-link")
    expect(link).to_be_in_viewport()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    assert page.evaluate(
        "document.activeElement.closest('main, .page-navigation, footer') !== null"
    )


def test_the_menu_of_a_phone_opens_and_closes(first_lesson: BuiltPage, open_page: OpenPage) -> None:
    page = open_page(first_lesson, width=390).page
    button = page.locator(".quarto-btn-toggle").first
    sidebar = page.locator("#quarto-sidebar")
    expect(sidebar).not_to_be_visible()
    expect(button).to_have_attribute("aria-expanded", "false")
    button.press("Enter")
    expect(sidebar.get_by_role("link").first).to_be_in_viewport()
    expect(button).to_have_attribute("aria-expanded", "true")
    button.press("Enter")
    expect(sidebar).not_to_be_visible()
