"""03.1: the gradient of log-probabilities, one of which is picked in each row."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import numpy as np

from tapewalk_course.checking.exercise import Case, Exercise, Factor
from tapewalk_course.checking.folder import Folder
from tapewalk_course.checking.oracles import Array, central
from tapewalk_course.exercises.module_03.pieces import by_torch, draw_right, one_hot, softmax


def _draw(rng: np.random.Generator) -> list[Case]:
    n, letters = (int(x) for x in rng.permutation([3, 4, 5])[:2])
    cases = []
    for rows, width in ((n, letters), (letters, n), (1, letters), (2, letters)):
        logprobs = np.log(softmax(rng.normal(size=(rows, width))))
        cases.append(Case({"logprobs": logprobs, "Y": draw_right(rng, rows, width)}))
    return cases


def _call(work: Sequence[Any], case: Case) -> Any:
    return work[0](case.inputs["logprobs"], case.inputs["Y"])


def _picked(case: Case) -> tuple[Array, int]:
    """Return 1 where a log-probability was picked, 0 elsewhere, and the number of rows."""
    rows, width = case.inputs["logprobs"].shape
    return one_hot(case.inputs["Y"], width), rows


def _by_formula(case: Case) -> Array:
    picked, n = _picked(case)
    return -picked / n


def _by_nudging(case: Case) -> Array:
    right = case.inputs["Y"]
    rows = np.arange(len(right))
    return central(lambda at: -at[rows, right].mean(), [case.inputs["logprobs"]])[0]


def _loss(pytorch: Any, logprobs: Any, given: Any) -> Any:
    return pytorch.nn.functional.nll_loss(logprobs, pytorch.tensor(given["Y"]))


EXERCISE: Final = Exercise(
    id="03.1",
    takes=("picked_backward",),
    points=1,
    draw=_draw,
    call=_call,
    oracles={
        "formula": _by_formula,
        "differences": _by_nudging,
        "torch": by_torch(["logprobs"], _loss),
    },
    mistakes=Folder(__name__),
    factor=Factor((("= -1 / n", "= -{c} / n"),)),
)
