"""Leaves moved in a notebook: Python's answers match the program at the new values."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from tapewalk import Value, trace, widgets
from tapewalk.widgets.moved import moved
from tests.live.random_graphs import random_case, run_again


def test_moved_leaves_match_the_program() -> None:
    chance = random.Random(18)
    refused = 0
    for _ in range(400):
        walk, leaves = random_case(chance)
        ids = {node["label"]: node["id"] for node in walk["nodes"] if node["label"]}
        told = moved(walk, {f"x{ids[label]}": x for label, x in leaves.items()})
        try:
            expected = run_again(walk, leaves)
        except (ArithmeticError, ValueError) as error:
            refused += 1
            assert told["trace"] is None
            assert told["error"]["sentence"] == str(error)
            assert told["error"]["type"] == type(error).__name__
            broken = walk["nodes"][told["error"]["line"] - 1]
            assert broken["op"] != "leaf"
            assert len(told["reached"]) == broken["id"]
        else:
            # JSON writes −0 and NaN apart, as traces do.
            assert json.dumps(told["trace"]) == json.dumps(expected)
            assert told["error"] is None
    assert 40 < refused < 360


def test_figure_answers_its_front_end(monkeypatch: pytest.MonkeyPatch) -> None:
    x = Value(2.0, label="x")
    figure: Any = widgets.stepper(x.log() * x)
    sent: list[dict[str, Any]] = []
    monkeypatch.setattr(figure, "send", sent.append)
    for i, number in enumerate((3.0, -1.0, "NaN")):
        figure._handle_custom_msg({"id": str(i), "leaves": {"x0": number}}, [])
    there = Value(3.0, label="x")
    assert sent[0] == {"id": "0", "error": None, "reached": {}, "trace": trace(there.log() * there)}
    assert sent[1]["error"]["sentence"].startswith("log needs a positive number, got -1.0")
    assert sent[2]["trace"]["grads"] == {"0": "NaN"}
    json.dumps(sent)


def test_figure_without_numbers_does_not_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    figure: Any = widgets.quiz(question="What is 2 · 3?", answer=6)
    monkeypatch.setattr(figure, "send", lambda _: pytest.fail("nothing was asked of it"))
    figure._handle_custom_msg({"id": "0", "leaves": {}}, [])
