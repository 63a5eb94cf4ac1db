"""Every prediction knows its answer from Python's trace, says it, and opens what waits for it."""

from __future__ import annotations

from itertools import cycle

from playwright.sync_api import expect

from tests.browser.axe import violations
from tests.browser.numbers import numbers_in, written
from tests.browser.questions import questions, waiting_steppers
from tests.browser.site import BuiltPage
from tests.browser.stepper import Stepper
from tests.browser.visit import OpenPage


def test_pythons_answer_is_right(lesson: BuiltPage, open_page: OpenPage) -> None:
    page = open_page(lesson).page
    for question in questions(lesson):
        right = written(question.answer, lesson.lang)
        reply = question.guess(page, right)
        assert {"en": f"Yes, {right}.", "es": f"Sí, {right}."}[lesson.lang] in reply
        expect(question.card(page)).to_contain_class("is-right")


def test_a_wrong_guess_gets_the_answer_and_a_reason(lesson: BuiltPage, open_page: OpenPage) -> None:
    page = open_page(lesson).page
    for question in questions(lesson):
        right, wrong = (written(question.answer + by, lesson.lang) for by in (0, 0.5))
        assert {right, wrong} <= set(numbers_in(question.guess(page, wrong)))
        expect(question.card(page)).to_contain_class("is-wrong")


def test_a_known_misconception_gets_its_own_reply(lesson: BuiltPage, open_page: OpenPage) -> None:
    page = open_page(lesson).page
    for question in questions(lesson):
        assert question.replies
        for guess, say in question.replies:
            assert say in question.guess(page, written(guess, lesson.lang))


def test_the_answer_has_no_reply_for_misconceptions(lesson: BuiltPage) -> None:
    for question in questions(lesson):
        guesses = [guess for guess, _ in question.replies]
        assert len({question.answer, *guesses}) == len(guesses) + 1


def test_what_is_no_number_is_asked_again(lesson: BuiltPage, open_page: OpenPage) -> None:
    page = open_page(lesson).page
    for question in questions(lesson):
        reply = question.guess(page, "?")
        assert {"en": "Write a number", "es": "Escribe un número"}[lesson.lang] in reply
        assert question.card(page).locator("input").get_attribute("aria-invalid") == "true"


def test_the_output_of_a_cell_waits_for_an_answer(lesson: BuiltPage, open_page: OpenPage) -> None:
    page = open_page(lesson).page
    for question in questions(lesson):
        if question.holds:
            output = page.locator(f"#{question.holds} > .cell-output").first
            expect(output).not_to_be_visible()
            question.guess(page, "1")
            expect(output).to_be_visible()


def test_a_reader_may_go_on_without_an_answer(lesson: BuiltPage, open_page: OpenPage) -> None:
    page = open_page(lesson).page
    for question in questions(lesson):
        if question.holds:
            cell = page.locator(f"#{question.holds}")
            cell.locator(".tw-lock button").press("Enter")
            expect(cell.locator(".cell-output").first).to_be_visible()
    for nth, (step, _) in waiting_steppers(lesson).items():
        # Without an answer: `walk_both_passes` presses the diagram's own button.
        assert Stepper(page, nth).walk_both_passes()[-1].step > step
    assert page.locator(".tw-prediction.is-right, .tw-prediction.is-wrong").count() == 0


def test_the_way_back_of_a_diagram_waits_for_an_answer(
    lesson: BuiltPage, open_page: OpenPage
) -> None:
    page = open_page(lesson).page
    for nth, (step, question) in waiting_steppers(lesson).items():
        stepper = Stepper(page, nth)
        locked = stepper.press("End")
        assert locked.step == step
        assert locked.gradients == {}
        # Neither the keyboard nor the value gets past it.
        assert stepper.press("ArrowRight").step == step
        stepper.element.evaluate("element => { element.value = 1000; }")
        assert stepper.look().step == step
        question.guess(page, "1")
        assert stepper.walk_both_passes()[-1].gradients != {}


def test_axe_finds_nothing_in_replies(lesson: BuiltPage, open_page: OpenPage) -> None:
    page = open_page(lesson).page
    for question, by in zip(questions(lesson), cycle((0, 0.5)), strict=False):
        question.guess(page, written(question.answer + by, lesson.lang))
        assert violations(question.card(page)) == []
