"""The pages of the gallery: every view reached and read by the keyboard, in sight, and at rest.

What each view shows is tested in files of its own; what holds on every page (errors, other hosts,
width, contrast as it loads) in every_page.py.
"""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.axe import violations
from tests.browser.loaded import nothing_is_wider_than_a_window_of
from tests.browser.site import BuiltPage, Site, galleries
from tests.browser.visit import OpenPage, Visit

# What each page is about.
VIEWS = {
    "graph": ".tw-graph-figure",
    "tape": ".tw-tape-list",
    "matrix": ".tw-matrix",
    "expression": ".tw-expression",
    "chart": ".tw-chart",
    "ledger": ".tw-ledger",
    "questions": ".tw-prediction",
    "problems": ".tw-problem",
}
# Those with a range to step by, whose live region tells each step.
STEPPED = {".tw-stepper:not(.tw-matrix)", ".tw-matrix", ".tw-tape-list", ".tw-expression"}
STEPPED_ON = ("graph", "tape", "matrix", "expression", "problems")
WITH_TABLES = tuple(view for view in VIEWS if view not in ("questions", "problems"))

PROBLEMS = {
    "en": ("no list “edges”", 'not know: "mystery"', "5000 nodes", "called “q”"),
    "es": ("falta la lista «edges»", 'desconocida: "mystery"', "5000 nodos", "llama «q»"),
}

# Presses of Tab that leave any page without a trap.
MOST_STOPS = 1_500

# Where the focus is; stepped views are asked for their next step, and what they say is noted.
_STOP = """([views, stepped]) => {
  const here = document.activeElement;
  const before = window.lastStop;
  window.lastStop = here;
  if (here === document.body) return null;
  const box = here.getBoundingClientRect();
  const isBack = before && before !== document.body && before.isConnected
    && !(before.compareDocumentPosition(here) & Node.DOCUMENT_POSITION_FOLLOWING);
  const isStepped = here.matches(".tw-range");
  const figure = isStepped && here.closest(stepped.join(","));
  return {
    html: here.cloneNode(false).outerHTML.slice(0, 140),
    isBack: Boolean(isBack),
    isSeen: box.width > 0 && box.right > 0 && box.left < innerWidth
      && box.bottom > 0 && box.top < innerHeight && here.checkVisibility(),
    section: here.closest("section[id]")?.id ?? null,
    views: [...views, ...stepped].filter((selector) => here.closest(selector)),
    said: figure ? figure.querySelector(".tw-said").textContent : null,
    lang: figure ? figure.lang : null,
    key: !isStepped ? null : here.value === here.max ? "ArrowLeft" : "ArrowRight",
  };
}"""
_SAID = f"""() => document.activeElement.closest("{", ".join(sorted(STEPPED))}")
  .querySelector(".tw-said").textContent"""


@pytest.fixture
def gallery(view: str, site: Site) -> BuiltPage:
    """The page of a view, by turns in one of the two languages."""
    nth = list(VIEWS).index(view) % len(galleries(view))
    return site.page(galleries(view)[nth])


def _open(gallery: BuiltPage, open_page: OpenPage, **options: Any) -> Visit:
    visit = open_page(gallery, **options)
    expect(visit.page.locator(", ".join(VIEWS.values())).first).to_be_attached()
    return visit


def _tab_through(page: Page) -> list[dict[str, Any]]:
    """Press Tab from the first stop to the last; step each view that steps once."""
    asked = [list(VIEWS.values()), sorted(STEPPED)]
    stops: list[dict[str, Any]] = []
    for _ in range(MOST_STOPS):
        page.keyboard.press("Tab")
        stop = page.evaluate(_STOP, asked)
        if stop is None:
            return stops
        if stop["key"]:
            page.keyboard.press(stop["key"])
            stop["said then"] = page.evaluate(_SAID)
        stops.append(stop)
    raise AssertionError(f"the focus never leaves the page: {stops[-3:]}")


@pytest.mark.parametrize("view", VIEWS)
def test_the_keyboard_reaches_the_view_in_order_reads_its_steps_and_leaves(
    gallery: BuiltPage, open_page: OpenPage, view: str
) -> None:
    visit = _open(gallery, open_page)
    stops = _tab_through(visit.page)
    assert [stop["html"] for stop in stops if stop["isBack"]] == []
    assert [stop["html"] for stop in stops if not stop["isSeen"]] == []
    if view != "problems":
        assert VIEWS[view] in {seen for stop in stops for seen in stop["views"]}

    stepped = [stop for stop in stops if stop["key"]]
    assert bool(stepped) or view not in STEPPED_ON
    for stop in stepped:
        assert len(stop["said then"]) > 10, stop
        assert stop["said then"] != stop["said"], stop
        assert stop["lang"] == gallery.lang
    assert visit.errors + visit.foreign == []
    _leave_backwards(visit.page)


def _leave_backwards(page: Page) -> None:
    """Go from the last control of the text to the top with Shift and Tab."""
    page.locator("main :is(a, button, input):visible").last.focus()
    for _ in range(MOST_STOPS):
        page.keyboard.press("Shift+Tab")
        if page.evaluate("document.activeElement === document.body"):
            return
    raise AssertionError("the focus never leaves the page")


@pytest.mark.parametrize("view", WITH_TABLES)
def test_every_table_twin_is_clean_and_fits(gallery: BuiltPage, open_page: OpenPage) -> None:
    visit = _open(gallery, open_page, theme="dark" if gallery.is_spanish else "light", width=390)
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
    told = section.locator(".tw-problem").all_text_contents()
    # Each view on each broken trace.
    for text in PROBLEMS[gallery.lang][:2]:
        assert sum(text in problem for problem in told) == len(WITH_TABLES)
    for text in PROBLEMS[gallery.lang][2:]:
        assert any(text in problem for problem in told)
    for problem in section.locator(".tw-problem").all():
        expect(problem).to_have_attribute("role", "alert")
    # NaN and infinities are numbers like others, told by every view that steps.
    for view in sorted(STEPPED - {".tw-matrix"}):
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
