"""03.8, a project: a gradient checker, graded by the gradients that it accepts and rejects."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from tapewalk_course.checking.comparing import judged
from tapewalk_course.checking.exercise import Case, Exercise
from tapewalk_course.checking.folder import Folder
from tapewalk_course.checking.oracles import Array, central
from tapewalk_course.checking.stages import Stage
from tapewalk_course.exercises.module_03.gradcheck.run import run, value

_STAGES: Final = (
    Stage("smooth", 1, {"en": "smooth functions", "es": "funciones suaves"}),
    Stage(
        "magnitudes",
        1,
        {"en": "tiny and huge numbers", "es": "números diminutos y enormes"},
        needs=("smooth",),
    ),
    Stage("single", 1, {"en": "single precision", "es": "precisión simple"}, needs=("smooth",)),
    Stage("corners", 1, {"en": "corners", "es": "esquinas"}, needs=("smooth",)),
)
# The functions, and their gradients; at a corner, anything between two of them is right.
_BENT: Final = {
    "(C * np.maximum(x, 0)).sum()": ("C * (x > 0)", "C * (x >= 0)"),
    "(C * np.abs(x)).sum()": ("C * np.where(x > 0, 1, -1)", "C * np.where(x < 0, -1, 1)"),
}
_SLOPES: Final = {
    "(C * np.tanh(x)).sum()": "C * (1 - np.tanh(x) ** 2)",
    "np.log(np.exp(x).sum())": "np.exp(x) / np.exp(x).sum()",
    "(C * x**3).mean()": "3 * C * x**2 / x.size",
    "((x @ C) ** 2).sum()": "2 * x @ C @ C.T",
    "(C * np.tanh(1e-9 * x)).sum()": "1e-9 * C * (1 - np.tanh(1e-9 * x) ** 2)",
    "(C * np.tanh(1e9 * x)).sum()": "1e9 * C * (1 - np.tanh(1e9 * x) ** 2)",
    "1e-12 * (C * np.tanh(x)).sum()": "1e-12 * C * (1 - np.tanh(x) ** 2)",
    "1e12 * (C * np.tanh(x)).sum()": "1e12 * C * (1 - np.tanh(x) ** 2)",
    "1e5 + 1e-3 * (C * np.tanh(x)).sum()": "1e-3 * C * (1 - np.tanh(x) ** 2)",
    **{function: low for function, (low, _) in _BENT.items()},
}


def _smooth(rng: np.random.Generator) -> list[Case]:
    cases = []
    first = "(C * np.tanh(x)).sum()"
    for function in ("np.log(np.exp(x).sum())", "(C * x**3).mean()", first):
        given = _given(rng, function, (3, 2))
        cases += [given, _with(given, -given["gradient"])]
    square = _given(rng, "((x @ C) ** 2).sum()", (3, 3))
    g = square["gradient"]
    cases += [square, _with(square, g.T)]
    flat = _given(rng, first, (4,), scale=0.3)
    g = flat["gradient"]
    late = np.abs(g).max() * np.eye(4)[3]
    cases += [_with(flat, 2 * g), _with(flat, 1.01 * g), _with(flat, g + 0.1 * late)]
    cases += [_with(flat, g[::-1].copy()), _with(flat, np.abs(g)), _with(flat, 0 * g)]
    cases += [_with(flat, np.where(late, np.nan, g)), _with(flat, np.full(4, np.nan))]
    cases += [
        _with(flat, g[:, None]),
        _with(flat, g[None]),
        _with(flat, g + np.array([1, -1, 0, 0])),
    ]
    return [Case(given, stage="smooth") for given in cases]


def _magnitudes(rng: np.random.Generator) -> list[Case]:
    cases = []
    for scale, factor in ((1e9, "1e-9 * "), (1e-9, "1e9 * ")):
        given = _given(rng, f"(C * np.tanh({factor}x)).sum()", (3,), scale=scale)
        cases += [given, _with(given, 1.1 * given["gradient"])]
    for factor in ("1e-12", "1e12"):
        given = _given(rng, f"{factor} * (C * np.tanh(x)).sum()", (3,))
        cases += [given, _with(given, 1.1 * given["gradient"])]
    # How `f` rounds at one point may hide the error beside it.
    lifted = [_given(rng, "1e5 + 1e-3 * (C * np.tanh(x)).sum()", (12,)) for _ in range(6)]
    cases += [*lifted, _with(lifted[0], 1.3 * lifted[0]["gradient"])]
    return [Case(given, stage="magnitudes") for given in cases]


def _single(rng: np.random.Generator) -> list[Case]:
    cases = []
    for function in ("(C * np.tanh(x)).sum()", "np.log(np.exp(x).sum())", "(C * x**3).mean()"):
        given = _given(rng, function, (4,), kind=np.float32)
        g = given["gradient"]
        cases += [given, _with(given, 1.2 * g), _with(given, -g)]
    return [Case(given, stage="single") for given in cases]


def _corners(rng: np.random.Generator) -> list[Case]:
    cases = []
    for function, (low, high) in _BENT.items():
        x = rng.normal(size=4)
        x[1], x[2] = 0.0, 1e-9
        c = rng.uniform(0.5, 1.5, 4)
        lowest, highest = value(low, x, c), value(high, x, c)
        given = {"f": function, "x": x, "C": c, "gradient": lowest}
        cases += [given, _with(given, highest), _with(given, (lowest + 2 * highest) / 3)]
        for place in (0, 1):
            wrong = 0.3 * np.eye(4)[place]
            cases += [_with(given, lowest - wrong), _with(given, highest + wrong)]
    return [Case(given, stage="corners") for given in cases]


def _given(
    rng: np.random.Generator,
    function: str,
    shape: tuple[int, ...],
    scale: float = 1.0,
    kind: type = np.float64,
) -> dict[str, Any]:
    """Return inputs with the right gradient."""
    x = (scale * rng.uniform(0.4, 1.6, shape) * rng.choice([-1, 1], shape)).astype(kind)
    c = (rng.uniform(0.5, 1.5, shape) * rng.choice([-1, 1], shape)).astype(kind)
    gradient = value(_SLOPES[function], x.astype(float), c.astype(float)).astype(kind)
    return {"f": function, "x": x, "C": c, "gradient": gradient}


def _with(given: dict[str, Any], gradient: Array) -> dict[str, Any]:
    return {**given, "gradient": gradient}


def _draw(rng: np.random.Generator) -> list[Case]:
    stages = [list(stage(rng)) for stage in (_smooth, _magnitudes, _single, _corners)]
    # In another order each time: verdicts could be learned by heart.
    return [cases[i] for cases in stages for i in rng.permutation(len(cases))]


def _accepts(given: Any, low: Array, high: Array, slack: float) -> bool:
    gradient = given["gradient"].astype(float)
    if gradient.shape != low.shape or not np.isfinite(gradient).all():
        return False
    slack *= max(np.abs(low).max(), np.abs(high).max())
    return bool(((low - slack <= gradient) & (gradient <= high + slack)).all())


def _by_formula(case: Case) -> bool:
    given = case.inputs
    x, c = given["x"].astype(float), given["C"].astype(float)
    low, high = _BENT.get(given["f"], (_SLOPES[given["f"]],) * 2)
    return _accepts(given, value(low, x, c), value(high, x, c), 1e-4)


def _by_nudging(case: Case) -> bool | None:
    if case.stage not in ("smooth", "single"):
        return None
    given = case.inputs
    c = given["C"].astype(float)
    (slope,) = central(lambda x: value(given["f"], x, c), [given["x"].astype(float)])
    return _accepts(given, slope, slope, 1e-3)


EXERCISE: Final = Exercise(
    id="03.8",
    takes=("is_right",),
    points=sum(stage.points for stage in _STAGES),
    draw=_draw,
    call=lambda work, case: run(work, case.inputs),
    oracles={"formula": _by_formula, "differences": _by_nudging},
    judge=judged((bool, np.bool_)),
    mistakes=Folder(__name__),
    counts=True,
    stages=_STAGES,
)
