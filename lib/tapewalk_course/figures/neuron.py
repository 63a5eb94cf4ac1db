"""Training runs of one neuron with two parameters: data of the page `neuron`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from tapewalk_course.changes import changes
from tapewalk_course.figures.family import by, panel, rounded, steps

Words = Mapping[str, str]
Figure = dict[str, Any]
Mark = Mapping[str, Any]
Run = Mapping[str, Any]
"""By quantity, its value at each step."""
Runs = Mapping[float, Run]
Points = Sequence[tuple[float, float]]
Height = Callable[[float, float], float]
"""Computes the loss of a pair of w and b."""


def _map(words: Words, field: Mark, marks: Sequence[Any]) -> Figure:
    """Return the panel with the loss of each pair of w and b, and marks on it."""
    (left, right), (bottom, top) = field["x"], field["y"]
    x, y = {"label": "w", "from": left, "to": right}, {"label": "b", "from": bottom, "to": top}
    return panel(words, "map", [field, *marks], least=190, x=x, y=y)


def learning(words: Words, runs: Runs, points: Points, field: Mark, program: str) -> Figure:
    """Return runs from one start, by learning rate; a page runs `program` for other starts."""
    first = next(iter(runs.values()))
    names = [name for name in first if name != "next"]
    by_rate = {name: {"by": ["rate"], "series": name} for name in names}
    at = {name: {"by": ["rate", "step"], "series": name} for name in names}
    run = {"kind": "run", "along": "step"}
    on_map = [
        {**run, "colour": "backward", "x": by_rate["w"], "y": by_rate["b"]},
        {"kind": "start", "colour": "ink", "x": by_rate["w0"], "y": by_rate["b0"]},
    ]
    fine = rounded(-2.4 + 0.1 * i for i in range(49))
    line = {"kind": "line", "label": words["neuron"], "colour": "forward", "x": fine}
    dots = {"kind": "dots", "label": words["points"], "colour": "ink"}
    x, y = zip(*points, strict=True)
    among = [{**line, "network": at["neuron"]}, {**dots, "x": x, "y": y}]
    places = rounded(-1.5 + 0.4 * i for i in range(21))
    here = {"x": at["w"], "y": at["loss"]}
    slices = [
        {"kind": "line", "colour": "muted", "x": places, "y": at["slice"]},
        {"kind": "tangent", "colour": "backward", **here, "slope": at["dw"]},
        {"kind": "dots", "colour": "forward", **here},
    ]
    losses = [{**run, "colour": "forward", "y": by_rate["loss"]}]
    step = {"label": words["step"]}
    series = {name: [run[name] for run in runs.values()] for name in names}
    return {
        "live": {"program": program, "along": "step", "place": ["w", "b"]},
        "series": {**series, "slice": changes(series["slice"])},
        "sliders": [
            {"name": "rate", "label": words["rate"], "values": list(runs), "at": 2},
            steps(words, range(len(first["loss"]))),
        ],
        "panels": [
            _map(words, field, on_map),
            panel(words, "neuron", among, x={"label": "x"}, y={"label": "y", "from": -1, "to": 1}),
            panel(words, "slice", slices, x={"label": "w"}, y={"from": 0, "to": 2}),
            panel(words, "loss", losses, x=step, y={"log": True, "from": 0.01, "to": 10}),
        ],
        "readings": [
            {"label": words["loss"], "values": at["loss"], "colour": "forward"},
            {"label": "w =", "values": at["w"], "colour": "forward"},
            {"label": "b =", "values": at["b"], "colour": "forward"},
            {"label": "∂w", "values": at["dw"], "colour": "backward"},
            {"label": "∂b", "values": at["db"], "colour": "backward"},
        ],
    }


def pulls(words: Words, points: Points, by_point: Any, run: Run) -> Figure:
    """Return the gradients of each point at the first steps of a run, and their means."""
    bars = {"kind": "bars", "label": words["each"], "colour": "backward"}
    rule = {"kind": "rule", "label": words["mean"], "colour": "ink"}
    x = [x for x, _ in points]
    axes = {"x": {"label": words["point"], "from": -2.4, "to": 2.4}, "y": {}}
    panels, means = [], []
    for i, name in enumerate(("w", "b")):
        each = by("step", values=[gradients[i] for gradients in by_point])
        means.append(by("step", values=run[f"d{name}"][: len(by_point)]))
        marks = [{**bars, "x": x, "y": each}, {**rule, "y": means[i]}]
        panels.append(panel(words, name, marks, least=150, **axes))
    return {
        "sliders": [steps(words, range(len(by_point)))],
        "panels": panels,
        "readings": [
            {"label": f"{words['mean']}: ∂w", "colour": "backward", "values": means[0]},
            {"label": "∂b", "colour": "backward", "values": means[1]},
        ],
    }


def sampled(words: Words, runs: Runs, height: Height, field: Mark) -> Figure:
    """Return runs by the number of points in a step, on a map of a part of the field."""
    heights = rounded(height(-1.5 + i / 6, -0.75 + j / 6) for j in range(16) for i in range(25))
    near = {"columns": 25, "rows": 16, "x": [-1.5, 2.5], "y": [-0.75, 1.75], "values": heights}
    w, b = (by("size", values=[run[name] for run in runs.values()]) for name in "wb")
    path = {"kind": "run", "along": "step", "colour": "backward", "x": w, "y": b}
    by_step = {"by": ["size", "step"]}
    return {
        "sliders": [
            {"name": "size", "label": words["size"], "values": list(runs)},
            steps(words, range(len(w["values"][0]))),
        ],
        "panels": [_map(words, {**field, **near}, [path])],
        "readings": [
            {"label": "w =", "colour": "forward", "values": {**w, **by_step}},
            {"label": "b =", "colour": "forward", "values": {**b, **by_step}},
        ],
    }
