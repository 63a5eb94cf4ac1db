"""The pages on the backward pass and on cuts: asked, answered, cut, and worked by keyboard."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.questions import questions
from tests.browser.site import Site
from tests.browser.visit import OpenPage

FOLDER = "modules/02-tape-walk"
FIGURES = {"backward": "fig-run", "cuts": "fig-cuts"}
LAPTOP = {"width": 1366, "height": 657}
PHONE = {"width": 390, "height": 844}


def _opened(
    name: str, site: Site, open_page: OpenPage, size: dict[str, int], ending: str = ".html"
) -> tuple[Page, Locator]:
    """Open a page; return it with the figure of its picture, which is asked about and answered."""
    built = site.page(f"{FOLDER}/{name}{ending}")
    page = open_page(built, viewport=size, has_touch=size == PHONE).page
    asked = questions(built)[0]
    expect(asked.card(page).locator(".tw-question")).to_be_in_viewport(ratio=1)
    expect(asked.card(page).locator(".tw-option").last).to_be_in_viewport(ratio=1)
    asked.give(page, asked.answer, built.lang)
    return page, page.locator(f"#{FIGURES[name]} [data-figure]:not(.tw-prediction)").first


@pytest.mark.parametrize("size", [LAPTOP, PHONE], ids=["laptop", "phone"])
@pytest.mark.parametrize("name", FIGURES)
def test_reply_stays_until_the_reader_goes_on(
    name: str, size: dict[str, int], site: Site, open_page: OpenPage
) -> None:
    page, figure = _opened(name, site, open_page, size)
    reply, said = figure.locator(".tw-reply"), figure.locator(".tw-said")
    expect(reply).to_be_in_viewport(ratio=1)
    expect(said).to_be_hidden()
    phrase = page.locator(f'.centrepiece a[href^="#{FIGURES[name]}?"]').first
    phrase.click()
    expect(reply).to_be_hidden()
    expect(said).to_be_in_viewport(ratio=1)
    expect(figure.locator("svg").first).to_be_in_viewport(ratio=1)


def test_cut_is_made_by_keyboard(site: Site, open_page: OpenPage) -> None:
    page, figure = _opened("cuts", site, open_page, LAPTOP, ".es.html")
    before = figure.evaluate("figure => figure.value.place")
    figure.locator(".tw-parts [tabindex='0']").press("ArrowRight")
    page.keyboard.press("Enter")
    chosen = figure.locator(".tw-part-mark.is-chosen")
    expect(chosen).to_be_focused()
    expect(chosen).to_have_attribute("aria-pressed", "true")
    assert figure.evaluate("figure => figure.value.place") != before
    figure.locator(".tw-cut-kinds input:checked").press("ArrowRight")
    assert figure.evaluate("figure => figure.value.kind") == "data"


def test_part_that_waits_is_explained_in_sight(site: Site, open_page: OpenPage) -> None:
    page, figure = _opened("backward", site, open_page, PHONE)
    force = figure.locator(".tw-force")
    expect(force).to_be_hidden()
    figure.locator('[data-item="add1"]').press("Enter")
    expect(figure.locator(".tw-said")).to_contain_text("1 of 2")
    expect(force).to_be_in_viewport(ratio=1)
    for tab in figure.locator(".tw-scenes .tw-choice span").all():
        assert tab.evaluate("tab => tab.scrollWidth <= tab.clientWidth"), "its name is cut off"
    force.press("Enter")
    expect(figure.locator(".tw-part.is-wrong")).to_have_count(1)


def test_phrase_that_names_a_node_shows_that_node(site: Site, open_page: OpenPage) -> None:
    page = open_page(site.page(f"{FOLDER}/lines.html"), viewport=LAPTOP).page
    figure = page.locator("#fig-lines [data-figure]:not(.tw-prediction)").first
    lines = figure.locator(".tw-code-line:visible")
    # The line of k is a linear layer as that of q, and gets its reply.
    lines.nth(3).click()
    expect(figure.locator(".tw-reply")).to_contain_text("A linear layer")
    lines.nth(5).click()
    phrases = page.locator('a[href*="#fig-lines?"][href*="node="]')
    expect(phrases).to_have_count(3)
    for phrase in phrases.all():
        phrase.click()
        expect(figure.locator(".tw-said")).to_have_text(re.compile(rf"^{phrase.inner_text()} "))


def test_phrase_that_must_wait_points_to_the_question(site: Site, open_page: OpenPage) -> None:
    page = open_page(site.page(f"{FOLDER}/cuts.html"), viewport=PHONE).page
    phrase = page.locator('main a[href*="place=v-attn"]').first
    phrase.press("Enter")
    expect(phrase).not_to_have_attribute("aria-current", "true")
    expect(page.locator(".is-in-picture input").first).to_be_focused()


def test_question_comes_back_after_a_miss(site: Site, open_page: OpenPage) -> None:
    page = open_page(site.page(f"{FOLDER}/cuts.html"), viewport=PHONE).page
    question = page.locator(".is-in-picture .tw-question")
    page.locator(".is-in-picture .tw-option").last.click()
    expect(question).not_to_be_in_viewport(ratio=1)
    page.locator(".tw-again").click()
    expect(question).to_be_in_viewport(ratio=1)
