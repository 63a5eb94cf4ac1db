"""Every page exists in both languages, with the same sections, cells, figures and numbers."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable

from tests.each import each
from tests.pages.same_code import names_read, ojs_without_words, python_without_words
from tests.pages.sources import Cell, Page, pages, pairs

# Options whose text the reader sees.
TRANSLATED_OPTIONS = {"fig-cap", "fig-alt", "tbl-cap", "code-summary"}

_INLINE = re.compile(r"`\{python\} ([^`]+)`")
_DIV = re.compile(r"^:{3,} \{([^}]*)\}", re.MULTILINE)
_QUESTION = re.compile(r"\b(?:prediction|quiz)\([^{]*\{\s*id:\s*\"([^\"]+)\"")

both_languages = each("english, spanish", pairs(), ids=lambda english, _: english.name)
every_page = each("page", pages(), ids=lambda page: page.name)


def test_the_render_list_is_not_empty() -> None:
    assert len(pages()) >= 2
    assert len(pairs()) >= 1


@every_page
def test_every_page_has_its_twin(page: Page) -> None:
    assert page.twin in pages(), f"{page.name} has no {page.twin.name} in the render list"


@every_page
def test_front_matter_says_the_language_of_the_file_name(page: Page) -> None:
    assert page.meta.get("lang") == ("es" if page.is_spanish else "en")


@both_languages
def test_same_front_matter_keys(english: Page, spanish: Page) -> None:
    assert list(english.meta) == list(spanish.meta)


@both_languages
def test_same_sections(english: Page, spanish: Page) -> None:
    assert english.outline == spanish.outline


@both_languages
def test_same_cells_with_the_same_options(english: Page, spanish: Page) -> None:
    assert [_outline(cell) for cell in english.cells] == [_outline(cell) for cell in spanish.cells]


def _outline(cell: Cell) -> tuple[str, dict[str, object]]:
    kept = {key: entry for key, entry in cell.options.items() if key not in TRANSLATED_OPTIONS}
    return cell.language, kept | dict.fromkeys(TRANSLATED_OPTIONS & cell.options.keys(), "…")


@both_languages
def test_same_python_apart_from_comments_and_texts(english: Page, spanish: Page) -> None:
    assert _code(english, "python", python_without_words) == _code(
        spanish, "python", python_without_words
    )


@both_languages
def test_same_ojs_apart_from_what_the_reader_reads(english: Page, spanish: Page) -> None:
    assert _code(english, "ojs", ojs_without_words) == _code(spanish, "ojs", ojs_without_words)


def _code(page: Page, language: str, normalise: Callable[[str], str]) -> list[str]:
    return [normalise(cell.code) for cell in page.cells if cell.language == language]


@both_languages
def test_same_questions(english: Page, spanish: Page) -> None:
    ids = _QUESTION.findall(english.body)
    assert ids == _QUESTION.findall(spanish.body)
    assert len(ids) == len(set(ids)), "an id names one question: answers are stored under it"


@both_languages
def test_same_numbers_computed_in_prose(english: Page, spanish: Page) -> None:
    assert _inline(english) == _inline(spanish)


def _inline(page: Page) -> Counter[tuple[str, ...]]:
    return Counter(tuple(names_read(found)) for found in _INLINE.findall(page.prose))


@both_languages
def test_same_blocks(english: Page, spanish: Page) -> None:
    """Callouts, cards and tabsets: the fenced divs, by their classes."""
    assert _DIV.findall(english.prose) == _DIV.findall(spanish.prose)


@both_languages
def test_same_number_of_formulas(english: Page, spanish: Page) -> None:
    assert english.prose.count("$$") == spanish.prose.count("$$")
