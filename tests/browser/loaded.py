"""What must hold of any page once it is drawn, wherever a reader lands.

Each rule looks at the page of a visit, leaves it as it was, and says what it finds.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from playwright.sync_api import Page

from tests.browser.sideways import too_wide
from tests.browser.visit import DRAWN, Visit, number_of_diagrams, until_fine
from tests.browser.weight import too_heavy

# What paper has no use for.
CONTROLS = (
    "#quarto-header",
    "#quarto-sidebar",
    "#TOC",
    ".tw-controls",
    ".tw-switch",
    ".site-search",
    ".language-switch",
    ".page-navigation",
)
_ITS_SCHEME = "(body) => [...body.classList].includes('quarto-dark') ? 'dark' : 'light'"
_PAPER = "getComputedStyle(document.body).backgroundColor"


def it_stays_light(visit: Visit) -> Iterator[str]:
    heavy = too_heavy(visit.responses, visit.built.name)
    if heavy:
        largest = ", ".join(f"{size} of {url}" for url, size in list(heavy.items())[:5])
        yield f"{sum(heavy.values())} bytes: {largest} …"


def its_diagrams_are_drawn(visit: Visit) -> None:
    page = visit.page
    assert page.locator(".observablehq--error").count() == 0
    drawn, problems = page.locator(DRAWN).count(), page.locator(".tw-problem").count()
    assert problems == 0
    assert drawn == number_of_diagrams(visit.built)


_FAR_TABLES = """() => [...document.querySelectorAll("figcaption + div table")].filter((table) => {
  const caption = table.closest("figure").querySelector("figcaption");
  return table.getBoundingClientRect().top - caption.getBoundingClientRect().bottom > 1;
}).map((table) => table.closest("[id]").id)"""


def its_tables_follow_their_captions(visit: Visit) -> list[str]:
    found: list[str] = visit.page.evaluate(_FAR_TABLES)
    return found


def it_has_one_title_and_no_heading_is_skipped(visit: Visit) -> None:
    levels = visit.page.eval_on_selector_all(
        "main :is(h1, h2, h3, h4, h5, h6)",
        "found => found.filter(h => h.checkVisibility()).map(h => Number(h.tagName[1]))",
    )
    assert levels.count(1) == 1
    assert levels[0] == 1
    skipped = [(one, other) for one, other in pairwise(levels) if other > one + 1]
    assert skipped == []


def the_language_switch_is_at_the_top_right(visit: Visit) -> None:
    width = visit.size["width"]
    box = visit.page.locator(".language-switch").bounding_box()
    assert box is not None
    assert box["y"] + box["height"] <= 120
    assert width / 2 < box["x"] + box["width"] / 2
    assert box["x"] + box["width"] <= width


def the_language_switch_marks_this_language(visit: Visit) -> None:
    lang = visit.built.lang
    own, other = {"en": ("English", "Español"), "es": ("Español", "English")}[lang]
    switch = visit.page.locator(".language-switch")
    assert switch.locator("[aria-current]").inner_text() == own
    link = switch.locator("a")
    assert link.inner_text() == other
    assert link.get_attribute("lang") == link.get_attribute("hreflang") != lang


def its_theme_is(visit: Visit, theme: str) -> None:
    assert visit.page.locator("body").evaluate(_ITS_SCHEME) == theme


# What else is seen where the middle of the button is.
_UNDER_SAVE = """() => {
  const found = [...document.querySelectorAll(".tw-save > summary")];
  // In a picture it is an entry of a menu, which opens over the drawing.
  const shown = found.filter((button) => button.checkVisibility());
  const under = shown.flatMap((button) => {
    button.scrollIntoView({block: "center", behavior: "instant"});
    const {x, y, width, height} = button.getBoundingClientRect();
    return document.elementsFromPoint(x + width / 2, y + height / 2)
      .filter((one) => one.matches("[data-figure] *") && !one.contains(button))
      .filter((one) => !button.contains(one))
      .map((one) => one.outerHTML.slice(0, 80));
  });
  scrollTo({top: 0, behavior: "instant"});
  return under;
}"""


def no_save_button_covers_anything(visit: Visit) -> list[str]:
    found: list[str] = visit.page.evaluate(_UNDER_SAVE)
    return found


def nothing_is_wider_than_a_window_of(visit: Visit, width: int, height: int) -> list[str]:
    """The window keeps that size."""
    visit.page.set_viewport_size({"width": width, "height": height})
    # Diagrams turn when they get narrow, some frames later.
    return [
        f"{width} pixels: {wide}" for wide in until_fine(visit.page, lambda: too_wide(visit.page))
    ]


def print_shows_diagrams_and_no_controls(visit: Visit) -> None:
    """The page stays as it is printed."""
    page = visit.page
    assert page.locator(".tw-strip:visible").count() == 0
    page.emulate_media(media="print")
    assert [name for name in CONTROLS if page.locator(f"{name}:visible").count()] == []
    assert page.locator(".tw-stepper:visible").count() == 0
    assert page.locator(".tw-strip:visible").count() == page.locator(".tw-strip").count()
    # Toner is expensive, and dark paper is unreadable.
    assert page.evaluate(_PAPER) == "rgb(255, 255, 255)"


def switch_theme(page: Page) -> None:
    """Press the button of the theme, and wait until the page has the other colours."""
    before = page.evaluate(_PAPER)
    page.locator(".quarto-color-scheme-toggle").first.evaluate("button => button.click()")
    page.wait_for_function(f"before => {_PAPER} !== before", arg=before)
