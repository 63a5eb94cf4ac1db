"""The cases of the gradient detective, by keyboard, beside the library's own diagnoses."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import Page, expect

from modules.questions import questions_of
from tapewalk.inspect import Report, inspect
from tapewalk_course import detective
from tests.browser.axe import violations
from tests.browser.questions import Question
from tests.browser.site import BuiltPage, Site
from tests.browser.visit import OpenPage

FOLDER = "modules/04-graph-introspection"
PAGES = (f"{FOLDER}/detective.html", f"{FOLDER}/detective.es.html")
COUNT = {"en": r"Case (\d+) of (\d+)", "es": r"Caso (\d+) de (\d+)"}

both_languages = pytest.mark.parametrize("address", PAGES)


@pytest.fixture
def detectives(site: Site, address: str) -> BuiltPage:
    return site.page(address)


def _seed(page: Page) -> int:
    """Return the seed of the case that is shown."""
    card = page.locator('.tw-prediction[data-question^="detective-"]').last
    return int((card.get_attribute("data-question") or "").removeprefix("detective-"))


def _asked(seed: int) -> tuple[detective.Suspect, Report, Question, str]:
    """Return a case, the report on it, its question with the right answer, and a wrong one."""
    patient, names = detective.case(seed), tuple(detective.answers())
    report = inspect(patient.loss_function, patient.model, gradients=True)
    right = next(name for name in names if patient.check(name, report=report))
    wrong = next(name for name in names if name != right)
    return patient, report, Question(f"detective-{seed}", None, (), right, (), names), wrong


def _next(page: Page, lang: str) -> tuple[int, int]:
    """Ask for another case; return its number and how many there are, as the focus reads it."""
    page.locator(".case-next button").press("Enter")
    head = page.locator(".case-number")
    expect(head).to_be_focused()
    found = re.fullmatch(COUNT[lang], head.inner_text())
    assert found
    return int(found[1]), int(found[2])


@both_languages
def test_the_reply_to_each_answer_is_the_librarys(
    detectives: BuiltPage, open_page: OpenPage
) -> None:
    page, lang = open_page(detectives).page, detectives.lang
    for _ in range(2):
        patient, report, question, wrong = _asked(_seed(page))
        right = str(question.answer)
        for line in report.text(lang).splitlines()[:2]:
            expect(page.locator(".case-report")).to_contain_text(line)
        reply = question.give(page, wrong, lang)
        assert patient.check(wrong, lang, report).reason in reply
        # Who was wrong goes on reading: the diagnosis is not told.
        assert detective.answers(lang)[right] not in reply
        assert patient.check(right, lang, report).reason in question.give(page, right, lang)
        _next(page, lang)


def test_every_case_comes_once_and_the_focus_goes_with_it(site: Site, open_page: OpenPage) -> None:
    built = site.page(PAGES[1])  # Spanish: longer words on a phone
    visit = open_page(built, width=390)
    page, lang = visit.page, built.lang
    first = _seed(page)
    seen, (number, count) = [first], _next(page, lang)
    assert (number, count >= 24) == (2, True)
    while number != 1:
        seen.append(_seed(page))
        number, _ = _next(page, lang)
    assert len(seen) == len(set(seen)) == count and _seed(page) == first
    right = {_asked(seed)[2].answer for seed in seen}
    assert right == set(detective.answers())
    closed = page.locator(".case-report details:not([open]) > summary")
    while closed.count():
        closed.first.press("Enter")
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    assert violations(page.locator("main")) == []
    assert visit.errors == []


def test_what_is_counted_are_the_fixed_questions(site: Site, open_page: OpenPage) -> None:
    built = site.page(PAGES[0])
    counted = questions_of(built.source.path)
    assert counted == ["detective-zero", "detective-alike", "detective-loss"]
    page = open_page(built).page
    seed = _seed(page)
    _, _, question, _ = _asked(seed)
    question.give(page, question.answer, "en")
    kept = json.loads(page.evaluate("localStorage.getItem('tapewalk.progress')"))["answers"]
    assert list(kept) == [f"detective-{seed}"] and f"detective-{seed}" not in counted
