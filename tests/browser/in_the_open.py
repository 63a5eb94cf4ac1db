"""No answer can be read beside its question: in text, code, tables or on the module's index.

Looked at before anything is answered. A number counts where nobody would say it by chance: one of
two digits or more, or a shorter one in a sentence that has most of the question's words. A choice
counts where its words, or its line of code, stand as they are.
"""

from __future__ import annotations

import re

from playwright.sync_api import Page

from tests.browser.numbers import numbers_in
from tests.browser.questions import Question, questions
from tests.browser.site import BuiltPage, Site

# What is on the page, without the cards: a question may name its own numbers.
_TEXT = """() => {
  const cards = [...document.querySelectorAll(".tw-prediction")];
  for (const card of cards) card.style.visibility = "hidden";
  const text = document.querySelector("main").innerText;
  for (const card of cards) card.style.visibility = "";
  return text;
}"""
_NOT_SEEN = "script, style, noscript, #held-beliefs, .tw-asked, .tw-strip, .tw-room, .tw-why"

# Fewer digits occur anywhere, and so do fewer words.
_LEAST_NUMBER, _LEAST_WORDS = 10, 4
_NEAR = 0.004

# A sentence says what a question asks where it has this many of its longer words, and half of them.
_LONG_WORD = re.compile(r"[^\W\d_]{5,}")
_SENTENCE = re.compile(r"(?<=[.!?])\s+|\n+")
_LEAST_SHARED = 3


def no_answer_is_in_the_open(page: Page, site: Site, built: BuiltPage) -> list[str]:
    """Return the questions of a page whose answer can be read before they are answered."""
    shown = {"this page": page.evaluate(_TEXT), "the module's index": _index(site, built)}
    return [
        f"{question.id}: {place} says {told!r} in {around!r}"
        for question in questions(built)
        for place, text in shown.items()
        for told, around in said_in(question, text)
    ]


def _index(site: Site, built: BuiltPage) -> str:
    folder, name = built.address.rsplit("/", 1)
    ending = ".es.html" if name.endswith(".es.html") else ".html"
    main = site.page(f"{folder}/index{ending}").html.parsed.clone().css_first("main")
    # The numbers at a thumbnail's axes are not answers.
    for part in main.css(f"{_NOT_SEEN}, .thumbnail"):
        part.decompose()
    return main.text(separator=" ")


def said_in(question: Question, text: str) -> list[tuple[str, str]]:
    """Return what a text says of a question's answer, each with the text around it."""
    plain = " ".join(text.split())
    if isinstance(question.answer, float):
        asked = set(numbers_in(question.asked))
        found = [one for one in numbers_in(plain) if one not in asked and _is(one, question.answer)]
        # The numbers to choose from are few and round: they stand anywhere.
        if question.choices or not _is_long(question.answer):
            return _said_beside(question, text)
        return [(one, _around(plain, one)) for one in dict.fromkeys(found)]
    # A text with all the choices gives none of them away.
    if all(one in plain for one in question.in_words):
        return []
    told = question.in_words[question.choices.index(question.answer)]
    is_code = re.search(r"[(@=]", told) and len(told) > 8
    is_long = len(told.split()) >= _LEAST_WORDS
    return [(told, _around(plain, told))] if (is_code or is_long) and told in plain else []


def _said_beside(question: Question, text: str) -> list[tuple[str, str]]:
    """Return short numbers that are the answer, with the sentences that speak of what is asked."""
    words = {word.lower() for word in _LONG_WORD.findall(question.asked)}
    answer, asked = float(question.answer), numbers_in(question.asked)
    found = []
    for sentence in _SENTENCE.split(text):
        shared = words & {word.lower() for word in _LONG_WORD.findall(sentence)}
        if len(shared) < max(_LEAST_SHARED, len(words) / 2):
            continue
        told = [one for one in numbers_in(sentence) if one not in asked and _is(one, answer)]
        found += [(one, " ".join(sentence.split())) for one in told]
    return found


def _is_long(answer: float) -> bool:
    """Return whether a number has too many digits to occur by chance."""
    if answer.is_integer():
        return abs(answer) >= _LEAST_NUMBER
    return len(f"{abs(answer):.3g}".replace(".", "").strip("0")) >= 2


def _is(written: str, answer: float) -> bool:
    """Return whether a written number is the answer, in the notation of either language."""
    plain = written.replace("−", "-").replace("\u202f", "")
    for text in (plain.replace(",", ""), plain.replace(".", "").replace(",", ".")):
        try:
            number = float(text)
        except ValueError:
            continue
        if answer.is_integer():
            if number == answer:
                return True
        elif not number.is_integer() and abs(number - answer) <= _NEAR * abs(answer):
            return True
    return False


def _around(text: str, told: str) -> str:
    # A whole number only: 12 is not found in 12.6.
    alone = re.search(rf"(?<![\d.,]){re.escape(told)}(?!\d|[.,]\d)", text)
    at = alone.start() if alone else text.index(told)
    return text[max(0, at - 40) : at + len(told) + 40]
