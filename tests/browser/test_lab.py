"""The break-it lab: two engines side by side, and a line to be found from what an engine does."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tapewalk_course import lab
from tests.browser.axe import violations
from tests.browser.numbers import written
from tests.browser.site import BuiltPage, Site
from tests.browser.visit import window

PAGE = "modules/01-autograd-engine/lab"


@pytest.fixture(scope="module", params=(f"{PAGE}.html", f"{PAGE}.es.html"))
def front(request: pytest.FixtureRequest, site: Site) -> BuiltPage:
    return site.page(request.param)


@pytest.fixture(scope="module")
def page(browser: Browser) -> Iterator[Page]:
    with window(browser) as context:
        yield context.new_page()


def _open(page: Page, base: str, address: str) -> tuple[Locator, Locator]:
    """Return the bench and the puzzle, nothing remembered."""
    page.goto(base + address)
    page.evaluate("localStorage.clear()")
    page.goto("about:blank")
    page.goto(base + address)
    places = page.locator(".lab-bench"), page.locator(".lab-puzzle")
    for place in places:
        place.scroll_into_view_if_needed()
        expect(place).to_contain_class("is-live")
    return places


def _bugs(lang: str) -> dict[str, Any]:
    return {bug["name"]: bug for bug in lab.data(lang)["bugs"]}


def _named(place: Locator, name: str) -> Locator:
    """Return the list that has this entry."""
    return place.locator(f".lab-choice select:has(option[value={name}])")


def _choose(place: Locator, name: str) -> None:
    _named(place, name).select_option(name)


def test_first_different_number_is_named_with_its_line(
    page: Page, front: BuiltPage, base: str
) -> None:
    bench, _ = _open(page, base, front.address)
    bugs = _bugs(front.lang)
    verdict = bench.locator(".lab-verdict")
    # What it begins with: = for += on the diamond, whose b gets 7 and not 3.
    expect(verdict).to_contain_text(bugs["overwrite"]["why"])
    expect(bench.locator(".lab-engine .is-new")).to_contain_text("parent.grad = number.grad")
    expect(bench.locator(".tw-compare .is-different").first).to_be_visible()
    # The next bug in the list, by an arrow key; on the residual chain it does not show.
    _named(bench, "overwrite").press("ArrowDown")
    expect(_named(bench, "hasty")).to_have_value("hasty")
    expect(verdict).to_contain_text(bugs["hasty"]["why"])
    page.locator("main a[href*='bug=hasty&graph=residual']").press("Enter")
    expect(_named(bench, "residual")).to_have_value("residual")
    expect(bench.locator(".lab-verdict.is-alike")).to_be_visible()
    # It says where it does, and a button leads there.
    bench.locator(".lab-verdict .lab-button").press("Enter")
    expect(_named(bench, "diamond")).to_have_value("diamond")
    expect(bench.locator(".lab-verdict.is-different")).to_be_visible()
    # A graph too large to draw has its numbers, and an engine that stops says where.
    _choose(bench, "deep")
    expect(bench.locator(".lab-table")).to_contain_text(written(2000.0, front.lang))
    _choose(bench, "recursion")
    expect(verdict).to_contain_text(bugs["recursion"]["why"])
    assert violations(page.locator("main")) == []
    # Paper shows what a page without scripts shows.
    page.emulate_media(media="print")
    expect(bench.locator(".lab-still")).to_be_visible()
    expect(bench.locator(".lab")).to_be_hidden()
    page.emulate_media(media="screen")


def test_own_change_runs_on_request(page: Page, front: BuiltPage, base: str) -> None:
    bench, _ = _open(page, base, front.address)
    expect(bench.locator(".lab-verdict")).to_be_visible()
    bench.locator(".lab-engine .lab-bar button").nth(1).press("Enter")
    content = bench.locator(".lab-engine .cm-content")
    expect(content).to_be_focused()
    page.keyboard.press("ControlOrMeta+a")
    page.keyboard.insert_text(lab.text().replace("order.append", "order.add"))
    expect(bench.locator(".lab-verdict")).to_have_count(0)
    page.keyboard.press("Escape")
    run = bench.locator(".lab-engine .is-main")
    expect(run).to_be_focused()
    run.press("Enter")
    expect(bench.locator(".lab-verdict")).to_contain_text("AttributeError")
    expect(bench.locator(".lab-engine .tw-wrong-line")).to_contain_text("order.add")
    # A program of one's own that never ends is ended, and the bench goes on.
    _choose(bench, "own")
    program = bench.locator(".lab-program .cm-content")
    program.press("ControlOrMeta+a")
    page.keyboard.insert_text("while True:\n    pass")
    page.keyboard.press("Control+Enter")
    expect(bench.locator(".lab-verdict.is-different")).to_be_visible()
    expect(bench.locator(".lab-program .tw-wrong-line")).to_have_text("while True:")
    _choose(bench, "overwrite")
    _choose(bench, "square")
    expect(bench.locator(".tw-compare")).to_be_visible()


def test_round_is_missed_found_and_fixed(page: Page, front: BuiltPage, base: str) -> None:
    _, puzzle = _open(page, base, front.address)
    heading = puzzle.locator("h3").first
    bugs = _bugs(front.lang)
    line = puzzle.locator(".is-pointing input")
    reply = puzzle.locator(".lab-answer .lab-reply")
    answer = puzzle.locator(".lab-answer .is-main")
    # Who has seen nothing can't know; the secret is one of the bugs, which the test reads off.
    _choose(puzzle, "twice")
    puzzle.locator(".lab-program .is-main").press("Enter")
    table = puzzle.locator(".lab-table")
    expect(table).to_be_visible()
    puzzle.locator(".lab-answer button").nth(1).press("Enter")
    expect(reply).to_contain_text(": ")
    shown = reply.inner_text()
    secret = next(bug for bug in bugs.values() if bug["title"] in shown)
    expect(puzzle.locator(".lab-fix .cm-content")).to_be_visible()
    assert page.evaluate("localStorage['tapewalk.progress']") is not None
    # The broken text does not hold; the right one does.
    check = puzzle.locator(".lab-fix .is-main")
    check.press("Enter")
    expect(puzzle.locator(".lab-fix .is-different")).to_be_visible()
    content = puzzle.locator(".lab-fix .cm-content")
    content.press("ControlOrMeta+a")
    page.keyboard.insert_text(lab.text())
    page.keyboard.press("Control+Enter")
    expect(puzzle.locator(".lab-fix .is-alike")).to_be_visible()
    assert violations(page.locator(".lab-puzzle")) == []
    # The next round is answered, wrong and then right, and counts.
    before = heading.inner_text()
    puzzle.locator(".lab-fix .lab-bar button").nth(1).press("Enter")
    expect(heading).not_to_have_text(before)
    expect(heading).to_be_focused()
    first, second = (
        f"JSON.parse(localStorage['tapewalk.progress']).answers['lab-{n}']" for n in "12"
    )
    told = page.evaluate(first)
    assert told["seen"] and not told["correct"]
    candidates = dict.fromkeys(bug["lines"][0] for bug in bugs.values() if bug is not secret)
    puzzle.locator(".lab-program .is-main").press("Enter")
    expect(table).to_be_visible()
    for candidate in candidates:
        line.and_(page.locator(f"[value='{candidate}']")).check()
        before = reply.inner_text()
        answer.press("Enter")
        expect(reply).not_to_have_text(before)
        if puzzle.locator(".lab-fix").count():
            break
    assert page.evaluate(second)["correct"]


def test_everything_is_reachable_on_a_phone(browser: Browser, front: BuiltPage, base: str) -> None:
    with window(browser, "dark", 390, has_touch=True) as context:
        page = context.new_page()
        bench, puzzle = _open(page, base, front.address)
        _choose(bench, "set")
        expect(bench.locator(".lab-engine .is-new")).to_contain_text("set(parents)")
        _choose(bench, "square")
        expect(bench.locator(".lab-verdict.is-different")).to_be_visible()
        puzzle.locator(".lab-program .is-main").tap()
        expect(puzzle.locator(".lab-table")).to_be_visible()
        puzzle.locator("label.lab-line").nth(3).tap()
        expect(puzzle.locator(".is-pointing input:checked")).to_have_count(1)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        assert violations(page.locator("main")) == []


def test_engine_and_bugs_are_shown_without_scripts(browser: Browser, base: str) -> None:
    with window(browser, java_script_enabled=False) as context:
        page = context.new_page()
        page.goto(f"{base}{PAGE}.html")
        expect(page.locator(".lab-still")).to_contain_text("class Number")
        expect(page.locator("#tbl-bugs tbody tr")).to_have_count(8)
