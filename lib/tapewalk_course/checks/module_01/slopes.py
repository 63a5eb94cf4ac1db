"""01.1: the local gradients of tanh and sigmoid."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any, Final

import numpy as np

from tapewalk import Value
from tapewalk_course.checking.exercise import Case, Exercise, Mistake

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


def _of(which: int, formula: Callable[[float, float], float]) -> Callable[[Case], float | None]:
    """Returns what a formula of operand and result gives for one of the two functions."""

    def gives(case: Case) -> float | None:
        if case.which != which:
            return None
        x = case.inputs["x"]
        return formula(x, _FUNCTIONS[which](x))

    return gives


def _swapped(case: Case) -> float:
    return _engine(Case(case.inputs, 1 - case.which))


EXERCISE: Final = Exercise(
    id="01.1",
    takes=("tanh_slope", "sigmoid_slope"),
    points=1,
    draw=_draw,
    call=_call,
    oracles={"differences": _nudged, "engine": _engine},
    mistakes=(
        Mistake("tanh_twice", lambda case: _engine(Case(case.inputs, TANH))),
        Mistake("sigmoid_twice", lambda case: _engine(Case(case.inputs, SIGMOID))),
        Mistake("swapped", _swapped),
        Mistake("tanh_result", _of(TANH, lambda x, t: t)),
        Mistake("tanh_operand", _of(TANH, lambda x, t: 1 - x * x)),
        Mistake("tanh_square", _of(TANH, lambda x, t: 1 - t)),
        Mistake("tanh_sign", _of(TANH, lambda x, t: 1 + t * t)),
        Mistake("tanh_apart", _of(TANH, lambda x, t: (1 - t) ** 2)),
        Mistake("tanh_as_sigmoid", _of(TANH, lambda x, t: t * (1 - t))),
        Mistake("sigmoid_result", _of(SIGMOID, lambda x, s: s)),
        Mistake("sigmoid_operand", _of(SIGMOID, lambda x, s: x * (1 - x))),
        Mistake("sigmoid_factor", _of(SIGMOID, lambda x, s: 1 - s)),
        Mistake("sigmoid_as_tanh", _of(SIGMOID, lambda x, s: 1 - s * s)),
        Mistake("tanh_root", _of(TANH, lambda x, t: math.sqrt(1 - t * t))),
        Mistake("sigmoid_mixed", _of(SIGMOID, lambda x, s: s * (1 - x))),
        Mistake("sigmoid_sign", _of(SIGMOID, lambda x, s: -s * (1 - s))),
        Mistake("double", lambda case: 2 * _engine(case)),
    ),
)
