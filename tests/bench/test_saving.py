"""The programs that are timed are those of the page's figure, and it has a time for each."""

from __future__ import annotations

from typing import Any

import pytest
import timings
import torch
from torch.utils.checkpoint import checkpoint

from bench import saving
from tapewalk import score
from tapewalk.twins import MiniGPT
from tests.pages.sources import ROOT, Page

PAGE = ROOT / "modules" / "02-tape-walk" / "saved.qmd"


def test_the_timed_programs_are_those_of_the_figure() -> None:
    (cell,) = [cell for cell in Page(PAGE).cells if "def step_with" in cell.code]
    page: dict[str, Any] = {
        "torch": torch,
        "checkpoint": checkpoint,
        "MiniGPT": MiniGPT,
        "score": score,
    }
    exec(cell.code, page)
    assert sorted(page["settings"]) == sorted(saving.SETTINGS)
    measured = timings.saving()
    for way in page["ways"]:
        model, loss = saving.program(way["at"])
        timed = score(loss, model, source=False)
        assert timed == way["score"]
        assert len(timings.seconds(measured, way["at"])) == measured["rounds"]
    with pytest.raises(LookupError, match="not in the record"):
        timings.seconds(measured, (1, 1, 1, 1, 1))


def test_a_small_run_has_the_form_of_the_record_and_says_where_it_ran() -> None:
    small, full = saving.run(rounds=1, steps=1), timings.saving()
    assert small.keys() == full.keys()
    assert [run["at"] for run in full["runs"]] == [list(at) for at in saving.SETTINGS]
    assert (full["threads"], full["device"], full["clock"]) == (1, "cpu", "process")
    assert full["versions"]["torch"] and full["machine"]["cpu"] and full["date"]
