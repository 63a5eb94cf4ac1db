"""The questions of a page, answered one after another, and what waits for their answers.

A visit answers within the page, all of it in one call. Keys do the same in `Question.give`.
"""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page

from tests.browser.numbers import numbers_in, written
from tests.browser.questions import Answer, Question, waiting_steppers
from tests.browser.site import BuiltPage
from tests.browser.stepper import Stepper

YES = {"en": "Yes", "es": "Sí"}
SHOW = {"en": "“Show me”", "es": "«Muéstramelo»"}
SHOW_ME = "show me"
AGAIN = {
    "en": {"choice": "Choose one", "number": "Enter a number"},
    "es": {"choice": "Elige una", "number": "Escribe un número"},
}

# Gives answers to a question: numbers as text, choices by their place, null for none. Returns
# what the page says after each, and whether what waits for the answer can be seen.
_GIVE = """({id, holds, guesses, showMe}) => {
  const card = document.querySelector(`.tw-prediction[data-question="${id}"]`);
  const held = holds.map((place) => document.querySelector(place));
  const isOpen = () => held.map((output) =>
    output.checkVisibility({visibilityProperty: true}) && output.offsetHeight > 0);
  // In a picture, the paragraphs of a reply follow one another in one line.
  const status = card.querySelector("[role=status]");
  // A figure may ask at a later step: then all of the question is out of sight.
  const isSeen = (part) => part.checkVisibility() || (!card.checkVisibility() && !part.hidden);
  const told = () => [...status.querySelectorAll("p")].filter(isSeen);
  const look = () => ({
    reply: told().map((part) => part.innerText).join("\\n") || status.innerText,
    isRight: card.classList.contains("is-right"),
    isWrong: card.classList.contains("is-wrong"),
    isOffered: card.classList.contains("is-offering"),
    kept: JSON.parse(localStorage.getItem("tapewalk.progress"))?.answers[id],
    isInvalid: card.querySelector("[aria-invalid=true]") !== null,
    isOpen: isOpen(),
  });
  const give = (guess) => {
    const inputs = card.querySelectorAll("input");
    if (guess === showMe) {
      card.querySelector(".tw-show-me").click();
      return look();
    }
    if (typeof guess === "number") inputs[guess].click();
    if (typeof guess === "string") inputs[0].value = guess;
    card.requestSubmit();
    return look();
  };
  return [look(), ...guesses.map(give)];
}"""


def right_answers_are_not_misconceptions(question: Question) -> None:
    guesses = [guess for guess, _ in question.replies]
    assert guesses
    if question.choices:
        assert guesses.count(question.answer) == 1
    else:
        assert question.answer not in guesses
    assert len(set(guesses)) == len(guesses)


def a_guess_is_answered(page: Page, question: Question, lang: str, *, is_shown: bool) -> None:
    """Give no answer, a wrong one, each that has a reply of its own, and Python's.

    With `is_shown` the answer is shown before the last: then it is seen, and not right.
    """
    known = [(guess, say) for guess, say in question.replies if not question.is_right(guess)]
    guesses: list[Answer | None] = [None, question.wrong, *dict(known), question.answer]
    if is_shown:
        guesses.insert(-1, SHOW_ME)
    start, again, *wrong, right = _give(page, question, guesses, lang)
    shown = wrong.pop() if is_shown else None
    assert not any(start["isOpen"] + again["isOpen"])
    kind = "choice" if question.choices else "number"
    assert AGAIN[lang][kind] in again["reply"]
    assert again["isInvalid"] == (kind == "number")

    # A wrong guess gets a reason and no answer; the second is offered it.
    for nth, one in enumerate(wrong):
        assert one["isWrong"]
        assert len(_lines(one)) == 3, one["reply"]
        assert not any(one["isOpen"])
        assert one["isOffered"] == (nth > 0)
        assert (SHOW[lang] in one["reply"]) == (nth > 0)
    for (_, say), other in zip(known, wrong[1:], strict=True):
        assert say in other["reply"]
    # The reply gives the answer and the reason for it.
    if shown:
        assert len(_lines(shown)) == 2, shown["reply"]
        assert all(shown["isOpen"])
        assert not shown["isRight"]
    assert right["isRight"]
    assert all(right["isOpen"])
    assert len(_lines(right)) == 2, right["reply"]
    yes = YES[lang]
    if kind == "number":
        answer = written(float(question.answer), lang)
        assert written(float(question.wrong), lang) in numbers_in(wrong[0]["reply"])
        if shown:
            assert answer in numbers_in(shown["reply"])
        yes += f", {answer}"
    assert right["reply"].strip().startswith(yes)
    tries = len(wrong) + 1
    assert right["kept"] == {"correct": not is_shown, "seen": is_shown, "tries": tries}


def _lines(look: dict[str, Any]) -> list[str]:
    return [line for line in look["reply"].splitlines() if line.strip()]


def answer_wrongly(page: Page, question: Question, lang: str) -> None:
    """Leave a question with a wrong answer: its reply looks otherwise."""
    _give(page, question, [question.wrong], lang)


def _give(
    page: Page, question: Question, guesses: list[Answer | None], lang: str
) -> list[dict[str, Any]]:
    """Return what is seen at first, and after each guess."""

    def as_given(guess: Answer | None) -> int | str | None:
        if guess == SHOW_ME:
            return SHOW_ME
        if question.choices:
            return None if guess is None else question.choices.index(guess)
        return "?" if guess is None else written(float(guess), lang)

    about = {
        "id": question.id,
        "holds": question.held,
        "guesses": [as_given(guess) for guess in guesses],
        "showMe": SHOW_ME,
    }
    found: list[dict[str, Any]] = page.evaluate(_GIVE, about)
    return found


def steps_past_a_question_are_locked(page: Page, built: BuiltPage) -> None:
    for nth, (step, _) in waiting_steppers(built).items():
        stepper = Stepper(page, nth)
        locked = stepper.press("End")
        assert locked.step == step
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
        if stepper.element.locator(".tw-graph").first.is_visible():
            assert opened.gradients != {}
