"""What a page hands to its diagrams is what Python computes, today and from this source."""

from __future__ import annotations

from typing import Any

import tapewalk
from tests.browser.oracle import published, replay, run_program, stepper_names
from tests.browser.site import BuiltPage


def _traces(built: BuiltPage) -> dict[str, Any]:
    return {
        name: value
        for name, value in published(built.file.read_text(encoding="utf-8")).items()
        if isinstance(value, dict) and "schema" in value
    }


def test_a_page_publishes_what_its_program_computes_now(illustrated: BuiltPage) -> None:
    text = illustrated.file.read_text(encoding="utf-8")
    assert published(text) == run_program(illustrated.source)


def test_every_stepper_has_its_trace(built: BuiltPage) -> None:
    assert set(stepper_names(built.source)) <= set(_traces(built))


def test_traces_keep_the_schema(built: BuiltPage) -> None:
    for walk in _traces(built).values():
        tapewalk.validate(walk)


def test_the_engine_computes_the_same_trace_again(built: BuiltPage) -> None:
    for walk in _traces(built).values():
        assert _trace_of(replay(walk), walk) == walk


def _trace_of(values: list[tapewalk.Value], walk: dict[str, Any]) -> dict[str, Any]:
    labels = {node["label"]: values[node["id"]] for node in walk["nodes"] if node["label"]}
    return tapewalk.trace(values[-1], labels)


def test_backward_arrives_at_the_same_gradients(built: BuiltPage) -> None:
    for walk in _traces(built).values():
        values = replay(walk)
        values[-1].backward()
        told = {event["node"]: event["grad"] for event in walk["backward"]}
        told |= {int(leaf): grad for leaf, grad in walk["grads"].items()}
        assert told == {position: value.grad for position, value in enumerate(values)}
