"""What a page hands to its diagrams is what Python computes, today and from this source."""

from __future__ import annotations

import math
from typing import Any

import tapewalk
from tapewalk.trace import encode_number
from tests.browser.oracle import published, replay, run_program, stepper_names, trace_again
from tests.browser.site import BuiltPage


def _traces(built: BuiltPage) -> dict[str, Any]:
    return {
        name: value
        for name, value in published(built.file.read_text(encoding="utf-8")).items()
        if isinstance(value, dict) and "schema" in value
    }


def test_a_page_publishes_what_its_program_computes_now(run_again_in_turn: BuiltPage) -> None:
    text = run_again_in_turn.file.read_text(encoding="utf-8")
    assert _agree(published(text), run_program(run_again_in_turn.source))


def _agree(one: Any, other: Any) -> bool:
    """Tell whether two pieces of data are equal but for what float32 products round differently.

    Where an array lies in memory decides in which order a processor adds up.
    """
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(_agree(one[key], other[key]) for key in one)
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(_agree, one, other))
    if isinstance(one, float) and isinstance(other, float):
        return math.isclose(one, other, rel_tol=1e-4, abs_tol=1e-6)
    return bool(one == other)


def _numbers(built: BuiltPage) -> list[dict[str, Any]]:
    """The traces on numbers, which the replay in this file knows; not those on tensors."""
    return [walk for walk in _traces(built).values() if walk["engine"] == "value"]


def test_every_stepper_has_its_trace(built: BuiltPage) -> None:
    assert set(stepper_names(built.source)) <= set(_traces(built))


def test_traces_keep_the_schema(built: BuiltPage) -> None:
    for walk in _traces(built).values():
        tapewalk.validate(walk)


def test_the_engine_computes_the_same_trace_again(built: BuiltPage) -> None:
    for walk in _numbers(built):
        assert trace_again(walk) == walk


def test_backward_arrives_at_the_same_gradients(built: BuiltPage) -> None:
    for walk in _numbers(built):
        values = replay(walk)
        values[-1].backward()
        told = {event["node"]: event["grad"] for event in walk["backward"]}
        told |= {int(leaf): grad for leaf, grad in walk["grads"].items()}
        assert told == {i: encode_number(value.grad) for i, value in enumerate(values)}
