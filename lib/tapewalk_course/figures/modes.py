"""The data of `modes.qmd`: sweeps through a small network, and the edges that they cross."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from functools import reduce
from operator import add
from typing import Any, Final

from tapewalk import Dual, Value, trace
from tapewalk_course.figures.family import by

SIZES: Final = [1, 2, 4, 8, 16, 32]
"""The numbers of inputs and of outputs for which edges are counted."""

_POINT: Final = [0.5, -0.8, 0.3, 0.9, -0.4]
_OUTPUTS: Final = 4
_HIDDEN: Final = 3


class Counting:
    """A dual number that counts the edges which all such numbers cross."""

    crossed = 0

    def __init__(self, data: float, rate: float) -> None:
        self.data, self.rate = data, rate

    def __mul__(self, weight: float) -> Counting:
        Counting.crossed += 1
        return Counting(self.data * weight, self.rate * weight)

    def __add__(self, other: Counting) -> Counting:
        Counting.crossed += 2
        return Counting(self.data + other.data, self.rate + other.rate)

    def tanh(self) -> Counting:
        """Return the hyperbolic tangent."""
        Counting.crossed += 1
        t = math.tanh(self.data)
        return Counting(t, (1 - t * t) * self.rate)


def _weight(row: int, i: int) -> float:
    return math.cos(row + 2 * i)


def _layers(xs: list[Any], outputs: int, hidden: int, depth: int) -> list[list[Any]]:
    """Return the inputs, each hidden layer and the outputs of a network of tanh nodes."""

    def weighted(row: int) -> Any:
        return reduce(add, [x * _weight(row, i) for i, x in enumerate(layers[-1])])

    layers = [xs]
    for _ in range(depth):
        layers.append([weighted(row).tanh() for row in range(hidden)])
    return [*layers, [weighted(row) for row in range(outputs)]]


def network(xs: list[Any], outputs: int, hidden: int = 4, depth: int = 6) -> list[Any]:
    """Return the outputs of a network of tanh nodes."""
    return _layers(xs, outputs, hidden, depth)[-1]


def edges_crossed(inputs: int, outputs: int, **shape: int) -> dict[str, int]:
    """Return how many edges each mode crosses for the whole Jacobian of a network."""
    Counting.crossed = 0
    forward = []
    for moved in range(inputs):
        duals = [Counting(0.1 * i, float(i == moved)) for i in range(inputs)]
        forward.append([y.rate for y in network(duals, outputs, **shape)])

    crossed_back = 0
    xs = [Value(0.1 * i) for i in range(inputs)]
    for row, y in enumerate(network(xs, outputs, **shape)):
        crossed_back += sum(len(event["sends"]) for event in trace(y)["backward"])
        for x in xs:
            x.grad = 0.0
        y.backward()
        apart = max(abs(x.grad - rates[row]) for x, rates in zip(xs, forward, strict=True))
        assert apart < 1e-12, "both modes give the same derivatives"
    return {"forward": Counting.crossed, "backward": crossed_back}


def all_edges_crossed() -> dict[str, list[list[int]]]:
    """Return the edges that each mode crosses, by inputs and by outputs."""
    counts = [[edges_crossed(n, m) for m in SIZES] for n in SIZES]
    return {
        mode: [[count[mode] for count in row] for row in counts] for mode in ("forward", "backward")
    }


def cheaper(crossed: Mapping[str, Sequence[Sequence[int]]], inputs: int, outputs: int) -> str:
    """Return the mode that crosses fewer edges, `"forward"` or `"backward"`."""
    n, m = SIZES.index(inputs), SIZES.index(outputs)
    return "forward" if crossed["forward"][n][m] < crossed["backward"][n][m] else "backward"


def sweeps() -> list[dict[str, Any]]:
    """Return the sweeps through networks of one input to five, for the view `jacobian`."""
    return [_swept(_POINT[:n]) for n in range(1, len(_POINT) + 1)]


def _swept(point: list[float]) -> dict[str, Any]:
    """Return the sweeps from each input and from each output of a network."""
    sides, shape = range(len(point)), {"hidden": _HIDDEN, "depth": 1}
    forward, backward = [], []
    for moved in sides:
        duals = [Dual(x, float(i == moved)) for i, x in enumerate(point)]
        layers = _layers(duals, _OUTPUTS, **shape)
        forward.append([[node.rate for node in layer] for layer in layers])
    for row in range(_OUTPUTS):
        layers = _layers([Value(x) for x in point], _OUTPUTS, **shape)
        layers[-1][row].backward()
        backward.append([[node.grad for node in layer] for layer in layers])
        assert all(abs(backward[row][0][i] - forward[i][-1][row]) < 1e-12 for i in sides)
    crossed = [edges_crossed(len(point), m + 1, **shape) for m in range(_OUTPUTS)]
    return {
        "values": [[node.data for node in layer] for layer in layers],
        "forward": forward,
        "backward": backward,
        "weights": [
            [[_weight(row, i) for i in range(size)] for row in range(rows)]
            for size, rows in ((len(point), _HIDDEN), (_HIDDEN, _OUTPUTS))
        ],
        "slopes": [node.local_gradients[0] for node in layers[1]],
        "crossed": {mode: [count[mode] for count in crossed] for mode in ("forward", "backward")},
    }


def edge_family(
    words: Mapping[str, str], crossed: Mapping[str, Sequence[Sequence[int]]]
) -> dict[str, Any]:
    """Return the edges crossed by both modes, for the view `family`."""

    def panel(title: str, along: str, other: str) -> dict[str, Any]:
        marks = [
            {
                "kind": "run",
                "along": along,
                "colour": mode,
                "label": words[mode],
                "y": by(
                    other,
                    values=list(zip(*counts, strict=True)) if along == "inputs" else counts,
                ),
            }
            for mode, counts in crossed.items()
        ]
        x, y = ({"label": words[name], "log": True} for name in (along, "edges"))
        return {"title": words[title], "x": x, "y": y, "marks": marks}

    inputs, outputs = (
        {"name": name, "label": words[name], "values": SIZES, "at": at}
        for name, at in (("inputs", 3), ("outputs", 0))
    )
    return {
        "sliders": [inputs, outputs | {"plays": True}],
        "panels": [
            panel("by_inputs", "inputs", "outputs"),
            panel("by_outputs", "outputs", "inputs"),
        ],
        "readings": [
            {
                "label": words[mode],
                "colour": mode,
                "values": by("inputs", "outputs", values=counts),
            }
            for mode, counts in crossed.items()
        ],
    }
