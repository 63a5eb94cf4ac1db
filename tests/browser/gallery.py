"""A page of the gallery: every view reached and read by the keyboard, in sight, and at rest.

What each view shows is tested in files of its own; what holds on every page, in test_every_page.py.
"""

from __future__ import annotations

from tapewalk.figures import views
from tests.browser.axe import violations
from tests.browser.loaded import nothing_is_wider_than_a_window_of
from tests.browser.tab_order import held, stops
from tests.browser.visit import Visit


def _views_on(page: str | None) -> str:
    own = (view.name for view in views.VIEWS.values() if view.gallery == page)
    return ", ".join(f"[data-figure={name}]" for name in own)


# What each page is about: any of its views.
_PAGES = {view.gallery for view in views.VIEWS.values() if view.gallery}
VIEWS = {page: _views_on(page) for page in _PAGES} | {"problems": ".tw-problem"}
# Those with a range to step by, whose live region describes each step.
STEPPED = {f"[data-figure={name}]" for name in ("stepper", "matrix", "tapeList")}
STEPPED_ON = ("graph", "tape", "matrix", "problems")
WITH_TABLES = tuple(view for view in VIEWS if view not in ("questions", "problems"))

_MOVING = """() => document.getAnimations()
  .filter((one) => one.playState === "running" && one.effect.getTiming().duration > 1)
  .map((one) => one.animationName ?? one.transitionProperty)"""


def the_keyboard_reaches_the_view_in_order_and_leaves(visit: Visit) -> None:
    page, view = visit.page, _view(visit)
    there = stops(page, VIEWS.values())
    assert [stop["html"] for stop in there if stop["isBack"]] == []
    assert [stop["html"] for stop in there if not stop["isSeen"]] == []
    assert view == "problems" or VIEWS[view] in {name for stop in there for name in stop["isIn"]}
    page.locator("main :is(a, button, input):visible").last.focus()
    with held(page, "Shift"):
        assert stops(page, [])


def each_step_is_described_and_nothing_moves(visit: Visit) -> None:
    """Step each view by its range, whose live region describes it; the reader wants less motion."""
    page = visit.page
    stepped = page.locator(", ".join(sorted(STEPPED))).filter(has=page.locator(".tw-range:visible"))
    assert stepped.count() > 0 or _view(visit) not in STEPPED_ON
    for figure in stepped.all():
        number, said = figure.locator(".tw-range"), figure.locator(".tw-said")
        before = said.text_content()
        is_last = number.evaluate("(range) => range.value === range.max")
        number.press("ArrowLeft" if is_last else "ArrowRight")
        after = said.text_content() or ""
        assert len(after) > 10 and after != before
        assert figure.get_attribute("lang") == visit.built.lang
        number.press("ArrowRight" if is_last else "ArrowLeft")
        assert page.evaluate(_MOVING) == []


def every_table_is_accessible_and_fits(visit: Visit) -> None:
    """Put a table in the place of each picture; they stay."""
    if _view(visit) not in WITH_TABLES:
        return
    page = visit.page
    switches = page.locator(".tw-twin-button")
    tables = page.locator(".tw-twinned table:visible caption")
    assert switches.count() > 0
    before = tables.count()
    switches.evaluate_all("buttons => buttons.forEach((button) => button.click())")
    assert tables.count() > before
    for width, height in ((640, 512), (390, 844)):  # A window of 1280 at 200 %, a phone.
        assert nothing_is_wider_than_a_window_of(visit, width, height) == []
    assert violations(page.locator(".tw-twinned:has(table)")) == []


def _view(visit: Visit) -> str:
    return visit.built.name.removeprefix("gallery-")
