"""The questions of a page, answered one after another, and what waits for their answers.

A visit answers within the page, all of it in one call. Keys do the same in test_predictions.py.
"""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page

from tests.browser.numbers import numbers_in, written
from tests.browser.questions import Answer, Question, waiting_steppers
from tests.browser.site import BuiltPage
from tests.browser.stepper import Stepper

YES = {"en": "Yes", "es": "Sí"}
AGAIN = {
    "en": {"choice": "Choose one", "number": "Write a number"},
    "es": {"choice": "Elige una", "number": "Escribe un número"},
}

# Gives answers to a question: numbers as text, choices by their place, null for none. Returns
# what the page says after each, and whether what waits for the answer can be seen.
_GIVE = """({id, holds, guesses}) => {
  const card = document.querySelector(`.tw-prediction[data-question="${id}"]`);
  const held = holds.map((label) =>
    document.querySelector(`#${label} > .cell-output, #${label} > figure`));
  const isOpen = () => held.map((output) =>
    output.checkVisibility({visibilityProperty: true}) && output.offsetHeight > 0);
  const look = () => ({
    reply: card.querySelector("[role=status]").innerText,
    isRight: card.classList.contains("is-right"),
    isWrong: card.classList.contains("is-wrong"),
    isInvalid: card.querySelector("[aria-invalid=true]") !== null,
    isOpen: isOpen(),
  });
  const give = (guess) => {
    const inputs = card.querySelectorAll("input");
    if (typeof guess === "number") inputs[guess].click();
    if (typeof guess === "string") inputs[0].value = guess;
    card.requestSubmit();
    return look();
  };
  return [look(), ...guesses.map(give)];
}"""


def the_answer_has_no_reply_for_misconceptions(question: Question) -> None:
    guesses = [guess for guess, _ in question.replies]
    assert guesses
    if question.choices:
        assert guesses.count(question.answer) == 1
    else:
        assert question.answer not in guesses
    assert len(set(guesses)) == len(guesses)


def a_guess_is_answered(page: Page, question: Question, lang: str) -> None:
    """Give no answer, a wrong one, each that has a reply of its own, and Python's."""
    known = [guess for guess, _ in question.replies]
    start, again, wrong, *others, right = _give(
        page, question, [None, question.wrong, *known, question.answer], lang
    )
    assert not any(start["isOpen"] + again["isOpen"])
    kind = "choice" if question.choices else "number"
    assert AGAIN[lang][kind] in again["reply"]
    assert again["isInvalid"] == (kind == "number")

    # A wrong guess gets the answer and a reason, and opens what waits for it.
    assert wrong["isWrong"]
    assert len(wrong["reply"].strip().splitlines()) > 1
    assert all(wrong["isOpen"])
    for (_, say), other in zip(question.replies, others, strict=True):
        assert say in other["reply"]
    assert right["isRight"]
    yes = YES[lang]
    if kind == "number":
        answer = written(float(question.answer), lang)
        assert {answer, written(float(question.wrong), lang)} <= set(numbers_in(wrong["reply"]))
        yes += f", {answer}"
    assert right["reply"].strip().startswith(yes)


def answer_wrongly(page: Page, question: Question, lang: str) -> None:
    """Leave a question with a wrong answer: its reply looks otherwise."""
    _give(page, question, [question.wrong], lang)


def _give(
    page: Page, question: Question, guesses: list[Answer | None], lang: str
) -> list[dict[str, Any]]:
    """Return what is seen at first, and after each guess."""

    def as_given(guess: Answer | None) -> int | str | None:
        if question.choices:
            return None if guess is None else question.choices.index(guess)
        return "?" if guess is None else written(float(guess), lang)

    about = {
        "id": question.id,
        "holds": question.holds,
        "guesses": [as_given(guess) for guess in guesses],
    }
    found: list[dict[str, Any]] = page.evaluate(_GIVE, about)
    return found


def steps_past_a_question_are_locked(page: Page, built: BuiltPage) -> None:
    for nth, (step, _) in waiting_steppers(built).items():
        stepper = Stepper(page, nth)
        locked = stepper.press("End")
        assert locked.step == step
        assert locked.gradients == {}
        # Neither the keyboard nor the value gets past it.
        assert stepper.press("ArrowRight").step == step
        stepper.element.evaluate("element => { element.value = 1000; }")
        assert stepper.look().step == step


def answers_open_the_steps_past_them(page: Page, built: BuiltPage) -> None:
    for nth, (step, _) in waiting_steppers(built).items():
        stepper = Stepper(page, nth)
        stepper.turn_if_it_can("backward")
        opened = stepper.press("End")
        assert opened.step > step
        assert opened.gradients != {}
