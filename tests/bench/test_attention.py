"""Fused and unfused attention are the same function, and their record is what the page shows."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
import timings
import torch

from bench import attention
from tests.pages.sources import ROOT, Page

PAGE = ROOT / "modules" / "04-graph-introspection" / "block.qmd"


@pytest.fixture(scope="module")
def record() -> dict[str, Any]:
    loaded: dict[str, Any] = json.loads(attention.RECORD.read_text(encoding="utf-8"))
    return loaded


@pytest.mark.parametrize("make", [attention.blocks, attention.cores])
def test_both_programs_compute_the_same_and_only_one_is_fused(make: Any) -> None:
    programs = make(16, "cpu")
    fused, unfused = programs["fused"](), programs["unfused"]()
    torch.testing.assert_close(fused, unfused)
    assert "ScaledDotProduct" in names(fused.grad_fn)
    assert "ScaledDotProduct" not in names(unfused.grad_fn)


def names(node: Any) -> str:
    """Return the names of the nodes behind one, along all paths."""
    seen, waiting = {node}, [node]
    while waiting:
        below = {n for n, _ in waiting.pop().next_functions if n is not None} - seen
        seen |= below
        waiting += below
    return " ".join(found.name() for found in seen)


def test_a_small_run_has_the_form_of_the_record(record: dict[str, Any]) -> None:
    small = attention.run("cpu", {8: 2})
    (full,) = [run for run in record["runs"] if run["device"] == "cpu"]
    assert small.keys() == full.keys()
    for program in ("block", "core"):
        (measured,) = small[program]
        assert measured.keys() == full[program][0].keys()
        times = measured["measured"]["fused"]
        assert times["total"] == pytest.approx(
            [sum(both) for both in zip(times["forward"], times["backward"], strict=True)]
        )


def test_each_run_is_stamped_and_its_ratios_are_those_of_its_rounds(record: dict[str, Any]) -> None:
    devices = [run["device"] for run in record["runs"]]
    assert "cpu" in devices
    assert len(set(devices)) == len(devices)
    for run in record["runs"]:
        assert run["versions"]["torch"]
        assert run["date"]
        assert run["clock"] == ("process" if run["device"] == "cpu" else "wall")
        for program in ("block", "core"):
            assert [at["length"] for at in run[program]] == list(attention.ROUNDS)
            for at in run[program]:
                for part in attention.PARTS:
                    seen = [at["measured"][name][part] for name in ("unfused", "fused")]
                    found = sorted(a / b for a, b in zip(*seen, strict=True))
                    told = at["unfused to fused"][part]
                    assert len(found) == at["rounds"]
                    assert (told["low"], told["high"]) == (found[0], found[-1])
                    assert told["low"] <= told["median"] <= told["high"]


def test_a_new_run_replaces_that_of_its_device_and_no_other() -> None:
    def run(device: str, date: str) -> dict[str, Any]:
        return {"device": device, "date": date}

    record: dict[str, Any] = {"runs": []}
    for new in (run("cuda", "old"), run("cpu", "old"), run("cuda", "new")):
        record = attention.with_run(record, new)
    assert record["runs"] == [run("cpu", "old"), run("cuda", "new")]


def test_the_table_of_the_page_has_every_length_of_the_record(record: dict[str, Any]) -> None:
    run = timings.run("cpu", "float32")
    _, _, *rows = timings.table(run, ["tokens", *timings.SHOWN]).splitlines()
    assert [int(row.split("|")[1].replace(",", "")) for row in rows] == list(attention.ROUNDS)
    first = run["core"][0]["unfused to fused"]["forward"]
    assert f"{first['median']:.2f} ({first['low']:.2f}–{first['high']:.2f})" in rows[0]
    with pytest.raises(LookupError, match="abacus"):
        timings.run("abacus", "float32")


def test_what_the_page_says_in_words_holds_for_the_record() -> None:
    """Words can't be computed: a new record asks for new ones where these no longer hold."""
    found = timings.medians(timings.run("cpu", "float32"))
    assert max(found["backward"]) == found["backward"][-1]
    assert found["backward"][0] < 1
    assert 1 / 1.2 < found["backward"][found["lengths"].index(512)] < 1.2


def test_the_page_takes_its_times_from_the_record() -> None:
    page = Page(PAGE)
    (table,) = [cell for cell in page.cells if cell.options.get("label") == "tbl-time"]
    assert 'timings.run("cpu", "float32")' in table.code
    section = page.text.split("{#sec-time}")[1].split("## ")[0]
    prose = re.sub(r"```.*?```|`[^`]*`", "", section, flags=re.DOTALL)
    assert re.findall(r"\d+\.\d+", prose) == []
