"""The traces that a page hands to its figures are those of the engine."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

import tapewalk
from tapewalk.trace.format import encode_number
from tests.browser.oracle import apart_names, published, replay, stepper_names, trace_again
from tests.browser.site import BuiltPage


def every_stepper_has_its_trace(built: BuiltPage) -> None:
    assert set(stepper_names(built.source)) <= set(_traces(built))


def its_traces_follow_the_schema(built: BuiltPage) -> None:
    for walk in _traces(built).values():
        _validate(json.dumps(walk))


@cache
def _validate(walk: str) -> None:
    """Validate a trace once, though the page has it in each language."""
    tapewalk.validate(json.loads(walk))


def the_engine_computes_the_same_traces_and_gradients_again(built: BuiltPage) -> None:
    """Those on numbers, which the replay knows; not those on tensors.

    Of a walk that is shown as a wrong one, only the forward pass is the engine's.
    """
    apart = apart_names(built.source)
    for name, walk in _traces(built).items():
        if walk["engine"] != "value":
            continue
        again = trace_again(walk)
        if name in apart:
            assert again | {way: walk[way] for way in ("backward", "grads")} == walk
            continue
        assert again == walk
        values = replay(walk)
        values[-1].backward()
        told = {event["node"]: event["grad"] for event in walk["backward"]}
        told |= {int(leaf): grad for leaf, grad in walk["grads"].items()}
        assert told == {i: encode_number(value.grad) for i, value in enumerate(values)}


def _traces(built: BuiltPage) -> dict[str, Any]:
    return {
        name: value
        for name, value in published(built.text).items()
        if isinstance(value, dict) and "schema" in value
    }
