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


@both_languages
def test_case_is_solved_by_pointer(ending: str, site: Site, open_page: OpenPage) -> None:
    page, built, figure = _open(site, open_page, f"detective{ending}")
    case = detective.case(int(figure.get_attribute("data-seed") or ""))
    evidence = figure.locator(".tw-case-evidence")
    points = figure.locator(".tw-case-points .is-full")
    figure.locator(".tw-case-tile").nth(2).click()  # the size of steps: the first case makes none
    expect(points).to_have_count(9)
    shown = figure.locator("[data-line]").evaluate_all("all => all.map(e => +e.dataset.line)")
    wrong = next(line for line in shown if line not in case.places)
    figure.locator(f"[data-line='{wrong}']").click()
    figure.locator(".tw-case-act").last.click()
    expect(points).to_have_count(6)
    expect(evidence.locator(".tw-case-reply")).to_contain_text(str(wrong))
    assert figure.locator(".tw-case-change").count() == 0  # it would name the line
    figure.locator(f"[data-line='{max(filter(None, case.places))}']").click()
    figure.locator(".tw-case-act").last.click()
    changes = figure.locator(".tw-case-change")
    told = [bool(case.fix(code)) for code in case.fixes if code != case.code]
    expect(changes).to_have_count(len(told))
    assert violations(figure) == []
    changes.nth(told.index(False)).click()
    expect(figure.locator(".tw-curve-line")).to_have_count(2)
    figure.locator(".tw-case-change").nth(told.index(True)).click()
    expect(figure.locator(".tw-curve-line")).to_have_count(3)
    expect(evidence).to_contain_text(SOLVED[built.lang])
    expect(evidence).to_contain_text(case.find(min(filter(None, case.places)), built.lang).reason)
    kept = json.loads(page.evaluate("localStorage.getItem('tapewalk.progress')"))["answers"]
    assert list(kept) == [f"detective-{case.seed}"]


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
