"""The progress that a browser keeps: counted, saved to a file, loaded elsewhere, forgotten."""

from __future__ import annotations

import json
import re
from pathlib import Path

from playwright.sync_api import Page, expect

from tests.browser.axe import violations
from tests.browser.questions import questions
from tests.browser.site import BuiltPage
from tests.browser.visit import OpenPage

WORDS = {
    "en": {"save": "Save", "load": "Load", "forget": "Forget", "right": "{} of {} questions right"},
    "es": {"save": "Guardar", "load": "Cargar", "forget": "Olvidar", "right": "{} de {} preguntas"},
}


def _rows(page: Page) -> list[str]:
    return [" ".join(row.split()) for row in page.locator(".tw-progress li").all_inner_texts()]


def _press(page: Page, lang: str, name: str) -> None:
    page.locator(".tw-progress button", has_text=WORDS[lang][name]).press("Enter")


def test_answers_are_counted_saved_forgotten_and_loaded(
    questions_page: BuiltPage, open_page: OpenPage, tmp_path: Path
) -> None:
    lang = questions_page.lang
    page = open_page(questions_page).page
    asked = questions(questions_page)
    right = next(question for question in asked if question.choices)
    wrong = next(question for question in asked if not question.choices)
    right.give(page, right.answer, lang)
    wrong.give(page, wrong.wrong, lang)
    counted = _rows(page)
    assert WORDS[lang]["right"].format(1, len(asked)) in counted[0]
    assert violations(page.locator("main")) == []

    with page.expect_download() as download:
        _press(page, lang, "save")
    file = tmp_path / "progress.json"
    download.value.save_as(file)
    kept = json.loads(file.read_text(encoding="utf-8"))["answers"]
    assert kept == {
        right.id: {"correct": True, "seen": False, "tries": 1},
        wrong.id: {"correct": False, "seen": False, "tries": 1},
    }

    page.once("dialog", lambda dialog: dialog.dismiss())
    _press(page, lang, "forget")
    assert _rows(page) == counted
    page.once("dialog", lambda dialog: dialog.accept())
    _press(page, lang, "forget")
    row = page.locator(".tw-progress li")
    expect(row).to_contain_text(re.compile(rf"(?<!\d )\b{len(asked)} (questions|preguntas)\s*$"))

    broken = tmp_path / "other.json"
    broken.write_text("[1, 2]", encoding="utf-8")
    page.locator(".tw-progress input[type=file]").set_input_files(broken)
    told = page.locator(".tw-progress [role=status]")
    nothing = {"en": "Nothing was changed", "es": "No ha cambiado nada"}
    expect(told).to_contain_text(nothing[lang])
    with page.expect_file_chooser() as chooser:
        _press(page, lang, "load")
    chooser.value.set_files(file)
    expect(row).to_contain_text(WORDS[lang]["right"].format(1, len(asked)))
    assert _rows(page) == counted


def test_progress_is_shared_by_both_languages(
    questions_page: BuiltPage, open_page: OpenPage
) -> None:
    lang = questions_page.lang
    page = open_page(questions_page).page
    right = questions(questions_page)[1]
    right.give(page, right.answer, lang)
    counted = _numbers(page)
    page.locator(".language-switch a").press("Enter")
    page.wait_for_function(
        "lang => document.documentElement && document.documentElement.lang !== lang", arg=lang
    )
    expect(page.locator(".tw-progress li")).to_contain_text("1")
    assert _numbers(page) == counted
    page.go_back(wait_until="load")
    page.wait_for_function("lang => document.documentElement?.lang === lang", arg=lang)
    expect(page.locator(".tw-progress li")).to_contain_text("1")
    assert _numbers(page) == counted
    # A browser may have kept the page as it was; it then says so, and nothing else.
    page.evaluate("localStorage.removeItem('tapewalk.progress')")
    page.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', {persisted: true}))")
    assert _numbers(page) != counted


def _numbers(page: Page) -> list[list[str]]:
    return [re.findall(r"\d+", row) for row in _rows(page)]
