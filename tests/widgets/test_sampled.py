"""The curves of a lens in a notebook, against the library itself and central differences."""

from __future__ import annotations

import json
import math
import random
from typing import Any

import pytest

from tapewalk import Value, trace, widgets
from tapewalk.trace.format import encode_number
from tapewalk.widgets.sampled import sampled
from tests.live.random_graphs import ONE, TWO, random_case

PARTS = 8


def _given(walk: dict[str, Any]) -> tuple[dict[str, Any], list[Any]]:
    leaves = {f"x{node['id']}": node["value"] for node in walk["nodes"] if node["op"] == "leaf"}
    return leaves, [node["value"] for node in walk["nodes"]]


def _walks() -> list[dict[str, Any]]:
    """Return each operation once, with each kind of operand, at a point where it is smooth."""
    x, y = Value(0.7, label="x"), Value(1.3, label="y")
    one = [rule(x) for rule in ONE.values()]
    two = [rule(*pair) for rule in TWO.values() for pair in ((x, y), (x, x), (x, 2.0), (2.0, x))]
    return [trace(root) for root in [*one, *two]]


def test_windows_have_the_local_gradient_as_slope() -> None:
    h = 1e-5
    for walk in _walks():
        for i, edge in enumerate(walk["edges"]):
            at = walk["nodes"][edge["from"]]["value"]
            ends = {"least": at - h, "most": at + h, "parts": 2}
            ((low, middle, high),) = sampled(walk, [{"edge": i, **ends}], *_given(walk))
            assert middle == pytest.approx(walk["nodes"][edge["to"]]["value"], rel=1e-12)
            slope = (float(high) - float(low)) / (2 * h)
            assert slope == pytest.approx(edge["local"], rel=1e-7), walk["nodes"][edge["to"]]["op"]


def test_root_along_a_leaf_matches_the_program() -> None:
    chance = random.Random(18)
    gaps = 0
    for _ in range(150):
        walk, leaves, program = random_case(chance)
        ids = {node["label"]: node["id"] for node in walk["nodes"] if node["label"]}
        others = {f"x{ids[label]}": x for label, x in leaves.items()}
        for label, leaf in ids.items():
            curve = {"leaf": leaf, "least": -2.0, "most": 2.0, "parts": PARTS}
            ((*curve_y,),) = sampled(walk, [curve], others, _given(walk)[1])
            for i, y in enumerate(curve_y):
                x = -2.0 + 4.0 * i / PARTS
                numbers = [
                    x if f"x{n}" == label else float(leaves.get(f"x{n}", 1.0))
                    for n in range(program.leaves)
                ]
                try:
                    expected = program.run(numbers)["nodes"][-1]["value"]
                except (ArithmeticError, ValueError):
                    expected = encode_number(math.nan)
                    gaps += 1
                assert json.dumps(y) == json.dumps(expected)
    assert gaps > 100


def test_figure_sends_the_requested_curves(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    x = Value(2.0, label="x")
    figure: Any = widgets.stepper(x.log() * x, lens="x")
    sent: list[dict[str, Any]] = []
    monkeypatch.setattr(figure, "send", sent.append)
    curves = [
        {"edge": 0, "least": -1.0, "most": 3.0, "parts": 4},
        {"leaf": 0, "least": "NaN", "most": 1.0, "parts": 1},
    ]
    walk = figure.trace
    figure._handle_custom_msg(
        {"id": "7", "leaves": {"x0": 2.0}, "curves": curves, "at": _given(walk)[1]}, []
    )
    (answer,) = sent
    assert answer["id"] == "7"
    window, whole = answer["curves"]
    assert window == ["NaN", "NaN", 0.0, math.log(2.0), math.log(3.0)]
    assert whole == ["NaN", "NaN"]
    json.dumps(answer, allow_nan=False)
