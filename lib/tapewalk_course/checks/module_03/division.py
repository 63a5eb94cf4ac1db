"""03.2: back through a division by row sums, where one value is used twice."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

import numpy as np

from tapewalk_course.checking.exercise import Case, Exercise, Mistake, Trial
from tapewalk_course.checking.oracles import Array, central
from tapewalk_course.checks.module_03.pieces import by_torch


def _draw(rng: np.random.Generator) -> list[Case]:
    n, letters = (int(x) for x in rng.permutation([3, 4, 5])[:2])
    shapes = [(n, letters), (letters, n), (1, letters), (0, letters)]
    return [
        Case({"dprobs": rng.normal(size=shape), "counts": rng.uniform(0.3, 3, size=shape)})
        for shape in shapes
    ]


def _call(work: Sequence[Any], case: Case) -> Any:
    return work[0](case.inputs["dprobs"], case.inputs["counts"])


def _by_formula(case: Case) -> Array:
    """Returns what is left when the paths are added up on paper."""
    arriving, counts = case.inputs["dprobs"], case.inputs["counts"]
    total = counts.sum(1, keepdims=True)
    mean = (arriving * counts).sum(1, keepdims=True) / total
    return np.asarray((arriving - mean) / total)


def _by_nudging(case: Case) -> Array:
    arriving = case.inputs["dprobs"]

    def result(counts: Array) -> Any:
        return (arriving * (counts / counts.sum(1, keepdims=True))).sum()

    return central(result, [case.inputs["counts"]])[0]


def _shares(pytorch: Any, counts: Any, given: Any) -> Any:
    return counts / counts.sum(1, keepdim=True)


def _paths(
    join: Callable[[Array, Array], Array] = np.add,
    collected: Callable[[Array], Array] = lambda each: np.asarray(each.sum(1, keepdims=True)),
    power: int = -2,
    sign: float = -1.0,
) -> Callable[[Case], Array]:
    """Returns what comes if one of the small steps is another one.

    Args:
        join: What becomes of the two contributions to `counts`.
        collected: How the contributions to a row's factor are put together.
        power: Of the sums, in the slope of the factor.
        sign: Of this slope.
    """

    def gives(case: Case) -> Array:
        arriving, counts = case.inputs["dprobs"], case.inputs["counts"]
        total = counts.sum(1, keepdims=True)
        through = sign * total**power * collected(arriving * counts)
        return np.asarray(join(arriving / total, np.ones_like(counts) * through))

    return gives


def _does_not_fit(trial: Trial) -> bool:
    """Tells whether what belongs to rows has a shape that no longer fits them.

    Sums without `keepdims` have the shape (n,), and (n, n) next to those that kept the axis.
    """
    text, n = str(trial.error), len(trial.case.inputs["counts"])
    if not isinstance(trial.error, ValueError) or "could not be broadcast together" not in text:
        return False
    return f"({n},)" in text or f"({n},{n})" in text


EXERCISE: Final = Exercise(
    id="03.2",
    takes=("shares_backward",),
    points=2,
    draw=_draw,
    call=_call,
    oracles={
        "formula": _by_formula,
        "differences": _by_nudging,
        "torch": by_torch(["counts"], _shares, arriving="dprobs"),
    },
    mistakes=(
        Mistake("keepdims", sign=_does_not_fit),
        Mistake("one_path", _paths(lambda straight, through: straight)),
        Mistake("sum_only", _paths(lambda straight, through: through)),
        Mistake("multiplied", _paths(np.multiply)),
        Mistake("sign", _paths(sign=1.0)),
        Mistake("power", _paths(power=-1)),
        Mistake("axis", _paths(collected=lambda each: np.asarray(each.sum(0, keepdims=True)))),
        Mistake("unsummed", _paths(collected=lambda each: each)),
    ),
)
