"""The traces that a page hands to its figures."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

import tapewalk
from tests.browser.oracle import published, stepper_names
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


def _traces(built: BuiltPage) -> dict[str, Any]:
    return {
        name: value
        for name, value in published(built.text).items()
        if isinstance(value, dict) and "schema" in value
    }
