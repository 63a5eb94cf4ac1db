"""Every page exists in both languages, with the same sections, cells, figures and numbers."""

from __future__ import annotations

import re

from tapewalk.language import LANGUAGES
from tests.each import each
from tests.pages.differences import first_difference
from tests.pages.sources import Page, pages, pairs

_QUESTION = re.compile(r"\b(?:prediction|quiz)\([^{]*\{\s*id:\s*\"([^\"]+)\"")

both_languages = each("english, translation", pairs(), ids=lambda _, translation: translation.name)
every_page = each("page", pages(), ids=lambda page: page.name)


def test_render_list_is_not_empty() -> None:
    assert len(pages()) >= 2
    assert len(pairs()) >= 1


@every_page
def test_every_page_has_its_translations(page: Page) -> None:
    for lang in LANGUAGES:
        translation = page.translation(lang)
        assert translation in pages(), f"{page.name} has no {translation.name} in the render list"


@every_page
def test_front_matter_and_file_name_agree_on_language(page: Page) -> None:
    assert page.meta.get("lang") == page.lang


@both_languages
def test_translation_follows_the_english_page(english: Page, translation: Page) -> None:
    """Everything except words has the same bytes, and both compute the same numbers in prose."""
    assert first_difference(english.text, translation.text, translation.lang) is None


def test_changes_of_code_and_order_are_found() -> None:
    head = "---\nlang: en\n---\n\n## A {#a}\n\n"
    page = f"{head}Is `{{python}} x` [here](b.qmd).\n\n```{{python}}\nf(1)\n```\n"
    twin = page.replace("lang: en", "lang: es").replace("Is", "Está").replace("b.qmd", "b.es.qmd")
    assert first_difference(page, twin, "es") is None
    for old, new in (
        ("#a", "#z"),
        ("x`", "y`"),
        ("b.es", "c.es"),
        ("f(1)", "f(2)"),
        ("es\n", "en\n"),
    ):
        assert first_difference(page, twin.replace(old, new), "es"), new
    assert first_difference(page, f"{twin}\nMás.\n", "es")


@every_page
def test_question_ids_are_unique(page: Page) -> None:
    """Answer are stored under it."""
    ids = _QUESTION.findall(page.body)
    assert len(ids) == len(set(ids))
