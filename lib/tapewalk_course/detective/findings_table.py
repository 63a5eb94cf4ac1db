"""Findings as the page on symptoms shows them: each in a program, and gone when it is fixed."""

from __future__ import annotations

import difflib

from tapewalk.inspect.sections import cause
from tapewalk.language import number
from tapewalk_course.detective.cases import Program, case, kinds

# The mistakes that a report finds at first sight, in the order in which it ranks them.
_TOLD = (
    *("in_place", "data", "no_grad", "list", "missing", "frozen", "softmax_twice"),
    *("sigmoid_twice", "dead", "kept", "unused"),
)


def findings_table(lang: str, heads: tuple[str, str, str]) -> str:
    """Return a table: the first finding of a report, its fix, and the loss afterwards.

    Args:
        lang: `"en"` or `"es"`.
        heads: The heads of its columns.
    """
    # Pandoc takes the widths of columns from the dashes.
    rows = [f"| {' | '.join(heads)} |", "|:---------|:------------|----:|"]
    rows += [_row(kind, lang) for kind in _TOLD]
    return "\n".join(rows)


def _row(kind: str, lang: str) -> str:
    sick = _first(kind)
    (found, *_) = sick.report().findings
    mended = next(code for code in sick.mendings if sick.mend(code) and _silent(sick, code))
    losses = (number(sick.run(code).fresh, ".2f", lang) for code in (sick.code, mended))
    finding = f"{found.place}: {cause(found, lang)}" if found.place else cause(found, lang)
    return f"| {finding} | {_change(sick.code, mended)} | {' → '.join(losses)} |"


def _first(kind: str) -> Program:
    """Return a case of a kind that the detective's page doesn't show: the second seed."""
    assert kind in kinds()
    seeds = (seed for seed in range(10_000) if case(seed).kind == kind)
    next(seeds)
    return case(next(seeds))


def _silent(sick: Program, code: str) -> bool:
    return not sick.report(code).findings


def _change(old: str, new: str) -> str:
    """Return the removed and the added lines, as code."""
    lines = list(difflib.ndiff(old.splitlines(), new.splitlines()))
    signs = {"- ": "−", "+ ": "+"}
    return "<br>".join(
        f"{signs[line[:2]]} `{line[2:].strip()}`" for line in lines if line[:2] in signs
    )
