"""What `bench.tools` found, as the page on `inspect` shows it."""

from __future__ import annotations

import json
from pathlib import Path
from statistics import median
from typing import Any

from words import WORDS

from tapewalk.language import day, number

# Questions are long, answers short: Pandoc takes the widths of columns from the dashes.
_WIDTHS = "|:--------------"

RECORD = Path(__file__).resolve().parents[2] / "bench" / "results" / "tools.json"


def record() -> dict[str, Any]:
    """Returns what was measured last."""
    loaded: dict[str, Any] = json.loads(RECORD.read_text(encoding="utf-8"))
    return loaded


def told(measured: dict[str, Any], lang: str) -> str:
    """Returns a Markdown table of what each tool tells: on how many of the models.

    Args:
        measured: What `record` returned.
        lang: The language of the page.
    """
    words, tools = WORDS[lang]["tools"], measured["tools"]
    rows = []
    for question in next(iter(_models(tools["inspect"])))["answers"]:
        cells = []
        for tool in tools.values():
            answers = [model["answers"][question] for model in _models(tool)]
            right, asked = sum(map(bool, answers)), sum(a is not None for a in answers)
            cells.append(words["share"].format(right=right, asked=asked) if right else "–")
        rows.append([words[question], *cells])
    return _table(tools, rows, words)


def taken(measured: dict[str, Any], lang: str) -> str:
    """Returns a Markdown table of what each tool takes.

    Args:
        measured: What `record` returned.
        lang: The language of the page.
    """
    words, tools = WORDS[lang]["tools"], measured["tools"]

    def steps(tool: dict[str, Any]) -> str:
        ratios = sorted(model["over_step"] for model in _models(tool))
        low, middle, high = (
            number(r, ".2g" if r < 10 else ".0f", lang)
            for r in (ratios[0], median(ratios), ratios[-1])
        )
        return f"{middle} ({low}–{high})"

    def untouched(tool: dict[str, Any]) -> str:
        models = _models(tool)
        same = sum(model["untouched"] for model in models)
        return words["share"].format(right=same, asked=len(models)) if same else "–"

    rows = [
        [words["over_step"], *map(steps, tools.values())],
        [words["untouched"], *map(untouched, tools.values())],
        [words["needs"], *(number(tool["needs"], lang=lang) for tool in tools.values())],
        [
            words["network"],
            *(
                words["yes" if any(m["network"] for m in _models(tool)) else "no"]
                for tool in tools.values()
            ),
        ],
    ]
    return _table(tools, rows, words)


def stamp(measured: dict[str, Any], lang: str) -> str:
    """Returns with what, on what and when it was measured.

    Args:
        measured: What `record` returned.
        lang: The language of the page.
    """
    versions = ", ".join(f"{name} {version}" for name, version in measured["versions"].items())
    return WORDS[lang]["tools"]["stamp"].format(
        versions=versions,
        python=measured["machine"]["python"],
        cpu=measured["machine"]["cpu"],
        device=measured["device"].upper(),
        threads=measured["threads"],
        day=day(measured["date"], lang),
    )


def _models(tool: dict[str, Any]) -> list[dict[str, Any]]:
    return list(tool["models"].values())


def _table(tools: dict[str, Any], rows: list[list[str]], words: dict[str, str]) -> str:
    heads = ["", *(words.get(tool, tool) for tool in tools)]
    lines = [f"| {' | '.join(heads)} |", _WIDTHS + "|----:" * len(tools) + "|"]
    return "\n".join([*lines, *(f"| {' | '.join(row)} |" for row in rows)])
