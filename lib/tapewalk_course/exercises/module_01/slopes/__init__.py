"""01.1: the local gradients of tanh and sigmoid."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, Final

import numpy as np

from tapewalk import Value
from tapewalk_course.checking.exercise import Case, Exercise, Factor
from tapewalk_course.checking.folder import Folder

TANH, SIGMOID = 0, 1


def _sigmoid(x: float) -> float:
    return 1 / (1 + math.exp(-x))


_FUNCTIONS: Final = (math.tanh, _sigmoid)


def _draw(rng: np.random.Generator) -> list[Case]:
    points = [*rng.uniform(0.3, 1.2, 2), *rng.uniform(-2.5, -0.5, 2), 0.0]
    return [Case({"x": float(x)}, which) for which in (TANH, SIGMOID) for x in points]


def _call(work: Sequence[Any], case: Case) -> Any:
    return work[case.which](case.inputs["x"])


def _nudged(case: Case) -> float:
    function, x, h = _FUNCTIONS[case.which], case.inputs["x"], 1e-5
    return (function(x + h) - function(x - h)) / (2 * h)


def _engine(case: Case) -> float:
    x = Value(case.inputs["x"])
    return (x.tanh() if case.which == TANH else x.sigmoid()).local_gradients[0]


EXERCISE: Final = Exercise(
    id="01.1",
    takes=("tanh_slope", "sigmoid_slope"),
    points=1,
    draw=_draw,
    call=_call,
    oracles={"differences": _nudged, "engine": _engine},
    mistakes=Folder(__name__),
    factor=Factor(
        (("return 1 - t**2", "return {c} * (1 - t**2)"), ("return s *", "return {c} * s *"))
    ),
)
