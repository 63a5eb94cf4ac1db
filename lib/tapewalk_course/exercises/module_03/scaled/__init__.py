"""03.4: the backward pass of the division by a standard deviation, in small steps."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from tapewalk_course.checking.exercise import Case, Exercise, Factor
from tapewalk_course.checking.folder import Folder
from tapewalk_course.checking.oracles import Array, by_torch, central
from tapewalk_course.exercises.module_03.pieces import EPS


def _draw(rng: np.random.Generator) -> list[Case]:
    cases = []
    # In the last one the variance is so small that the added epsilon matters.
    for n, width, scale in ((3, 4, 1), (4, 3, 1), (5, 1, 1), (6, 2, 0.01)):
        rows = scale * rng.normal(size=(n, width))
        bndiff = rows - rows.mean(0)
        cases.append(Case({"dbnraw": rng.normal(size=(n, width)), "bndiff": bndiff}))
    return cases


def _by_formula(case: Case) -> Array:
    """Return the simplified sum of both paths, derived on paper."""
    g, d = case.inputs["dbnraw"], case.inputs["bndiff"]
    n = len(d)
    r = ((d**2).sum(0) / (n - 1) + EPS) ** -0.5
    return np.asarray(r * (g - d * r**2 * (d * g).sum(0) / (n - 1)))


def _by_nudging(case: Case) -> Array:
    g, n = case.inputs["dbnraw"], len(case.inputs["bndiff"])

    def result(d: Array) -> Any:
        return (g * d * ((d**2).sum(0) / (n - 1) + EPS) ** -0.5).sum()

    return central(result, [case.inputs["bndiff"]])[0]


def _scaled(pytorch: Any, bndiff: Any, given: Any) -> Any:
    variance = (bndiff**2).sum(0) / (len(bndiff) - 1)
    return bndiff * (variance + EPS).rsqrt()


EXERCISE: Final = Exercise(
    id="03.4",
    takes=("scaled_backward",),
    points=2,
    draw=_draw,
    oracles={
        "formula": _by_formula,
        "differences": _by_nudging,
        "torch": by_torch(["bndiff"], _scaled, arriving="dbnraw"),
    },
    mistakes=Folder(__name__),
    factor=Factor((("    bnvar = ", "    dbnraw = {c} * dbnraw\n    bnvar = "),)),
)
