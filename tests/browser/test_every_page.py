"""Every page, in both themes and at two widths: what must hold wherever a reader lands.

The tests of one page share its window, so each leaves the page as it was.
"""

from __future__ import annotations

from itertools import pairwise

import pytest

from tests.browser.axe import violations
from tests.browser.sideways import too_wide
from tests.browser.site import Site
from tests.browser.visit import DRAWN, Visit, number_of_diagrams
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


def test_every_source_has_its_page(site: Site) -> None:
    assert site.missing == []


def test_it_loads_without_an_error(visit: Visit) -> None:
    assert visit.errors == []


def test_it_asks_no_other_host(visit: Visit) -> None:
    assert visit.foreign == []


def test_it_stays_light(site: Site, visit: Visit) -> None:
    if not visit.built.is_gallery:  # every view at once
        assert too_heavy(visit.responses, is_quarto=site.is_quarto) == {}


def test_its_diagrams_are_drawn(visit: Visit) -> None:
    page = visit.page
    assert page.locator(".observablehq--error, .cell-output-error").count() == 0
    drawn = page.locator(DRAWN).count()
    if visit.built.is_gallery:
        # It shows what goes wrong too, on purpose: test_gallery.py looks at that.
        assert drawn >= number_of_diagrams(visit.built) - page.locator(".tw-problem").count()
        return
    assert page.locator(".tw-problem").count() == 0
    assert drawn == number_of_diagrams(visit.built)


def test_nothing_is_wider_than_the_window(visit: Visit) -> None:
    assert too_wide(visit.page) == []


@pytest.mark.parametrize("width", [640, 320])
def test_it_still_fits_at_200_and_400_percent(visit: Visit, width: int) -> None:
    before = visit.size
    visit.page.set_viewport_size({"width": width, "height": 512})
    try:
        # Diagrams turn when they get narrow, some frames later; a busy machine takes its time.
        for _ in range(40):
            visit.page.wait_for_timeout(50)
            if not too_wide(visit.page):
                break
        assert too_wide(visit.page) == []
    finally:
        visit.page.set_viewport_size(before)


def test_print_shows_diagrams_and_no_controls(visit: Visit) -> None:
    page = visit.page
    assert page.locator(".tw-strip:visible").count() == 0
    page.emulate_media(media="print")
    try:
        assert [name for name in CONTROLS if page.locator(f"{name}:visible").count()] == []
        # The film-strips stand in for the live diagrams: test_film_strips.py reads them.
        assert page.locator(".tw-stepper:visible").count() == 0
        assert page.locator(".tw-strip:visible").count() == page.locator(".tw-strip").count()
        # Toner is dear, and dark paper is unreadable.
        background = page.evaluate("getComputedStyle(document.body).backgroundColor")
        assert background == "rgb(255, 255, 255)"
    finally:
        page.emulate_media(media="screen")


def test_axe_finds_nothing(visit_in_turn: Visit) -> None:
    assert violations(visit_in_turn.page.locator("html")) == []


def test_it_has_one_title_and_no_heading_is_skipped(visit: Visit) -> None:
    levels = visit.page.eval_on_selector_all(
        "main :is(h1, h2, h3, h4, h5, h6)",
        "found => found.filter(h => h.checkVisibility()).map(h => Number(h.tagName[1]))",
    )
    assert levels.count(1) == 1
    assert levels[0] == 1
    skipped = [(one, other) for one, other in pairwise(levels) if other > one + 1]
    assert skipped == []


def test_the_language_switch_stands_at_the_top_right(visit: Visit) -> None:
    width = visit.size["width"]
    box = visit.page.locator(".language-switch").bounding_box()
    assert box is not None
    assert box["y"] + box["height"] <= 120
    assert width / 2 < box["x"] + box["width"] / 2
    assert box["x"] + box["width"] <= width


def test_the_language_switch_says_which_language_this_is(visit: Visit) -> None:
    lang = visit.built.lang
    own, other = {"en": ("English", "Español"), "es": ("Español", "English")}[lang]
    switch = visit.page.locator(".language-switch")
    assert switch.locator("[aria-current]").inner_text() == own
    link = switch.locator("a")
    assert link.inner_text() == other
    assert link.get_attribute("lang") == link.get_attribute("hreflang") != lang


def test_the_theme_is_the_one_the_system_prefers(visit: Visit) -> None:
    is_dark = visit.page.evaluate("matchMedia('(prefers-color-scheme: dark)').matches")
    classes = (visit.page.get_attribute("body", "class") or "").split()
    assert ("quarto-dark" in classes) == is_dark
