"""A product of two vectors on the tapes of both engines, and more data of the page `tensors`."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from typing import Any, Final

import numpy as np

from tapewalk import Tensor, Value, trace
from tapewalk.trace.format import Trace
from tapewalk_course.figures.family import by, rounded

Words = Mapping[str, str]

LENGTHS: Final = (2, 10, 100, 1000)
PARTS: Final = (0, 0.25, 0.5, 0.75, 1)
"""The parts of the backward pass that the figure shows."""

# The cells of a sheet: one for each node of the longest tape.
_WIDE: Final = 80
_HIGH: Final = 50
# The strength of a cell's colour.
_EMPTY, _LEAF, _OPERATION, _PASSED = "ATy/"


def tapes(words: Words) -> dict[str, Any]:
    """Return products of two vectors on the tapes of both engines, and how both walk back."""
    many, one, u = zip(*map(_taped, LENGTHS), strict=True)
    walks = [[_walked(tape, part) for part in PARTS] for tape in many]
    passed, counts, places, at_u = ([[walk[i] for walk in row] for row in walks] for i in range(4))
    nodes, nodes_of_one = ([len(tape["nodes"]) for tape in kind] for kind in (many, one))
    passed_of_one = [
        [_sheet((_PASSED if part else _EMPTY) * count) for part in PARTS] for count in nodes_of_one
    ]
    at_u_of_one = [[rounded(tensor.grad, 3) if part else [] for part in PARTS] for tensor in u]
    return {
        "sliders": [
            {"name": "length", "label": words["length"], "values": LENGTHS, "at": 3},
            {"name": "walk", "label": words["walk"], "values": PARTS, "at": 3, "plays": True},
        ],
        "panels": [
            _sheets(words["values"], words["scalar_tab"], many, passed),
            _sheets(words["tensors"], words["tensor_tab"], one, passed_of_one),
            _slopes(words, places, at_u, at_u_of_one),
        ],
        "readings": [
            _reading(words["nodes"], _by_length(nodes), "forward"),
            _reading(words["passed"], _by_both(counts), "backward"),
            _reading(words["nodes_of_one"], _by_length(nodes_of_one), "forward"),
        ],
    }


def longest(figure: Mapping[str, Any]) -> dict[str, int]:
    """Return the number of nodes of the longest scalar tape in `tapes`, and two wrong guesses."""
    n, nodes = LENGTHS[-1], figure["readings"][0]["values"]["values"]
    return {"once": n, "leaves": 2 * n + 1, "all": nodes[-1]}


def _taped(n: int) -> tuple[Trace, Trace, Tensor]:
    """Return the tapes of a product of two vectors in both engines, and u of the second."""
    numbers = [(math.cos(7 * i / n), math.sin(7 * i / n)) for i in range(n)]
    vectors = zip(*numbers, strict=True)
    products = [Value(p, label=f"u{i}") * Value(q) for i, (p, q) in enumerate(numbers)]
    total = products[0]
    for product in products[1:]:
        total = total + product
    u, v = (Tensor(list(vector), requires_grad=True, dtype=np.float64) for vector in vectors)
    dot = u @ v
    dot.backward(retain_graph=True)
    return trace(total), trace(dot), u


def _walked(tape: Trace, part: float) -> tuple[str, int, list[float], list[float]]:
    """Return how far a part of the backward pass has come.

    Returns:
        The sheet of the nodes that it has passed, their number, the places in u at which a gradient
        has arrived (from 0 to 1), and these gradients.
    """
    sends = [send for event in tape["backward"] for send in event["sends"]]
    done = sends[: math.ceil(part * len(sends))]
    edges = [tape["edges"][send["edge"]] for send in done]
    passed = {end for edge in edges for end in (edge["from"], edge["to"])}
    arrived = {edge["from"]: send["contribution"] for edge, send in zip(edges, done, strict=True)}
    sheet = _sheet(_PASSED if node["id"] in passed else _EMPTY for node in tape["nodes"])
    u = [node["id"] for node in tape["nodes"] if (node["label"] or "").startswith("u")]
    places = [i / len(u) for i, leaf in enumerate(u) if leaf in arrived]
    return sheet, len(passed), places, rounded((arrived[leaf] for leaf in u if leaf in arrived), 3)


def _sheet(levels: Iterable[str]) -> str:
    """Return the levels of all cells of a sheet; those after the last node are empty."""
    return "".join(levels).ljust(_WIDE * _HIGH, _EMPTY)


def _sheets(title: str, tab: str, walks: Iterable[Trace], passed: Any) -> dict[str, Any]:
    """Return the panel with the tapes of one engine, and the nodes that were `passed`."""
    kinds = [
        _sheet(_LEAF if node["op"] == "leaf" else _OPERATION for node in walk["nodes"])
        for walk in walks
    ]
    ends = {"x": [0, _WIDE], "y": [_HIGH, 0], "columns": _WIDE, "rows": _HIGH}
    marks = [
        {"kind": "cells", "colour": "forward", **ends, "levels": _by_length(kinds)},
        {"kind": "cells", "colour": "backward", **ends, "levels": _by_both(passed)},
    ]
    return {"title": title, "tab": tab, "bare": True, "x": {}, "y": {}, "marks": marks}


def _slopes(words: Words, places: Any, at_u: Any, at_u_of_one: Any) -> dict[str, Any]:
    """Return the panel of the gradients that have arrived at u in both engines."""
    dots = {"kind": "dots", "colour": "backward", "label": words["many"]}
    line = {"kind": "line", "colour": "ink", "label": words["one"]}
    all_places = [[i / n for i in range(n)] for n in LENGTHS]
    return {
        "title": words["slopes"],
        "tab": words["slope_tab"],
        "x": {"label": words["place"], "from": 0, "to": 1},
        "y": {"label": "∂u", "from": -1.1, "to": 1.1},
        "marks": [
            {**dots, "x": _by_both(places), "y": _by_both(at_u)},
            {**line, "x": _by_length(all_places), "y": _by_both(at_u_of_one)},
        ],
    }


def _by_both(values: Any) -> dict[str, Any]:
    return by("length", "walk", values=values)


def _reading(label: str, values: Any, colour: str) -> dict[str, Any]:
    return {"label": label, "values": values, "colour": colour}


def _by_length(values: Any) -> dict[str, Any]:
    return by("length", values=values)


def five_operations() -> tuple[Trace, float]:
    """Return a tape with five operations, and the largest change of log-softmax if all z grow."""
    table = Tensor([[1.0, 0.0], [0.0, 2.0], [-1.0, 1.0]], requires_grad=True)
    rows = table[np.array([0, 2, 0])]
    weight = Tensor([[1.0, -1.0], [0.5, 1.0]], requires_grad=True)
    bias = Tensor([0.0, 0.5], requires_grad=True)
    z = rows @ weight + bias
    logs = z.log_softmax(-1)
    names = {"table": table, "rows": rows, "W": weight, "b": bias, "z": z, "logs": logs}
    moved = abs((z + 1).log_softmax(-1).data - logs.data).max()
    return trace(logs.sum(), names), moved


def means(words: Words, x: Tensor) -> dict[str, Any]:
    """Return the mean of x + b and its slope, for some values of the first number of b."""
    settings = [round(-3 + 0.5 * i, 1) for i in range(13)]
    heights, slopes = zip(*(_mean(x, first) for first in settings), strict=True)

    def by_first(values: Iterable[float]) -> dict[str, Any]:
        return by("first", values=list(values))

    place = {"x": by_first(settings), "y": by_first(heights)}
    return {
        "sliders": [{"name": "first", "label": words["first"], "values": settings, "at": 7}],
        "panels": [
            {
                "title": words["title"],
                "x": {"label": words["first"]},
                "y": {"label": words["mean"]},
                "marks": [
                    {"kind": "line", "colour": "muted", "x": settings, "y": heights},
                    {"kind": "tangent", "colour": "backward", **place, "slope": by_first(slopes)},
                    {"kind": "dots", "colour": "forward", "handle": "first", **place},
                ],
            }
        ],
        "readings": [_reading(words["mean"], by_first(heights), "forward")],
    }


def _mean(x: Tensor, first: float) -> tuple[float, float]:
    b: Any = Tensor([first, 1.0, -2.0], requires_grad=True, dtype=np.float64)
    mean = (Tensor(x.data.astype(np.float64)) + b).mean()
    mean.backward()
    return mean.item(), float(b.grad[0])
