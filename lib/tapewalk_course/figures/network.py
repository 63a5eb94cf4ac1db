"""The data of `network.qmd`: training runs of small networks, and the curvature along them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

import numpy as np

from tapewalk import Value
from tapewalk_course.changes import changes
from tapewalk_course.figures.family import by, panel, rounded, steps

Words = Mapping[str, str]
Figure = dict[str, Any]
Array = np.ndarray[Any, Any]

_PARABOLA_RATES: Final = [0.02, 0.05, 0.1, 0.125, 0.15, 0.2, 0.24, 0.25, 0.26, 0.28]
_PARABOLA_STEPS: Final = 13


def _sliders(words: Words, rates: Sequence[float], count: int, at: int) -> list[Figure]:
    """Return the sliders of the learning rate, where it begins `at` this index, and the step."""
    return [
        {"name": "rate", "label": words["rate"], "values": rates, "at": at},
        steps(words, range(count)),
    ]


def _field(border: float, levels: list[float], x: list[float], y: list[float]) -> Figure:
    sizes = {"columns": 48, "rows": 48, "border": border, "levels": levels}
    return {"kind": "field", **sizes, "x": x, "y": y}


def training_runs(
    words: Words,
    rates: Sequence[float],
    walk: Sequence[tuple[Array, Sequence[Array]]],
    curvatures: Array,
    far: float,
) -> tuple[Figure, Figure]:
    """Return the runs of one network at several rates: on a map of XOR, and with curvature.

    Args:
        words: The words of both figures.
        rates: The learning rate of each run.
        walk: Before each step, the losses of all runs, and their parameters, stacked.
        curvatures: By step and run, the largest curvature.
        far: The loss at which a run is stopped.
    """
    losses = np.array([now for now, _ in walk])
    networks, falls, bends = [], [], []
    for i in range(len(rates)):
        gone = ~(losses[:, i] < far)
        end = int(gone.argmax()) if gone.any() else len(walk)
        networks.append([_packed(*(a[i] for a in arrays)) for _, arrays in walk[:end]])
        falls.append(rounded(losses[:end, i]))
        bends.append(rounded(curvatures[:end, i]))

    series = {
        name: {"by": ["rate", "step"], "series": name} for name in ("loss", "network", "curvature")
    }
    step = {"label": words["step"]}
    runs = {"kind": "run", "along": "step"}
    fall = {**runs, "colour": "forward", "y": {"by": ["rate"], "series": "loss"}}
    bend = {**runs, "colour": "backward", "y": {"by": ["rate"], "series": "curvature"}}
    by_loss = panel(words, "loss", [fall], least=120, x=step, y={"log": True, "each": ["rate"]})
    loss = {"label": words["loss"], "values": series["loss"], "colour": "forward"}
    ones = {"kind": "dots", "label": words["one"], "colour": "ink", "x": [0, 1], "y": [1, 0]}
    zeros = {"kind": "dots", "label": words["zero"], "colour": "ink", "x": [0, 1], "y": [0, 1]}
    field = _field(0.5, [i / 10 for i in range(11)], [-0.5, 1.5], [-0.5, 1.5])
    on_map = [{**field, "network": series["network"]}, ones, {**zeros, "filled": [0, 0]}]
    inputs = {"x": {"label": words["first"]}, "y": {"label": words["second"]}}
    xor = {
        "series": {"loss": falls, "network": changes(networks)},
        "sliders": _sliders(words, rates, len(walk), 1),
        "panels": [panel(words, "map", on_map, least=200, **inputs), by_loss],
        "readings": [loss],
    }

    rate, steps = _sliders(words, rates, len(walk), 3)
    borders = by("rate", values=[2 / rate for rate in rates])
    border = {"kind": "rule", "label": words["border"], "colour": "ink", "y": borders}
    steepness = {
        "series": {"loss": falls, "curvature": bends},
        "sliders": [rate, {**steps, "at": 81}],
        "panels": [
            by_loss,
            panel(words, "curvature", [bend, border], least=120, x=step, y={"from": 0, "to": 12}),
        ],
        "readings": [
            loss,
            {"label": words["curvature"], "colour": "backward", "values": series["curvature"]},
            {"label": f"{words['border']} =", "values": borders},
        ],
    }
    return xor, steepness


def _packed(w1: Array, b1: Array, w2: Array, b2: Array) -> list[float]:
    """Return the parameters of one network, those of each hidden number together."""
    return rounded([*np.column_stack([w1.T, b1.T, w2]).ravel(), *b2.ravel()])


def parabola_runs(words: Words) -> Figure:
    """Return steps down the parabola 4x², at ten rates."""
    runs = [_down_the_parabola(rate) for rate in _PARABOLA_RATES]
    x, loss, slope = ([run[k] for run in runs] for k in range(3))
    by_both = {"x": by("rate", "step", values=x), "y": by("rate", "step", values=loss)}
    by_rate = {"x": by("rate", values=x), "y": by("rate", values=loss)}
    slopes = by("rate", "step", values=slope)
    line = np.linspace(-4, 4, 65)
    curve = {"kind": "line", "label": "4x²", "colour": "muted"}
    tangent = {"kind": "tangent", "label": words["slope"], "colour": "backward"}
    run = {"kind": "run", "along": "step"}
    on_curve = [
        {**curve, "x": line.tolist(), "y": (4 * line**2).tolist()},
        {**tangent, **by_both, "slope": slopes},
        {**run, "label": words["walk"], "colour": "forward", **by_rate},
    ]
    by_step = [{**run, "colour": "forward", "y": by_rate["x"]}]
    x_axis, heights = {"label": "x", "from": -4, "to": 4}, {"from": 0, "to": 60}
    return {
        "sliders": _sliders(words, _PARABOLA_RATES, _PARABOLA_STEPS, 2),
        "panels": [
            panel(
                words, "walk", on_curve, least=180, x=x_axis, y={"label": words["loss"], **heights}
            ),
            panel(words, "x", by_step, least=120, x={"label": words["step"]}, y=x_axis),
        ],
        "readings": [
            {"label": "x =", "values": by_both["x"], "colour": "forward"},
            {"label": "∂x", "values": slopes, "colour": "backward"},
        ],
    }


def _down_the_parabola(rate: float) -> list[list[float]]:
    """Return x, the loss and the gradient at each step of a run."""
    at, steps = 1.5, []
    for _ in range(_PARABOLA_STEPS):
        x = Value(at)
        loss = 4 * x * x
        loss.backward()
        steps.append([x.data, loss.data, x.grad])
        at -= rate * x.grad
    return [[*series] for series in zip(*steps, strict=True)]


def twenty_starts(
    words: Words, first: Array, last: Mapping[float, tuple[Array, Array]], far: float
) -> Figure:
    """Return the curvature of networks before and after training, with the border of each rate.

    Args:
        words: The words of the figure.
        first: The curvature of each network at its start.
        last: By rate, the losses at the end, and the curvatures.
        far: The loss from which a network has exploded.
    """
    numbers = list(range(len(first)))
    ends = [zip(first, *last[rate], strict=True) for rate in last]
    split = [
        [(None, float(begun)) if not loss < far else (float(end), None) for begun, loss, end in run]
        for run in ends
    ]
    stayed, gone = ([[pair[k] for pair in run] for run in split] for k in range(2))
    good = [int((losses < 0.01).sum()) for losses, _ in last.values()]
    exploded = [sum(bend is not None for bend in run) for run in gone]
    above = [int((first > 2 / rate).sum()) for rate in last]
    borders = by("rate", values=[2 / rate for rate in last])
    begin = {"kind": "dots", "label": words["start"], "colour": "backward"}
    end = {"kind": "dots", "label": words["end"], "colour": "forward"}
    explode = {"kind": "dots", "label": words["explodes"], "colour": "error", "cross": True}
    return {
        "sliders": [{"name": "rate", "label": words["rate"], "values": [*last], "at": 1}],
        "panels": [
            {
                "name": "twenty",
                "title": words["title"],
                "x": {"label": words["network"], "from": -0.5, "to": 19.5},
                "y": {"label": words["curvature"], "from": 0, "to": 21},
                "marks": [
                    {"kind": "rule", "label": words["border"], "colour": "ink", "y": borders},
                    {**begin, "x": numbers, "y": first.tolist(), "filled": [0] * len(first)},
                    {**end, "x": numbers, "y": by("rate", values=stayed)},
                    {**explode, "x": numbers, "y": by("rate", values=gone)},
                ],
            }
        ],
        "readings": [
            {"label": words["good"], "values": by("rate", values=good), "colour": "forward"},
            {"label": words["explode"], "values": by("rate", values=exploded), "colour": "error"},
            {"label": words["above"], "values": by("rate", values=above)},
        ],
    }


def two_crescents(
    words: Words,
    points: Sequence[tuple[float, float, float]],
    moments: Sequence[tuple[Sequence[float], float]],
    misses: Sequence[int],
) -> Figure:
    """Return a network of `Value`s that learns to tell two crescents apart.

    Args:
        words: The words of the figure.
        points: The x, y and kind of each point, 1 or −1.
        moments: Every five steps, the parameters and the loss.
        misses: At the same steps, the number of points on the wrong side.
    """
    networks, losses = [rounded(now) for now, _ in moments], rounded(loss for _, loss in moments)
    field = _field(0, [i / 4 for i in range(-5, 6)], [-1.5, 2.5], [-1.1, 1.6])
    ones, minus = (_small_dots(words, points, kind) for kind in (1, -1))
    on_map = [
        {**field, "network": by("step", values=networks)},
        ones,
        {**minus, "filled": [0] * len(minus["x"])},
    ]
    fall = {"kind": "run", "along": "step", "colour": "forward", "y": losses}
    loss = {"label": words["loss"], "values": by("step", values=losses), "colour": "forward"}
    return {
        "sliders": [steps(words, range(0, 5 * len(moments), 5))],
        "panels": [
            panel(words, "map", on_map, least=200, x={"label": "x"}, y={"label": "y"}),
            panel(words, "loss", [fall], least=120, x={"label": words["step"]}, y={"from": 0}),
        ],
        "readings": [loss, {"label": words["misses"], "values": by("step", values=misses)}],
    }


def _small_dots(words: Words, points: Sequence[tuple[float, float, float]], kind: int) -> Figure:
    """Return the points of this kind as a mark."""
    of_kind = [point for point in points if point[2] == kind]
    return {
        "kind": "dots",
        "label": words["one" if kind > 0 else "minus"],
        "colour": "ink",
        "small": True,
        "x": rounded(x for x, _, _ in of_kind),
        "y": rounded(y for _, y, _ in of_kind),
    }


def by_layer(words: Words, through: Mapping[float, Sequence[float]]) -> Figure:
    """Return the gradients that arrive at each layer, by the weight of all layers."""
    rows = [rounded(row) for row in through.values()]
    arrived = [float(f"{row[0]:.2g}") for row in through.values()]
    points = {"colour": "backward", "x": [*range(len(rows[0]))], "y": by("w", values=rows)}
    return {
        "sliders": [{"name": "w", "label": "w", "values": [*through], "at": 4, "plays": True}],
        "panels": [
            {
                "name": "gradients",
                "title": words["title"],
                "x": {"label": words["layer"]},
                "y": {"log": True, "from": 1e-30},
                "marks": [{"kind": "line", **points}, {"kind": "dots", **points}],
            }
        ],
        "readings": [
            {"label": words["first"], "colour": "backward", "values": by("w", values=arrived)}
        ],
    }
