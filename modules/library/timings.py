"""The results of `bench.attention`, for the pages."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from tapewalk.language import number

RESULTS = Path(__file__).resolve().parents[2] / "bench" / "results"
RECORD = RESULTS / "attention.json"

# The rows of the page: a program, and a part of its time.
SHOWN = {
    "forward": ("core", "forward"),
    "backward": ("core", "backward"),
    "block": ("block", "total"),
}


def run(device: str, dtype: str) -> dict[str, Any]:
    """Return the recorded run of a device and a number type.

    Args:
        device: "cpu" or "cuda".
        dtype: "float32" for instance.

    Raises:
        LookupError: It does not exist.
    """
    for found in json.loads(RECORD.read_text(encoding="utf-8"))["runs"]:
        if (found["device"], found["dtype"]) == (device, dtype):
            return dict(found)
    raise LookupError(f"no run on {device} with {dtype} is recorded in {RECORD.name}")


def medians(measured: Mapping[str, Any]) -> dict[str, list[float]]:
    """Return the lengths, and for each of `SHOWN` the ratio of unfused to fused time.

    Args:
        measured: What `run` returned.
    """
    found = {name: [r["median"] for r in _ratios(measured, *SHOWN[name])] for name in SHOWN}
    return {"lengths": [at["length"] for at in measured["core"]], **found}


def ranges(measured: Mapping[str, Any], shown: str) -> dict[int, tuple[float, float]]:
    """Return for each length the lowest and the highest ratio of all rounds.

    Args:
        measured: What `run` returned.
        shown: One of `SHOWN`.
    """
    ratios = _ratios(measured, *SHOWN[shown])
    return {
        at["length"]: (r["low"], r["high"]) for at, r in zip(measured["core"], ratios, strict=True)
    }


def table(measured: Mapping[str, Any], heads: Sequence[str]) -> str:
    """Return a Markdown table of ratios, a row for each length: median (lowest to highest).

    Args:
        measured: What `run` returned.
        heads: The headings of the lengths and of each of `SHOWN`.
    """
    lines = [f"| {' | '.join(heads)} |", "|--:" * len(heads) + "|"]
    columns = [_ratios(measured, *shown) for shown in SHOWN.values()]
    for at, *ratios in zip(measured["core"], *columns, strict=True):
        cells = [
            f"{number(r['median'], '.2f')} ({number(r['low'], '.2f')}–{number(r['high'], '.2f')})"
            for r in ratios
        ]
        lines.append(f"| {number(at['length'])} | {' | '.join(cells)} |")
    return "\n".join(lines)


def _ratios(measured: Mapping[str, Any], program: str, part: str) -> list[dict[str, float]]:
    return [at["unfused to fused"][part] for at in measured[program]]
