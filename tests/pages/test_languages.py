"""Every page exists in both languages, with the same sections, cells, figures and numbers."""

from __future__ import annotations

import re
from functools import cache

from tapewalk.language import LANGUAGES
from tests.each import each
from tests.pages.sources import ROOT, Page, pages, pairs
from tools.twins.__main__ import memory_of
from tools.twins.follow import follow
from tools.twins.marks import WORD, marks
from tools.twins.memory import Memory

_QUESTION = re.compile(r"\b(?:prediction|quiz)\([^{]*\{\s*id:\s*\"([^\"]+)\"")

both_languages = each("english, twin", pairs(), ids=lambda _, twin: twin.name)
every_page = each("page", pages(), ids=lambda page: page.name)


@cache
def memory(lang: str) -> Memory:
    return memory_of(ROOT, lang)


def test_the_render_list_is_not_empty() -> None:
    assert len(pages()) >= 2
    assert len(pairs()) >= 1


@every_page
def test_every_page_has_its_twins(page: Page) -> None:
    for lang in LANGUAGES:
        twin = page.twin(lang)
        assert twin in pages(), f"{page.name} has no {twin.name} in the render list"


@every_page
def test_front_matter_says_the_language_of_the_file_name(page: Page) -> None:
    assert page.meta.get("lang") == page.lang


@both_languages
def test_a_twin_follows_the_english_page(english: Page, twin: Page) -> None:
    """Everything but words is the same bytes, and both compute the same numbers in prose."""
    assert follow(english.text, twin.text, memory(twin.lang)).text == twin.text, "run make twins"


@every_page
def test_no_words_wait_for_their_twin(page: Page) -> None:
    assert marks(page.text) == 0, f"put what `{WORD}` marks into Spanish"


@every_page
def test_an_id_names_one_question(page: Page) -> None:
    """Answers are stored under it."""
    ids = _QUESTION.findall(page.body)
    assert len(ids) == len(set(ids))
