"""The last two pages of module 04: a case that is solved, a fix that is pressed."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import Locator, Page, expect

from modules.questions import questions_of
from tapewalk_course import detective
from tests.browser.axe import violations
from tests.browser.site import BuiltPage, Site
from tests.browser.visit import OpenPage

FOLDER = "modules/04-graph-introspection"
# The mistake of the first case, and where its page says that it is solved.
SOLVED = {"en": "Solved.", "es": "Resuelto."}

both_languages = pytest.mark.parametrize("ending", ["", ".es"])


def _open(
    site: Site, open_page: OpenPage, name: str, width: int = 1280, height: int = 900
) -> tuple[Page, BuiltPage, Locator]:
    built = site.page(f"{FOLDER}/{name}.html")
    page = open_page(built, viewport={"width": width, "height": height}).page
    figure = page.locator(".centrepiece .picture [data-figure]").first
    expect(figure).to_contain_class("is-placed")
    return page, built, figure


def test_case_is_solved_by_keyboard(site: Site, open_page: OpenPage) -> None:
    page, built, figure = _open(site, open_page, "detective", width=390, height=844)
    case = detective.case(int(figure.get_attribute("data-seed") or ""))
    line = max(filter(None, case.places))
    target = figure.locator(f"[data-line='{line}']")
    parts = figure.locator(".tw-case-part")
    for nth in range(parts.count()):  # on a phone the code is in parts
        if not target.count():
            parts.nth(nth).press("Enter")
    target.focus()
    page.keyboard.press("ArrowUp")
    expect(target).not_to_be_focused()
    page.keyboard.press("ArrowDown")
    expect(target).to_be_focused()
    page.keyboard.press("Enter")
    assert violations(figure) == []
    figure.locator(".tw-case-act").last.press("Enter")
    expect(figure.locator(".tw-case-evidence")).to_be_focused()
    told = [bool(case.fix(code)) for code in case.fixes if code != case.code]
    for _ in range(told.index(True) + 1):
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(figure.locator(".tw-case-evidence")).to_contain_text(SOLVED[built.lang])
    kept = json.loads(page.evaluate("localStorage.getItem('tapewalk.progress')"))["answers"]
    assert list(kept) == [f"detective-{case.seed}"]
    figure.locator(".tw-case-bar-line button").nth(1).press("Enter")
    expect(figure.locator(".tw-case-name")).to_be_focused()
    assert figure.evaluate("figure => figure.value.case") == 2


def test_phrases_measure_for_free(site: Site, open_page: OpenPage) -> None:
    page, _, figure = _open(site, open_page, "detective")
    for phrase in page.locator("main a[href*='#fig-case?']").all():
        phrase.click()
        expect(figure.locator(".tw-case-drawn, .tw-case-evidence b").first).to_be_in_viewport()
        expect(figure.locator(".tw-case-points .is-full")).to_have_count(10)


@both_languages
def test_fix_continues_the_curve(ending: str, site: Site, open_page: OpenPage) -> None:
    page, _, figure = _open(site, open_page, f"symptoms{ending}")
    fix = page.locator(".tw-sick-fix")
    page.locator("#fig-sick .tw-sick-card").nth(1).click()
    expect(page.locator("#fig-sick .tw-sick-told")).to_be_focused()
    expect(fix).to_have_count(0)  # the question comes first
    page.locator("#fig-sick .tw-option").last.click()
    page.locator("#fig-sick .tw-sick-card").nth(1).click()
    lines = page.locator("#fig-sick [data-figure] .tw-curve-line")
    expect(lines).to_have_count(1)
    fix.press("Enter")
    expect(lines).to_have_count(2)
    expect(page.locator("#fig-sick .is-new code")).to_have_count(1)
    assert violations(page.locator("#fig-sick")) == []


def test_only_fixed_questions_are_counted(site: Site) -> None:
    source = site.page(f"{FOLDER}/detective.html").source
    assert questions_of(source.path) == ["detective-heart"]
