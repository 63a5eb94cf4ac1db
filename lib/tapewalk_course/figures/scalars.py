"""The data of `scalars.qmd`: where a chain is level, and what a loop leaves on the tape."""

from __future__ import annotations

from typing import Any

from tapewalk import Value, grad, trace
from tapewalk_course.figures.variants import choice

_GROW = """\
def grow(x):
    while x.data < 10:
        x = x + x
    return x
"""


def level() -> dict[str, str]:
    """Return where c = (3x + 1)² is level, and what the last step back does with 3."""
    whole, after_three = grad(lambda x: (3 * x + 1) ** 2), grad(lambda a: (a + 1) ** 2)
    assert [after_three(b - 1) for b in (0.0, 1.0, 7.0)] == [0, 2, 14], "it is 2b"
    return {
        "where": "b" if abs(whole(-1 / 3)) < 1e-9 else "x",
        "last": "times" if whole(2.0) == 3 * after_three(6.0) else "plus",
    }


def left_behind(on_tape: str) -> dict[str, Any]:
    """Return what a loop leaves on the tape from two starts, as choices of the view.

    Args:
        on_tape: The words before the list of nodes.
    """
    starts = (3.0, 1.0)
    return {
        "choices": [choice("start", "x", {str(start): f"{start:g}" for start in starts})],
        "cases": {str(start): _before_the_walk(start, on_tape) for start in starts},
    }


def _before_the_walk(start: float, on_tape: str) -> dict[str, Any]:
    """Return what `grow` left on the tape; no `backward()` runs."""
    names: dict[str, Any] = {}
    exec(_GROW, names)
    walk = trace(names["grow"](Value(start, label="x")))
    kinds = [node["op"] for node in walk["nodes"] if node["op"] != "leaf"]
    return {
        "pictures": [{"trace": walk, "step": len(walk["forward"])}],
        "readings": [{"label": on_tape, "value": ", ".join(kinds)}],
        "code": f"{_GROW}\ngrow(Value({start:g}))",
    }
