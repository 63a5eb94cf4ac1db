"""The pages of the gallery: every view reached and read by the keyboard, in sight, and at rest.

What each view shows is tested in files of its own; what holds on every page (errors, other hosts,
width, contrast as it loads) in test_every_page.py.
"""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from tapewalk.figures import views
from tests.browser.axe import violations
from tests.browser.loaded import nothing_is_wider_than_a_window_of
from tests.browser.site import BuiltPage, Site, galleries
from tests.browser.tab_order import held, stops
from tests.browser.visit import OpenPage, Visit

# What each page is about: the first of its views.
VIEWS = {
    view.gallery: f"[data-figure={view.name}]"
    for view in reversed(views.VIEWS.values())
    if view.gallery
} | {"problems": ".tw-problem"}
# Those with a range to step by, whose live region tells each step.
STEPPED = {f"[data-figure={name}]" for name in ("stepper", "matrix", "tapeList", "expression")}
STEPPED_ON = ("graph", "tape", "matrix", "expression", "problems")
WITH_TABLES = tuple(view for view in VIEWS if view not in ("questions", "problems"))

PROBLEMS = {
    "en": ("no list “edges”", 'not know: "mystery"', "5,000 nodes", "called “q”"),
    "es": ("falta la lista «edges»", 'desconocida: "mystery"', "5000 nodos", "llama «q»"),
}


@pytest.fixture
def gallery(view: str, site: Site) -> BuiltPage:
    """The page of a view, by turns in one of the two languages."""
    nth = list(VIEWS).index(view) % len(galleries(view))
    return site.page(galleries(view)[nth])


def _open(gallery: BuiltPage, open_page: OpenPage, **options: Any) -> Visit:
    visit = open_page(gallery, **options)
    expect(visit.page.locator(", ".join(VIEWS.values())).first).to_be_attached()
    return visit


@pytest.mark.parametrize("view", VIEWS)
def test_the_keyboard_reaches_the_view_in_order_reads_its_steps_and_leaves(
    gallery: BuiltPage, open_page: OpenPage, view: str
) -> None:
    visit = _open(gallery, open_page)
    page = visit.page
    there = stops(page, VIEWS.values())
    assert [stop["html"] for stop in there if stop["isBack"]] == []
    assert [stop["html"] for stop in there if not stop["isSeen"]] == []
    assert view == "problems" or VIEWS[view] in {name for stop in there for name in stop["isIn"]}

    # A stepped view has its range to step by, and tells each step in a live region.
    stepped = page.locator(", ".join(sorted(STEPPED))).filter(has=page.locator(".tw-range:visible"))
    assert stepped.count() > 0 or view not in STEPPED_ON
    for figure in stepped.all():
        number, said = figure.locator(".tw-range"), figure.locator(".tw-said")
        before = said.text_content()
        is_last = number.evaluate("(range) => range.value === range.max")
        number.press("ArrowLeft" if is_last else "ArrowRight")
        after = said.text_content() or ""
        assert len(after) > 10 and after != before
        assert figure.get_attribute("lang") == gallery.lang
    assert visit.errors + visit.foreign == []

    page.locator("main :is(a, button, input):visible").last.focus()
    with held(page, "Shift"):
        assert stops(page, [])


@pytest.mark.parametrize("view", WITH_TABLES)
def test_every_table_twin_is_clean_and_fits(gallery: BuiltPage, open_page: OpenPage) -> None:
    visit = _open(
        gallery, open_page, theme="dark" if gallery.language_number else "light", width=390
    )
    page = visit.page
    switches = page.locator(".tw-twin-button")
    assert switches.count() > 0
    before = page.locator(".tw-twinned table:visible caption").count()
    switches.evaluate_all("buttons => buttons.forEach((button) => button.click())")
    assert page.locator(".tw-twinned table:visible caption").count() > before
    assert violations(page.locator("main")) == []
    for width, height in ((390, 844), (640, 512)):  # A phone, a window of 1280 at 200 %.
        assert nothing_is_wider_than_a_window_of(visit, width, height) == []
    assert visit.errors == []


@pytest.mark.parametrize("view", ["problems"])
def test_what_is_wrong_is_said_in_its_place(gallery: BuiltPage, open_page: OpenPage) -> None:
    visit = _open(gallery, open_page)
    section = visit.page.locator("#sec-problems")
    # Each view on each broken trace.
    for text in PROBLEMS[gallery.lang][:2]:
        expect(section.locator(".tw-problem", has_text=text)).to_have_count(len(WITH_TABLES))
    for text in PROBLEMS[gallery.lang][2:]:
        expect(section.locator(".tw-problem", has_text=text).first).to_be_attached()
    for problem in section.locator(".tw-problem").all():
        expect(problem).to_have_attribute("role", "alert")
    # NaN and infinities are numbers like others, told by every view that steps.
    for view in sorted(STEPPED - {"[data-figure=matrix]"}):
        figure = section.locator(view).last
        figure.locator(".tw-range").press("Home")
        said = ""
        for _ in range(12):
            figure.locator(".tw-range").press("ArrowRight")
            said += str(figure.locator(".tw-said").text_content())
        assert "∞" in said and "−∞" in said and "NaN" in said, view
    assert visit.errors == []


@pytest.mark.parametrize("view", STEPPED_ON)
def test_nothing_moves_for_readers_who_want_less_motion(
    gallery: BuiltPage, open_page: OpenPage
) -> None:
    page = _open(gallery, open_page, reduced_motion="reduce").page
    for number in page.locator(".tw-range").all():
        number.press("ArrowLeft")
        number.press("ArrowRight")
        running = page.evaluate("""() => document.getAnimations()
          .filter((one) => one.playState === "running" && one.effect.getTiming().duration > 1)
          .map((one) => one.animationName ?? one.transitionProperty)""")
        assert running == []
