"""The tensor traces of the JavaScript tests are what the library writes today."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.diagrams.make_tensor_traces import TARGET, as_text


def _flat(entry: Any, place: str = "") -> dict[str, Any]:
    """Return every number and text of a trace by its place."""
    if isinstance(entry, dict):
        inside = list(entry.items())
    elif isinstance(entry, list):
        inside = list(enumerate(entry))
    else:
        return {place: entry}
    return {
        where: leaf
        for key, value in inside
        for where, leaf in _flat(value, f"{place}.{key}").items()
    }


def test_tensor_traces_json_is_current() -> None:
    # Not by its text: the last digits of an exponential depend on the machine.
    written = _flat(json.loads(TARGET.read_text(encoding="utf-8")))
    today = _flat(json.loads(as_text()))
    advice = "run PYTHONPATH=lib python tests/diagrams/make_tensor_traces.py"
    assert list(written) == list(today), advice
    for place, entry in today.items():
        if isinstance(entry, float):
            entry = pytest.approx(entry, rel=1e-12, abs=1e-15)
        assert written[place] == entry, f"{place}: {advice}"
