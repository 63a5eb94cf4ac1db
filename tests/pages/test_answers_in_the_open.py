"""The search for answers on a page finds short ones beside the words of their question."""

from __future__ import annotations

import pytest

from tests.browser.in_the_open import said_in
from tests.browser.questions import Question

ASKED = "How many checkpoints does the cheapest segment need for 64 layers?"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("Each segment of the cheapest way needs 4 checkpoints.", ["4"]),
        ("There are 4 layers.", []),
        ("Checkpoints of the cheapest segment. There are 4 of something else.", []),
        ("The cheapest segment needs 40 checkpoints.", []),
    ],
)
def test_short_answers_count_beside_their_question(text: str, told: list[str]) -> None:
    question = Question("a", None, (), 4.0, (), (), asked=ASKED)
    assert [number for number, _ in said_in(question, text)] == told


def test_long_answers_count_anywhere() -> None:
    text = "On another day, 815 and 64 were drawn."
    for answer, told in ((815.0, ["815"]), (64.0, [])):
        question = Question("a", None, (), answer, (), (), asked=ASKED)
        assert [number for number, _ in said_in(question, text)] == told
