"""The traces of the JavaScript tests are what the library writes today."""

from __future__ import annotations

from tests.diagrams import make_model_traces, make_scores
from tests.diagrams.make_traces import TARGET, as_text


def test_traces_json_is_current() -> None:
    assert TARGET.read_text(encoding="utf-8") == as_text(), (
        "traces.json is out of date: run PYTHONPATH=lib python tests/diagrams/make_traces.py"
    )


def test_model_traces_json_is_current() -> None:
    text = make_model_traces.TARGET.read_text(encoding="utf-8")
    assert text == make_model_traces.as_text(), (
        "model-traces.json is out of date: "
        "run PYTHONPATH=lib python tests/diagrams/make_model_traces.py"
    )


def test_scores_json_is_current() -> None:
    assert make_scores.TARGET.read_text(encoding="utf-8") == make_scores.as_text(), (
        "scores.json is out of date: run PYTHONPATH=lib python tests/diagrams/make_scores.py"
    )
