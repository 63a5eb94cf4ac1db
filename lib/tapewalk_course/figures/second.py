"""The data of `second.qmd`: functions with both of their derivatives."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from tapewalk import Value, grad
from tapewalk_course.figures.family import by

Words = Mapping[str, str]
Figure = dict[str, Any]
Function = Callable[[Value], Value]

FUNCTIONS: Final[dict[str, Function]] = {
    "x³": lambda x: x**3,
    "tanh": lambda x: x.tanh(),
    "relu": lambda x: x.relu(),
    "|x|": lambda x: x.relu() + (-x).relu(),
    "relu²": lambda x: x.relu() ** 2,
}
"""The functions of the first figure, by their displayed names."""

_POINTS: Final = [round(0.1 * i, 1) for i in range(-25, 26)]
_COLOURS: Final = {"value": "forward", "slope": "backward", "bend": "saved"}


def derivatives(function: Function, at: float) -> tuple[float, float, float]:
    """Return a function's value, its slope and its second derivative at a number."""
    x = Value(at)
    y = function(x)
    (first,) = grad(y, [x], create_graph=True)
    (second,) = grad(first, [x])
    return y.data, first.data, second


def bends(words: Words) -> Figure:
    """Return each function with its slope and its second derivative, one panel each."""
    found = [[derivatives(function, at) for at in _POINTS] for function in FUNCTIONS.values()]
    kinds = enumerate(_COLOURS)
    columns = {kind: [[point[k] for point in curve] for curve in found] for k, kind in kinds}
    at = {kind: by("function", "x", values=rows) for kind, rows in columns.items()}
    where = by("x", values=_POINTS)

    def panel(kind: str, after: str | None) -> Figure:
        curve = by("function", values=columns[kind])
        marks = [{"kind": "run", "along": "x", "y": curve, "colour": _COLOURS[kind]}]
        if after:
            tangent = {"kind": "tangent", "x": where, "y": at[kind], "slope": at[after]}
            marks.append({**tangent, "colour": "backward"})
        else:
            marks[0]["of"] = "tangent"  # it waits for the answer
        return {
            "title": words[kind],
            "x": {"from": _POINTS[0], "to": _POINTS[-1], "label": "x"},
            "y": {"from": -7, "to": 7, "label": ""},  # one scale, to compare slopes by eye
            "marks": marks,
        }

    names = {"name": "function", "label": words["function"], "values": [*FUNCTIONS], "at": 0}
    places = {"name": "x", "label": "x", "values": _POINTS, "at": _POINTS.index(-1.0)}
    return {
        "sliders": [names, places],
        "panels": [panel("value", "slope"), panel("slope", "bend"), panel("bend", None)],
        "readings": [
            {
                "label": words[kind],
                "colour": colour,
                "values": at[kind],
                "of": "tangent" if kind == "bend" else "",
            }
            for kind, colour in _COLOURS.items()
        ],
    }
