"""An exercise's solution stays shut until the reader has said how the attempt went."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import Page, expect

from tests.browser.axe import violations
from tests.browser.site import Site
from tests.browser.visit import OpenPage
from tests.pages.sources import ROOT

FOLDER = "exercises/01-autograd-engine"
FOLDERS = [path.parent.name for path in sorted((ROOT / "exercises").glob("[0-9]*/index.qmd"))]

in_both_languages = pytest.mark.parametrize(
    "address", [f"{FOLDER}/index{e}.html" for e in ("", ".es")]
)
KEPT = "JSON.parse(localStorage.getItem('tapewalk.progress') ?? '{}').answers ?? {}"


def open_solution(page: Page, nth: int) -> None:
    """Unfold a solution with the keyboard."""
    page.locator("details.solution > summary").nth(nth).press("Enter")


@in_both_languages
def test_solution_opens_after_an_attempt(address: str, site: Site, open_page: OpenPage) -> None:
    page = open_page(site.page(address), width=390 if ".es." in address else 1280).page
    first = page.locator("details.solution").first
    code, reply = first.locator(".solution-code"), first.locator(".attempt-reply")
    expect(first).not_to_have_attribute("open", "")
    open_solution(page, 0)
    expect(code).to_be_hidden()
    assert violations(first) == []

    first.locator("button[value=none]").press("Enter")
    expect(reply).not_to_be_empty()
    expect(code).to_be_hidden()
    assert page.evaluate(KEPT) == {}

    first.locator("button[value=failed]").press("Enter")
    expect(code).to_be_visible()
    expect(code).to_be_focused()
    expect(first.locator(".attempt")).to_be_hidden()
    assert page.evaluate(KEPT) == {"exercise-01.1": {"correct": False, "seen": False, "tries": 1}}
    assert violations(first) == []

    page.reload()
    open_solution(page, 0)
    expect(code).to_be_visible()
    open_solution(page, 1)
    expect(page.locator("details.solution .solution-code").nth(1)).to_be_hidden()


def test_solutions_are_the_code_that_is_tested(site: Site) -> None:
    for folder in FOLDERS:
        built = site.page(f"exercises/{folder}/index.html")
        shown = [pre.text() for pre in built.html.parsed.css("details.solution pre")]
        solutions = ROOT / f"lib/tapewalk_course/exercises/module_{folder[:2]}"
        files = [path.read_text("utf-8") for path in solutions.glob("*/solution.py")]
        assert sorted(map(str.rstrip, shown)) == sorted(map(str.rstrip, files))


def test_solution_unfolds_without_scripts(site: Site, open_page: OpenPage) -> None:
    page = open_page(site.page(f"{FOLDER}/index.es.html"), java_script_enabled=False).page
    open_solution(page, 2)
    expect(page.locator("details.solution .solution-code").nth(2)).to_be_visible()
    expect(page.locator(".attempt:visible")).to_have_count(0)


def test_paper_shows_opened_solutions_only(site: Site, open_page: OpenPage) -> None:
    page = open_page(site.page(f"{FOLDER}/index.html")).page
    for nth in (0, 1):
        open_solution(page, nth)
    page.locator("button[value=passed]").first.click()
    page.emulate_media(media="print")
    expect(page.locator("details.solution:visible")).to_have_count(1)
    expect(page.locator(".attempt:visible")).to_have_count(0)
    expect(page.locator(".solution-code:visible")).to_have_count(1)


def test_attempts_are_stored_with_the_progress(site: Site, open_page: OpenPage) -> None:
    page = open_page(site.page(f"{FOLDER}/index.html")).page
    earlier = {"schema": 1, "answers": {"other": {"correct": True, "seen": False, "tries": 2}}}
    page.evaluate("text => localStorage.setItem('tapewalk.progress', text)", json.dumps(earlier))
    open_solution(page, 0)
    page.locator("button[value=passed]").first.press("Enter")
    assert page.evaluate("JSON.parse(localStorage.getItem('tapewalk.progress'))") == {
        "schema": 1,
        "answers": {
            **earlier["answers"],
            "exercise-01.1": {"correct": True, "seen": False, "tries": 1},
        },
    }
