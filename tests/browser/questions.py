"""The predictions of a page as its source asks for them, with the answers Python computes."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Locator, Page

from tests.browser.oracle import run_program
from tests.browser.site import BuiltPage

_PREDICTION = re.compile(
    r"(?:viewof (?P<name>\w+) = )?prediction\((?P<trace>\w+), \{\s*id: \"(?P<id>[^\"]+)\",\s*"
    r"(?:holds: \"(?P<holds>[^\"]+)\",\s*)?.*?"
    r"answer: \{(?P<kind>grad|value): \"(?P<label>[^\"]+)\"\}",
    re.DOTALL,
)
_REPLY = re.compile(
    r"\{when: (?:(?P<number>-?[\d.]+)|\{(?P<kind>grad|value): \"(?P<label>[^\"]+)\"\}), "
    r"say: \"(?P<say>[^\"]+)\"\}"
)
_STEPPER = re.compile(
    r"\bstepper\(\w+, \{"
    r"(?:[^{}]*after: \{step: (?P<step>\d+), prediction: viewof (?P<name>\w+)\})?"
)


@dataclass(frozen=True)
class Question:
    """One prediction.

    Attributes:
        id: Its name on the page.
        name: Its OJS variable, through which a diagram can wait for it.
        holds: The label of the cell whose output waits for it.
        answer: What Python computes.
        replies: What is said to a guess that shows a known misconception.
    """

    id: str
    name: str | None
    holds: str | None
    answer: float
    replies: tuple[tuple[float, str], ...]

    def card(self, page: Page) -> Locator:
        return page.locator(f'.tw-prediction[data-question="{self.id}"]')

    def guess(self, page: Page, text: str) -> str:
        """Type a guess and press Enter; return the reply."""
        card = self.card(page)
        field = card.locator("input")
        field.fill(text)
        field.press("Enter")
        return card.locator("[role=status]").inner_text()


def questions(built: BuiltPage) -> list[Question]:
    """Return the predictions of a page from top to end."""
    code = _ojs(built)
    calls = list(_PREDICTION.finditer(code))
    assert len(calls) == code.count("prediction("), "an answer is written in a form unknown here"
    ends = [call.start() for call in calls[1:]] + [len(code)]
    return [
        _question(run_program(built.source)[call["trace"]], call, code[call.end() : end])
        for call, end in zip(calls, ends, strict=True)
    ]


def _question(trace: dict[str, Any], call: re.Match[str], rest: str) -> Question:
    replies = [
        (float(reply["number"]) if reply["number"] else _entry(trace, reply), reply["say"])
        for reply in _REPLY.finditer(rest)
    ]
    assert len(replies) == rest.count("when:"), "a reply is written in a form unknown here"
    return Question(call["id"], call["name"], call["holds"], _entry(trace, call), tuple(replies))


def waiting_steppers(built: BuiltPage) -> dict[int, tuple[int, Question]]:
    """Return, by position on the page, the last open step of a diagram and what opens the rest."""
    by_name = {question.name: question for question in questions(built)}
    code = _ojs(built)
    found = {
        nth: (int(call["step"]), by_name[call["name"]])
        for nth, call in enumerate(_STEPPER.finditer(code))
        if call["name"]
    }
    assert len(found) == code.count("after:"), "a wait is written in a form unknown here"
    return found


def _ojs(built: BuiltPage) -> str:
    return "\n".join(cell.code for cell in built.source.cells if cell.language == "ojs")


def _entry(trace: dict[str, Any], named: re.Match[str]) -> float:
    """Return the value or the gradient of a node of a trace, by its label."""
    node = next(node for node in trace["nodes"] if node["label"] == named["label"])
    if named["kind"] == "value":
        return float(node["value"])
    grads = {event["node"]: event["grad"] for event in trace["backward"]}
    grads |= {int(leaf): grad for leaf, grad in trace["grads"].items()}
    return float(grads[node["id"]])
