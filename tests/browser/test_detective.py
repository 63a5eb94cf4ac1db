"""The cases of the gradient detective, by keyboard, beside the library's own answers and runs."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import Locator, Page, expect

from modules.questions import questions_of
from tapewalk_course import detective
from tests.browser.axe import violations
from tests.browser.site import BuiltPage, Site
from tests.browser.visit import OpenPage

FOLDER = "modules/04-graph-introspection"
PAGES = (f"{FOLDER}/detective.html", f"{FOLDER}/detective.es.html")
COUNT = {"en": r"Case (\d+) of (\d+)", "es": r"Caso (\d+) de (\d+)"}
CHANGED = {"en": "with your change", "es": "con tu cambio"}

both_languages = pytest.mark.parametrize("address", PAGES)


@pytest.fixture
def detectives(site: Site, address: str) -> BuiltPage:
    return site.page(address)


def _card(page: Page, part: str) -> Locator:
    return page.locator(f'.tw-prediction[data-question$="-{part}"]')


def _case(page: Page) -> detective.Program:
    """Return the case that is shown."""
    found = re.fullmatch(
        r"detective-(\d+)-line", _card(page, "line").get_attribute("data-question") or ""
    )
    assert found
    return detective.case(int(found[1]))


def _give(page: Page, part: str, nth: int) -> str:
    """Choose by keyboard; return the reply."""
    card = _card(page, part)
    radio = card.locator("input[type=radio]").nth(nth)
    radio.press("Space")
    radio.press("Enter")
    return card.locator("[role=status]").inner_text()


def _next(page: Page, lang: str) -> tuple[int, int]:
    """Ask for another case; return its number and how many there are, as the focus reads it."""
    page.locator(".case-next button").press("Enter")
    head = page.locator(".case-number")
    expect(head).to_be_focused()
    found = re.fullmatch(COUNT[lang], head.inner_text())
    assert found
    return int(found[1]), int(found[2])


@both_languages
def test_verdicts_match_the_library(detectives: BuiltPage, open_page: OpenPage) -> None:
    visit = open_page(detectives)
    page, lang = visit.page, detectives.lang
    case = _case(page)
    shown = [at for at, text in enumerate(case.code.splitlines(), 1) if text]
    wrong, right = min(set(shown) - case.places), max(filter(None, case.places))
    assert case.find(wrong, lang).reason in _give(page, "line", shown.index(wrong))
    assert case.find(right, lang).reason in _give(page, "line", shown.index(right))
    assert "is-right" in (_card(page, "line").get_attribute("class") or "")

    kinds = case.suspicions()
    other = next(kind for kind in kinds if kind != case.kind)
    assert case.explain(other, lang).reason in _give(page, "why", kinds.index(other))
    assert case.explain(case.kind, lang).reason in _give(page, "why", kinds.index(case.kind))

    told = [case.mend(code, lang) for code in case.mendings]
    for nth in sorted(range(len(told)), key=lambda nth: bool(told[nth])):
        assert told[nth].reason in _give(page, "mending", nth)
        is_right = "is-right" in (_card(page, "mending").get_attribute("class") or "")
        assert is_right == bool(told[nth])
        # Its curve is drawn beside that of the program as it was, where its training has one.
        if case.run(case.mendings[nth]).losses:
            expect(page.locator(".case-mended")).to_contain_text(CHANGED[lang])
    assert visit.errors == []


def test_each_case_comes_once_with_focus(site: Site, open_page: OpenPage) -> None:
    built = site.page(PAGES[1])  # Spanish: longer words on a phone
    visit = open_page(built, width=390)
    page, lang = visit.page, built.lang
    seen, (number, count) = [_case(page)], _next(page, lang)
    assert (number, count) == (2, len(detective.kinds()))
    while number != 1:
        seen.append(_case(page))
        number, _ = _next(page, lang)
    assert len({case.seed for case in seen}) == count and _case(page).seed == seen[0].seed
    assert {case.kind for case in seen} == set(detective.kinds())
    page.locator(".case-report > summary").press("Enter")
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    assert violations(page.locator("main")) == []
    assert visit.errors == []


def test_only_fixed_questions_are_counted(site: Site, open_page: OpenPage) -> None:
    built = site.page(PAGES[0])
    counted = questions_of(built.source.path)
    assert counted == ["detective-curve", "detective-alike"]
    page = open_page(built).page
    case = _case(page)
    _give(page, "why", case.suspicions().index(case.kind))
    kept = json.loads(page.evaluate("localStorage.getItem('tapewalk.progress')"))["answers"]
    assert list(kept) == [f"detective-{case.seed}-why"]
