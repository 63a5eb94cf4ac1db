"""The traces of the JavaScript tests are what the library writes today."""

from __future__ import annotations

from tests.diagrams.make_traces import TARGET, as_text


def test_traces_json_is_current() -> None:
    assert TARGET.read_text(encoding="utf-8") == as_text(), (
        "traces.json is out of date: run PYTHONPATH=lib python tests/diagrams/make_traces.py"
    )
