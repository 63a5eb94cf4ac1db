"""The traces of the JavaScript tests are what the library writes today."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.diagrams.make_traces import MADE, text_of


@pytest.mark.parametrize("file", MADE)
def test_the_traces_are_current(file: str) -> None:
    assert (Path(__file__).parent / file).read_text(encoding="utf-8") == text_of(file), (
        f"{file} is out of date: run PYTHONPATH=lib python -m tests.diagrams.make_traces"
    )
