"""01.4: the backward pass of a matrix product."""

from __future__ import annotations

from typing import Final

import numpy as np

from tapewalk_course.checking.comparing import close
from tapewalk_course.checking.exercise import Case, Exercise, Factor, Trial
from tapewalk_course.checking.folder import Folder
from tapewalk_course.checking.oracles import Array, by_torch, central, leaf


def _draw(rng: np.random.Generator) -> list[Case]:
    n, k, m = (int(x) for x in rng.permutation([2, 3, 4]))
    shapes: list[tuple[tuple[int, ...], int]] = [((n, k), m), ((1, k), m), ((k, k), k)]
    shapes += [((2, n, k), m), ((1, n, k), m), ((2, 3, n, k), m)]
    cases = []
    for shape, width in shapes:
        x, w = rng.normal(size=shape), rng.normal(size=(k, width))
        cases.append(Case({"G": rng.normal(size=(*shape[:-1], width)), "X": x, "W": w}))
    return cases


def _by_engine(case: Case) -> tuple[Array, Array]:
    x, w = leaf(case.inputs["X"]), leaf(case.inputs["W"])
    (x @ w).backward(case.inputs["G"])
    return np.asarray(x.grad), np.asarray(w.grad)


def _by_nudging(case: Case) -> tuple[Array, ...]:
    gradient = case.inputs["G"]
    arrays = [case.inputs["X"], case.inputs["W"]]
    return central(lambda x, w: (gradient * (x @ w)).sum(), arrays)


def _has_axes_in_front(trial: Trial) -> bool:
    is_reshaped = isinstance(trial.got, tuple) and all(
        np.size(got) == want.size and close(np.ravel(got), want.ravel()) is None
        for got, want in zip(trial.got, trial.expected, strict=True)
    )
    return bool(trial.case.inputs["X"].ndim > 2) and not is_reshaped


EXERCISE: Final = Exercise(
    id="01.4",
    takes=("matmul_backward",),
    parts=("X.grad", "W.grad"),
    points=2,
    draw=_draw,
    oracles={
        "engine": _by_engine,
        "differences": _by_nudging,
        "torch": by_torch("XW", lambda pytorch, x, w, given: x @ w, arriving="G"),
    },
    mistakes=Folder(
        __name__,
        tools=("unbroadcast",),
        symptoms={
            "one_front": lambda trial: trial.case.inputs["X"].ndim == 4,
            "axes": _has_axes_in_front,
        },
    ),
    # `unbroadcast` is one of its tools.
    factor=Factor((("G @ W.T", "{c} * G @ W.T"),), like="01.3"),
)
