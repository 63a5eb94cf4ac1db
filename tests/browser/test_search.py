"""Search: opened by button or by "/", in the page's language, and gone without a trace."""

from __future__ import annotations

from urllib.parse import urlsplit

from playwright.sync_api import Locator, expect

from tests.browser.axe import violations
from tests.browser.search_questions import GLOSSARY, QUESTIONS
from tests.browser.site import BuiltPage
from tests.browser.visit import OpenPage, Visit

# Where the first three results lead, once those of this question are there.
_FIRST_HITS = """(question) => {
  const dialog = document.querySelector("#search-dialog");
  const message = dialog.querySelector(".pagefind-ui__message")?.textContent ?? "";
  // Any of them may be loaded before the first one is.
  const results = [...dialog.querySelectorAll(".pagefind-ui__result")].slice(0, 3);
  const links = results.map((result) => result.querySelector("a")?.href);
  return message.includes(question) && links.length > 0 && links.every(Boolean) && links;
}"""
# So many questions may have their answer in the second or third place.
_LATER = 3

WORDS = {"en": "gradients", "es": "gradientes"}
# Code is the same in both languages, so an index of both would find both.
WORD_OF_BOTH = "backward"


def _dialog(visit: Visit) -> Locator:
    return visit.page.locator("#search-dialog")


def _field(visit: Visit) -> Locator:
    return _dialog(visit).locator("input")


def _results(visit: Visit, word: str) -> list[str]:
    """Search for a word; return the addresses found, relative to the site."""
    links = _dialog(visit).locator(".search-body a[href]")
    _field(visit).fill("")
    expect(links).to_have_count(0)
    _field(visit).fill(word)
    expect(links.first).to_be_visible()
    root = visit.page.url.removesuffix(visit.built.address)
    hrefs: list[str] = links.evaluate_all("links => links.map(link => link.href)")
    return [urlsplit(href.removeprefix(root)).path for href in hrefs]


def test_search_finds_words_and_closes_with_escape(
    home_in_both: BuiltPage, open_page: OpenPage
) -> None:
    # Dark on a phone in Spanish, whose words are longer.
    look = {"theme": "dark", "width": 390} if home_in_both.language_number else {}
    visit = open_page(home_in_both, **look)
    # Nothing of it is loaded before it is opened.
    assert [response.url for response in visit.responses if "/pagefind/" in response.url] == []
    button = visit.page.locator("button.site-search")
    button.click()
    expect(_field(visit)).to_be_focused()

    _results(visit, WORDS[home_in_both.lang])
    # One after another they come: a lesson need not be the first.
    expect(_dialog(visit).locator(".search-body a[href*='modules/']").first).to_be_visible()
    assert violations(_dialog(visit)) == []
    found = _results(visit, WORD_OF_BOTH)
    assert {address.endswith(".es.html") for address in found} == {home_in_both.lang == "es"}
    assert visit.errors + visit.foreign == []

    visit.page.keyboard.press("Escape")
    expect(_dialog(visit)).not_to_be_visible()
    expect(button).to_be_focused()


def test_first_hits_answer_the_questions(home_in_both: BuiltPage, open_page: OpenPage) -> None:
    visit = open_page(home_in_both)
    visit.page.keyboard.press("/")
    expect(_field(visit)).to_be_focused()
    end = ".es.html" if home_in_both.lang == "es" else ".html"
    later, missed = {}, {}
    for question, answers in QUESTIONS[home_in_both.lang].items():
        wanted = tuple(
            f"{GLOSSARY}{end}{answer}" if answer.startswith("#") else f"{answer}{end}"
            for answer in answers
        )
        hits = _first_hits(visit, question)
        if not any(hit.startswith(wanted) for hit in hits):
            missed[question] = hits
        elif not hits[0].startswith(wanted):
            later[question] = hits
    assert missed == {}
    assert len(later) <= _LATER, later


def _first_hits(visit: Visit, question: str) -> list[str]:
    """Search for a question; return the addresses of three results, relative to the site."""
    _field(visit).fill("")
    visit.page.wait_for_function("!document.querySelector('.pagefind-ui__result')")
    _field(visit).fill(question)
    # Looked at in every frame: `expect` would look again after a tenth, a quarter, half a second.
    links = visit.page.wait_for_function(_FIRST_HITS, arg=question)
    root = visit.page.url.removesuffix(visit.built.address)
    return [str(link).removeprefix(root) for link in links.json_value()]
