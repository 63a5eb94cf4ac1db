"""What the page of tensors checks its edits with: programs, and the gradients of known mistakes."""

from __future__ import annotations

from collections.abc import Mapping
from inspect import getsource
from pathlib import Path
from typing import Any, Final

from tapewalk_course.lab import nudge as harness
from tapewalk_course.lab import tensor
from tapewalk_course.lab.bugs import replaced

_SUM: Final = """\
given = [("m", [[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]])]
def f(m):
    w, s = np.array([1.0, 2.0, -1.0]), m.sum(axis=0)
    return Tensor(s.data @ w, "Dot", (s,), lambda g: (g * w,))
"""
_FIT: Final = """\
given = [("x", [[1.0, 2.0, 0.5], [-1.0, 0.0, 3.0]]), ("c", [[2.0], [-1.0]]), ("b", [1.0, 0.0, 2.0])]
def f(x, c, b):
    return ((x + c) * (x + b)).sum()
"""
_PRODUCT: Final = """\
given = [("X", [[1.0, 2.0], [0.0, -1.0], [3.0, 1.0]]), ("W", [[1.0, 0.0, 2.0], [-1.0, 1.0, 0.5]])]
def f(x, w):
    y = x @ w
    return (y * y).sum()
"""
_LOG_SOFTMAX: Final = """\
given = [("scores", [[1.0, 2.0, 3.0], [0.5, -1.0, 0.0]])]
def f(s):
    return (s.log_softmax() * np.array([[2.0, 0.0, 0.0], [0.0, -1.0, 3.0]])).sum()
"""
_PICK: Final = """\
given = [("table", [[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]])]
def f(table):
    return (table[np.array([0, 2, 0])] * np.array([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]])).sum()
"""

# By cell: its program, and pieces of the finished engine with what known mistakes have instead.
_EDITS: Final = {
    "cell-sum": (_SUM, "np.zeros(a.shape) + ", ("",)),
    "cell-fit": (_FIT, "gradient = gradient.sum(axis=axis, keepdims=True)", ("pass",)),
    "cell-product": (
        _PRODUCT,
        "g @ b.swapaxes(-1, -2), a.swapaxes(-1, -2) @ g",
        ("g, g", "g @ b.swapaxes(-1, -2), g.swapaxes(-1, -2) @ a"),
    ),
    "cell-log-softmax": (_LOG_SOFTMAX, " * g.sum(axis=-1, keepdims=True)", ("",)),
    "cell-pick": (_PICK, "np.add.at(rows, key, g)", ("rows[key] = g",)),
}


def tensor_edits(said: Mapping[str, tuple[str, ...]]) -> dict[str, Any]:
    """Return the data with which a page checks the edits of its tensor engine.

    Args:
        said: By cell the sentence on a right edit, then one on each known mistake.

    Example:
        >>> data = tensor_edits({"cell-pick": ("Right.", "Only one of two uses.")})
        >>> data["cells"]["cell-pick"]["mistakes"][0]["got"][0]["got"]
        [5.0, 6.0, 0.0, 0.0, 3.0, 4.0]
    """
    cells = {}
    for cell, (right, *mistakes) in said.items():
        program, piece, wrong = _EDITS[cell]
        got = [harness.nudge(broken(piece, one), program)["leaves"] for one in wrong]
        cells[cell] = {
            "nudge": program,
            "said": right,
            "mistakes": [{"got": g, "say": say} for g, say in zip(got, mistakes, strict=True)],
        }
    return {"nudge": Path(harness.__file__).read_text("utf-8"), "cells": cells}


def broken(piece: str, wrong: str) -> str:
    """Return the text of the finished engine with one piece of it replaced."""
    return replaced(getsource(tensor), piece, wrong)
