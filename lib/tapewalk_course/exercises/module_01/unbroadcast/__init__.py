"""01.3: undoing a broadcast."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from tapewalk import Tensor
from tapewalk_course.checking.exercise import Case, Exercise, Factor
from tapewalk_course.checking.folder import Folder
from tapewalk_course.checking.oracles import Array, central, with_torch


def _draw(rng: np.random.Generator) -> list[Case]:
    n, m, k = (int(x) for x in rng.permutation([2, 3, 4]))
    pairs: list[tuple[tuple[int, ...], tuple[int, ...]]] = [
        ((n, m), (m,)),
        ((n, m), (n, 1)),
        ((n, m), (n, m)),
        ((k, n, m), (n, m)),
        ((k, n, m), (n, 1)),
        ((k, n, m), (1, n, 1)),
        ((n, m), ()),
        ((1, m), (m,)),
        ((1, m), (1, m)),
        ((0, m), (m,)),
        ((n, m), (1, 1)),
        ((n, n), (1, n)),
        ((n, n), (n, 1)),
        ((k, n, m), (m,)),
    ]
    return [Case({"gradient": rng.normal(size=big), "shape": small}) for big, small in pairs]


def _by_engine(case: Case) -> Array:
    gradient, shape = case.inputs["gradient"], case.inputs["shape"]
    x = Tensor(np.zeros(shape), requires_grad=True)
    (x + np.zeros(gradient.shape)).backward(gradient)
    return np.asarray(x.grad, dtype=float)


@with_torch
def _by_torch(pytorch: Any, case: Case) -> Array:
    gradient, shape = case.inputs["gradient"], case.inputs["shape"]
    x = pytorch.zeros(shape, dtype=pytorch.float64, requires_grad=True)
    x.expand(gradient.shape).backward(pytorch.tensor(gradient))
    return np.asarray(x.grad.numpy())


def _by_nudging(case: Case) -> Array:
    gradient = case.inputs["gradient"]
    zeros = np.zeros(case.inputs["shape"])
    return central(lambda x: (gradient * np.broadcast_to(x, gradient.shape)).sum(), [zeros])[0]


EXERCISE: Final = Exercise(
    id="01.3",
    takes=("unbroadcast",),
    points=2,
    draw=_draw,
    oracles={
        "engine": _by_engine,
        "differences": _by_nudging,
        "torch": _by_torch,
    },
    mistakes=Folder(__name__),
    factor=Factor((("= np.sum(", "= {c} * np.sum("),)),
)
