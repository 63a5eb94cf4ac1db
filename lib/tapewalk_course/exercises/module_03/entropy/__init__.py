"""03.2: the gradient of cross-entropy in one line."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import numpy as np

from tapewalk_course.checking.exercise import Case, Exercise, Factor, Trial
from tapewalk_course.checking.folder import Folder
from tapewalk_course.checking.oracles import Array, by_torch, central
from tapewalk_course.exercises.module_03.pieces import draw_right, one_hot, softmax

# The scores of a case: of usual size, all large, or rows far apart from each other.
_USUAL, _LARGE, _APART = 0, 1, 2
# A bound between the rounding of large scores in single precision and a lost row.
_FAR: Final = 1e-3


def _draw(rng: np.random.Generator) -> list[Case]:
    n, letters = (int(x) for x in rng.permutation([3, 4, 5])[:2])
    drawn = [((n, letters), _USUAL), ((letters, n), _USUAL), ((1, letters), _USUAL)]
    drawn += [((n, letters), _LARGE), ((n, letters), _APART)]
    cases = []
    for (rows, width), which in drawn:
        logits = 2 * rng.normal(size=(rows, width))
        if which == _LARGE:
            logits += 1000
        if which == _APART:
            logits += 1000 * (-1.0) ** np.arange(rows)[:, None]
        cases.append(Case({"logits": logits, "Y": draw_right(rng, rows, width)}, which))
    return cases


def _by_formula(case: Case) -> Array:
    logits = case.inputs["logits"]
    right = one_hot(case.inputs["Y"], logits.shape[1])
    return np.asarray((softmax(logits) - right) / len(logits))


def _by_nudging(case: Case) -> Array | None:
    if case.which != _USUAL:
        return None  # a finite difference of a large number is lost in rounding
    right = case.inputs["Y"]
    rows = np.arange(len(right))
    return central(
        lambda at: (np.log(np.exp(at).sum(1)) - at[rows, right]).mean(), [case.inputs["logits"]]
    )[0]


def _lost(*which: int) -> Callable[[Trial], bool]:
    """Return whether a result is lost because of large scores: rounding alone loses little."""

    def shows(trial: Trial) -> bool:
        if trial.case.which not in which:
            return False
        if trial.error is not None:
            return isinstance(trial.error, ArithmeticError)
        return trial.problem in ("nan", "numbers") and not np.allclose(
            trial.got, trial.expected, rtol=0, atol=_FAR
        )

    return shows


EXERCISE: Final = Exercise(
    id="03.2",
    takes=("cross_entropy_backward",),
    points=2,
    draw=_draw,
    oracles={
        "formula": _by_formula,
        "differences": _by_nudging,
        "torch": by_torch(
            ["logits"],
            lambda pytorch, logits, given: pytorch.nn.functional.cross_entropy(
                logits, pytorch.tensor(given["Y"])
            ),
        ),
    },
    mistakes=Folder(
        __name__,
        symptoms={"one_maximum": _lost(_APART), "overflow": _lost(_LARGE, _APART)},
    ),
    factor=Factor((("return (", "return {c} * ("),)),
)
