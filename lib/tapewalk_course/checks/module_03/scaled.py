"""03.6: back through the division by a standard deviation, in small steps."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

import numpy as np

from tapewalk_course.checking.exercise import Case, Exercise, Mistake
from tapewalk_course.checking.oracles import Array, central
from tapewalk_course.checks.module_03.pieces import EPS, by_torch


def _draw(rng: np.random.Generator) -> list[Case]:
    cases = []
    # In the last one the variance is small enough for what is added to it to show.
    for n, width, scale in ((3, 4, 1), (4, 3, 1), (5, 1, 1), (6, 2, 0.01)):
        rows = scale * rng.normal(size=(n, width))
        bndiff = rows - rows.mean(0)
        cases.append(Case({"dbnraw": rng.normal(size=(n, width)), "bndiff": bndiff}))
    return cases


def _call(work: Sequence[Any], case: Case) -> Any:
    return work[0](case.inputs["dbnraw"], case.inputs["bndiff"])


def _by_formula(case: Case) -> Array:
    """Returns what is left when both paths are worked out on paper."""
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


def _steps(
    straight: float = 1.0,
    squares: float = 2.0,
    less: int = 1,
    slope: float = -0.5,
    power: float = -1.5,
    summed: bool = True,
    eps: float = EPS,
) -> Callable[[Case], Array]:
    """Returns what comes if one of the small steps is another one.

    Args:
        straight: How often the path straight through counts.
        squares: The factor of the path through the variance.
        less: What the variance's gradient takes off n before it divides.
        slope: The factor of the inverse root's slope.
        power: The power in it.
        summed: Whether the contributions to the inverse root are added up.
        eps: What is added to the variance in this slope.
    """

    def gives(case: Case) -> Array:
        g, d = case.inputs["dbnraw"], case.inputs["bndiff"]
        n = len(d)
        variance = (d**2).sum(0) / (n - 1)
        dr = (d * g).sum(0) if summed else d * g
        dq = slope * (variance + eps) ** power * dr / (n - less)
        return np.asarray(straight * (variance + EPS) ** -0.5 * g + squares * d * dq)

    return gives


def _through_mean(case: Case) -> Array:
    made = _by_formula(case)
    return np.asarray(made - made.mean(0))


EXERCISE: Final = Exercise(
    id="03.6",
    takes=("scaled_backward",),
    points=2,
    draw=_draw,
    call=_call,
    oracles={
        "formula": _by_formula,
        "differences": _by_nudging,
        "torch": by_torch(["bndiff"], _scaled, arriving="dbnraw"),
    },
    mistakes=(
        Mistake("straight", _steps(squares=0)),
        Mistake("variance_only", _steps(straight=0)),
        Mistake("n", _steps(less=0)),
        Mistake("two", _steps(squares=1)),
        Mistake("sign", _steps(slope=0.5)),
        Mistake("power", _steps(power=-0.5)),
        Mistake("unsummed", _steps(summed=False)),
        Mistake("mean", _through_mean),
        Mistake("eps", _steps(eps=0)),
    ),
)
