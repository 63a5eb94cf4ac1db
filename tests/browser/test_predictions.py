"""Questions by keyboard alone: asked, guessed, answered, gone on without, remembered.

Every question is answered on each visit: asking.py has what it should say.
"""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser.asking import (
    AGAIN,
    YES,
    answers_open_the_steps_past_them,
)
from tests.browser.axe import violations
from tests.browser.numbers import numbers_in, written
from tests.browser.questions import Question, questions, waiting_steppers
from tests.browser.site import BuiltPage
from tests.browser.stepper import Stepper
from tests.browser.visit import OpenPage


def test_guesses_are_answered(asking_sampled: BuiltPage, open_page: OpenPage) -> None:
    page, lang = open_page(asking_sampled).page, asking_sampled.lang
    for question in questions(asking_sampled):
        _expect_output(page, question, is_there=False)
        _what_is_no_answer_is_asked_again(page, question, lang)
        _expect_output(page, question, is_there=False)
        _a_wrong_guess_gets_a_reason(page, question, lang)
        for guess, say in question.replies:
            if guess != question.answer:
                assert say in question.give(page, guess, lang), question.id
        _expect_output(page, question, is_there=False)
        _pythons_answer_is_right(page, question, lang)
        _expect_output(page, question, is_there=True)
    answers_open_the_steps_past_them(page, asking_sampled)
    # Some replies to right answers, some to wrong ones.
    for question in questions(asking_sampled)[::2]:
        # An answered question in a picture has left its field.
        if question.card(page).locator("input").first.is_visible():
            question.give(page, question.wrong, lang)
    assert violations(page.locator("main")) == []
    _answers_are_remembered_in_the_other_language(page, asking_sampled)


def test_every_answer_can_be_shown(waiting_sampled: BuiltPage, open_page: OpenPage) -> None:
    page = open_page(waiting_sampled).page
    for question in questions(waiting_sampled):
        if question.is_in_picture(page):  # it shows its answer after the first guess
            question.give(page, question.wrong, waiting_sampled.lang)
            question.card(page).locator(".tw-show-me").press("Enter")
        else:
            for label in question.holds:
                button = page.locator(f"#{label} .tw-lock button")
                if button.count():
                    button.press("Enter")
                else:
                    question.give(page, question.wrong, waiting_sampled.lang)
                    question.card(page).locator(".tw-show-me").press("Enter")
                assert len(question.reply(page).strip().splitlines()) > 0, question.id
        _expect_output(page, question, is_there=True)
    for nth in waiting_steppers(waiting_sampled):
        Stepper(page, nth).unlock()
    answers_open_the_steps_past_them(page, waiting_sampled)
    assert page.locator(".tw-prediction.is-right, .tw-prediction.is-wrong").count() == 0


def _expect_output(page: Page, question: Question, *, is_there: bool) -> None:
    for place in question.held:
        output = page.locator(place).first
        expect(output).to_be_visible(visible=is_there)


def _what_is_no_answer_is_asked_again(page: Page, question: Question, lang: str) -> None:
    card = question.card(page)
    check = card.locator("button[type=submit]")
    if question.choices and not check.is_visible():
        return  # in a picture the choice that is pressed is the answer
    if question.choices:
        check.press("Enter")
        assert AGAIN[lang]["choice"] in question.reply(page), question.id
    else:
        assert AGAIN[lang]["number"] in question.write(page, "?"), question.id
        assert card.locator("input").get_attribute("aria-invalid") == "true"


def _a_wrong_guess_gets_a_reason(page: Page, question: Question, lang: str) -> None:
    reply = question.give(page, question.wrong, lang)
    if not question.choices:
        assert written(float(question.wrong), lang) in numbers_in(reply), reply
    assert len(reply.strip().splitlines()) > 1, question.id
    expect(question.card(page)).to_contain_class("is-wrong")


def _pythons_answer_is_right(page: Page, question: Question, lang: str) -> None:
    reply = question.give(page, question.answer, lang)
    yes = YES[lang]
    if not question.choices:
        yes += f", {written(float(question.answer), lang)}"
    assert reply.strip().startswith(yes), question.id
    expect(question.card(page)).to_contain_class("is-right")


def _answers_are_remembered_in_the_other_language(page: Page, asked: BuiltPage) -> None:
    page.goto(page.url.rsplit("/", 1)[0] + "/" + asked.translation.rsplit("/", 1)[-1])
    for question in questions(asked):
        earlier = question.card(page).locator(".tw-earlier")
        # A picture shows what the answer opened, and has no room for more.
        in_picture = page.locator(".picture").filter(has=question.card(page)).count() > 0
        expect(earlier).to_be_visible(visible=not in_picture)
        _expect_output(page, question, is_there=True)
