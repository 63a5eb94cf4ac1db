"""The data of `value.qmd`: what its five edits are checked with, and nudges of many lengths."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from inspect import getfile
from pathlib import Path
from typing import Any

from tapewalk_course import lab
from tapewalk_course.figures.family import by

_PRODUCT = "a, b = Number(2.0), Number(5.0)\nc = a * b\nc.backward()\n"
_DIAMOND = "a, b = Number(2.0), Number(5.0)\nc = (a + b) * b\nc.backward()\n"
_EXP = "x = Number(0.5)\ny = x.exp()\ny.backward()\n"
_WRONG_FACTORS = ("(0.0, 0.0)", "(self.data, other.data)", "(4.0, 3.0)", "(1.0, 1.0)")


def edits(words: Mapping[str, Sequence[str]]) -> dict[str, Any]:
    """Return what the five edits of the page are checked with.

    Args:
        words: For each cell what is said of the right edit, then of each known mistake.
    """
    whole, overwriting = lab.text(), lab.break_it("overwrite")
    factors = [_changed(whole, "(other.data, self.data)", wrong) for wrong in _WRONG_FACTORS]
    from_start = _changed(overwriting, "in reversed(order)", "in order")
    uncleared, leaves = lab.break_it("uncleared"), lab.break_it("leaves")
    operand = _changed(whole, "(self,), (result,)", "(self,), (self.data,)")
    # Of each cell: the program that runs, the right engine, and engines with a mistake.
    cells = {
        "cell-remember": (_PRODUCT, whole, factors),
        "cell-walk": (_DIAMOND, overwriting, [from_start]),
        "cell-add": (_DIAMOND, whole, [overwriting]),
        "cell-clear": (f"{_DIAMOND}c.backward()\n", whole, [uncleared, leaves]),
        "cell-exp": (_EXP, whole, [lab.break_it("exp"), operand]),
    }
    return {
        "watch": Path(getfile(lab.watch)).read_text("utf-8"),
        "cells": {name: _edit(*cell, words[name]) for name, cell in cells.items()},
    }


def _edit(program: str, right: str, mistakes: list[str], words: Sequence[str]) -> dict[str, Any]:
    """Return what one edit is checked with."""
    said, *of_mistakes = words
    # The lab's engine lends what the reader's does not have yet.
    after = [
        "Number.local_gradients = property(lambda self: self.locals)",
        f"Number.backward = {'Whole.backward' if program == _PRODUCT else 'backward'}",
        "Number.exp = lambda self: exp(self)" if program == _EXP else "",
    ]
    known = zip(mistakes, of_mistakes, strict=True)
    return {
        "program": program,
        "before": f"{lab.text()}\nWhole = Number\n",
        "after": "\n".join(after),
        "right": lab.watch(right, program),
        "said": said,
        "mistakes": [{"record": lab.watch(engine, program), "say": say} for engine, say in known],
    }


def _changed(text: str, old: str, new: str) -> str:
    assert text.count(old) == 1
    return text.replace(old, new)


def nudge_family(
    words: Mapping[str, str],
    f: Callable[[float], float],
    nudged: Callable[[float], float],
    spans: Sequence[float],
    errors: Sequence[float],
    *,
    at: float,
    slope: float,
) -> dict[str, Any]:
    """Return the slopes of nudges and the engine's slope as data for the view `family`.

    Args:
        words: In the language of the page.
        f: The function.
        nudged: Returns its slope by a nudge of a length.
        spans: The lengths of the nudges.
        errors: The relative error of each of them.
        at: Where the slope is computed.
        slope: The slope that the engine gives.
    """

    def by_h(values: Sequence[Any]) -> dict[str, Any]:
        return by("h", values=values)

    engine = {"label": words["engine"], "colour": "backward"}
    nudge = {"label": words["nudged"], "colour": "forward"}
    around = [at - 1.2 + i * 0.05 for i in range(49)]
    slopes, left = by_h([nudged(h) for h in spans]), by_h([at - h for h in spans])
    f_left, ends = by_h([f(at - h) for h in spans]), by_h([[at - h, at + h] for h in spans])
    f_ends = by_h([[f(at - h), f(at + h)] for h in spans])
    slope_marks = [
        {"kind": "line", "colour": "muted", "x": around, "y": [f(x) for x in around]},
        {"kind": "tangent", **engine, "x": at, "y": f(at), "slope": slope},
        {"kind": "tangent", **nudge, "dashed": True, "x": left, "y": f_left, "slope": slopes},
        {"kind": "dots", "colour": "forward", "handle": "h", "x": ends, "y": f_ends},
    ]
    curve = {"name": "curve", "tab": words["curve"], "title": words["slopes"], "least": 180}
    curve_axes = {"x": {"label": "b"}, "y": {"label": "c", "from": 0, "to": 280}}
    error = {"name": "error", "tab": "error", "title": words["off"]}
    error_axes = {"x": {"label": "h", "log": True}, "y": {"label": words["error"], "log": True}}
    error_marks = [{"kind": "run", "along": "h", "colour": "forward", "y": errors}]
    return {
        "sliders": [{"name": "h", "label": "h", "values": spans, "plays": True}],
        "panels": [
            {**curve, **curve_axes, "marks": slope_marks},
            {**error, **error_axes, "marks": error_marks},
        ],
        "readings": [
            {"label": words["nudged"], "values": slopes, "colour": "forward"},
            {"label": words["engine"], "values": slope, "colour": "backward"},
            {"label": words["error"], "values": by_h(errors)},
        ],
    }
