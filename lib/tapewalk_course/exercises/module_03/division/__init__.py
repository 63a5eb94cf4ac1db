"""03.1: the backward pass of a division by row sums, where one value is used twice."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from tapewalk_course.checking.exercise import Case, Exercise, Factor
from tapewalk_course.checking.folder import Folder
from tapewalk_course.checking.oracles import Array, by_torch, central


def _draw(rng: np.random.Generator) -> list[Case]:
    n, letters = (int(x) for x in rng.permutation([3, 4, 5])[:2])
    shapes = [(n, letters), (letters, n), (1, letters), (0, letters)]
    return [
        Case({"dprobs": rng.normal(size=shape), "counts": rng.uniform(0.3, 3, size=shape)})
        for shape in shapes
    ]


def _by_formula(case: Case) -> Array:
    """Return the simplified sum over the paths, derived on paper."""
    arriving, counts = case.inputs["dprobs"], case.inputs["counts"]
    total = counts.sum(1, keepdims=True)
    mean = (arriving * counts).sum(1, keepdims=True) / total
    return np.asarray((arriving - mean) / total)


def _by_nudging(case: Case) -> Array:
    arriving = case.inputs["dprobs"]

    def result(counts: Array) -> Any:
        return (arriving * (counts / counts.sum(1, keepdims=True))).sum()

    return central(result, [case.inputs["counts"]])[0]


EXERCISE: Final = Exercise(
    id="03.1",
    takes=("shares_backward",),
    points=2,
    draw=_draw,
    oracles={
        "formula": _by_formula,
        "differences": _by_nudging,
        "torch": by_torch(
            ["counts"],
            lambda pytorch, counts, given: counts / counts.sum(1, keepdim=True),
            arriving="dprobs",
        ),
    },
    mistakes=Folder(__name__),
    factor=Factor(
        (
            (
                "return counts_sum_inv * dprobs + dcounts_sum",
                "return {c} * (counts_sum_inv * dprobs + dcounts_sum)",
            ),
        )
    ),
)
