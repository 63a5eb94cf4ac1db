"""A curve with gradients as tangents: they touch it, at all settings."""

from __future__ import annotations

import pytest

from tapewalk import Value
from tapewalk_course.slopes import slope_family


def _slope(k: float, a: float) -> float:
    x = Value(a)
    (k * x * x).backward()
    return x.grad


def test_tangents_touch_the_curve_with_their_slopes() -> None:
    steps = [i / 2 for i in range(5)]
    family = slope_family(
        "y",
        {"k": [1, 3], "a": steps},
        {"k": 3, "a": 1.5},
        lambda k, a: k * a * a,
        {"none": lambda k, a: 0.0, "slope": _slope},
        called={"a": "α", "result": "y"},
        top=12,
    )
    assert [(one["label"], one["at"]) for one in family["sliders"]] == [("k", 1), ("α", 3)]
    (panel,) = family["panels"]
    line, level, tangent, dots = panel["marks"]
    assert level["dashed"]
    assert not tangent["dashed"]
    for i, k in enumerate((1, 3)):
        assert dots["y"]["values"][i] == pytest.approx([k * a * a for a in steps])
        assert tangent["slope"]["values"][i] == pytest.approx([2 * k * a for a in steps])
        curve = dict(zip(line["x"], line["y"]["values"][i], strict=True))
        assert curve[0.0] == 0
        assert curve[2.0] == 4 * k
    told = {reading["label"]: reading["values"] for reading in family["readings"]}
    assert told == {"y": dots["y"], "none": level["slope"], "slope": tangent["slope"]}


def test_family_of_one_number_needs_no_others() -> None:
    family = slope_family(
        "y", {"a": [0, 1]}, {"a": 0}, lambda a: 2 * a, {"slope": lambda a: 2.0},
        called={"result": "y"}, top=2,
    )  # fmt: skip
    line = family["panels"][0]["marks"][0]
    assert line["y"][-1] == 2
