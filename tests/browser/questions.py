"""The questions of a page as its source asks them, with the answers that Python computes."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from typing import Any

from playwright.sync_api import Locator, Page

from tests.browser.calls import Call, calls
from tests.browser.numbers import written
from tests.browser.site import BuiltPage

_NAME = re.compile(r"^viewof (\w+) =")
_WAIT = re.compile(r"after: \{step: (?P<step>\d+), prediction: viewof (?P<name>\w+)\}")

Answer = float | str


@dataclass(frozen=True)
class Question:
    """One question.

    Attributes:
        id: Its name on the page.
        name: Its OJS variable, through which a diagram can wait for it.
        holds: The labels of the cells whose output waits for it.
        answer: What Python computes.
        replies: What is said to a guess that shows a known misconception; of a choice, to each.
        choices: The value of each choice; empty if the answer is a number.
        asked: What is asked.
        in_words: What each choice says.
        also: What is right as well as the answer.
    """

    id: str
    name: str | None
    holds: tuple[str, ...]
    answer: Answer
    replies: tuple[tuple[Answer, str], ...]
    choices: tuple[Answer, ...]
    asked: str = ""
    in_words: tuple[str, ...] = ()
    also: tuple[Answer, ...] = ()

    @property
    def held(self) -> list[str]:
        """What waits for the answer, as selectors: the output of a cell, or what is in a block."""
        return [
            f"#{label}:is(.cell, .quarto-float) > :is(.cell-output, figure), "
            f"#{label}:not(.cell, .quarto-float) > :not(.tw-lock)"
            for label in self.holds
        ]

    @property
    def wrong(self) -> Answer:
        """An answer that is not right."""
        if self.choices:
            return next(choice for choice in self.choices if not self.is_right(choice))
        # Far enough for an answer that may be off by a share of itself.
        return float(self.answer) + abs(float(self.answer)) + 1

    def is_right(self, guess: Answer) -> bool:
        return guess == self.answer or guess in self.also

    def card(self, page: Page) -> Locator:
        return page.locator(f'.tw-prediction[data-question="{self.id}"]')

    def come_to(self, page: Page) -> None:
        """Step a walk, which asks in its picture, to where it asks."""
        card = self.card(page)
        if not card.is_visible():
            walk = page.locator(".tw-stepper").filter(has=card).locator(".tw-range").first
            if walk.count():
                walk.press("End")

    def write(self, page: Page, text: str) -> str:
        """Type a text and press Enter; return the reply."""
        self.come_to(page)
        field = self.card(page).locator("input")
        field.fill(text)
        field.press("Enter")
        return self.reply(page)

    def give(self, page: Page, guess: Answer, lang: str) -> str:
        """Write a number or choose, by keyboard; return the reply."""
        if not self.choices:
            return self.write(page, written(float(guess), lang))
        self.come_to(page)
        radio = self.card(page).locator("input[type=radio]").nth(self.choices.index(guess))
        radio.press("Space")
        radio.press("Enter")
        return self.reply(page)

    def reply(self, page: Page) -> str:
        return self.card(page).locator("[role=status]").inner_text()


@cache
def _questions(built: BuiltPage) -> tuple[Question, ...]:
    asked = [call for call in calls(built) if call.view in ("prediction", "quiz")]
    return tuple(_question(call, _NAME.search(call.code)) for call in asked)


def number_of_questions(built: BuiltPage) -> int:
    """Return how many questions the source of a page asks."""
    cells = [cell.code for cell in built.source.cells if cell.language == "ojs"]
    return sum(len(re.findall(r"\b(?:prediction|quiz)\(", code)) for code in cells)


def questions(built: BuiltPage) -> tuple[Question, ...]:
    """Return the questions of a page from top to end."""
    found = _questions(built)
    assert len(found) == number_of_questions(built), "a question is asked in a form unknown here"
    return found


def _question(call: Call, name: re.Match[str] | None) -> Question:
    trace = call.given[0] if call.view == "prediction" else {}
    options = call.options
    choices = tuple((_resolve(trace, c["when"]), c["say"]) for c in options.get("choices", []))
    replies = [(_resolve(trace, r["when"]), r["say"]) for r in options.get("replies", [])]
    holds = options.get("holds", [])
    answer, texts = _resolve(trace, options["answer"]), options.get("choices", [])
    return Question(
        options["id"],
        name[1] if name else None,
        (holds,) if isinstance(holds, str) else tuple(holds),
        answer,
        choices or tuple(replies),
        tuple(stands for stands, _ in choices),
        options["question"],
        tuple(str(c.get("text", c["when"])) for c in texts),
        tuple(_resolve(trace, c["when"]) for c in texts if c.get("also")),
    )


def waiting_steppers(built: BuiltPage) -> dict[int, tuple[int, Question]]:
    """Return, by position on the page, the last open step of a diagram and what opens the rest."""
    by_name = {question.name: question for question in questions(built)}
    cells = [cell.code for cell in built.source.cells if cell.language == "ojs"]
    steppers = [code for code in cells if re.search(r"\bstepper\(", code)]
    found = {
        nth: (int(wait["step"]), by_name[wait["name"]])
        for nth, code in enumerate(steppers)
        if (wait := _WAIT.search(code))
    }
    assert len(found) == sum("after:" in code for code in steppers), (
        "a wait is written in a form unknown here"
    )
    return found


def _resolve(trace: dict[str, Any], path: Any) -> Answer:
    """Return what a path of `answer` or `when` means: a value or a gradient, by its label."""
    if not isinstance(path, dict):
        return path if isinstance(path, str) else float(path)
    ((kind, label),) = path.items()
    found = next(node for node in trace["nodes"] if node["label"] == label)
    if kind == "value":
        return float(found["value"])
    assert kind == "grad", "an answer is written in a form unknown here"
    grads = {event["node"]: event["grad"] for event in trace["backward"]}
    grads |= {int(leaf): grad for leaf, grad in trace["grads"].items()}
    return float(grads[found["id"]])
