"""03.3: the backward pass of a linear layer and of the tanh before it."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from tapewalk_course.checking.exercise import Case, Exercise, Factor
from tapewalk_course.checking.folder import Folder
from tapewalk_course.checking.oracles import Array, by_torch, central

_Gradients = tuple[Array, Array, Array]


def _draw(rng: np.random.Generator) -> list[Case]:
    n, width, letters = (int(x) for x in rng.permutation([2, 3, 4]))
    cases = []
    for rows in (n, 1, 0, 5):
        cases.append(
            Case(
                {
                    "dlogits": rng.normal(size=(rows, letters)),
                    "h": np.tanh(rng.normal(size=(rows, width))),
                    "W2": rng.normal(size=(width, letters)),
                }
            )
        )
    return cases


def _by_formula(case: Case) -> _Gradients:
    g, h, w = case.inputs.values()
    through = np.einsum("ij,kj->ik", g, w)
    return (1 - h) * (1 + h) * through, np.einsum("ik,ij->kj", h, g), np.einsum("ij->j", g)


def _by_nudging(case: Case) -> tuple[Array, ...]:
    g, h, w = case.inputs.values()
    at = [np.arctanh(h), w, np.zeros(w.shape[1])]
    return central(lambda a, w, b: (g * (np.tanh(a) @ w + b)).sum(), at)


def _by_torch(case: Case) -> Any:
    g, h, w = case.inputs.values()
    inputs = {"hpreact": np.arctanh(h), "W2": w, "b2": np.zeros(w.shape[1]), "dlogits": g}
    oracle = by_torch(
        ["hpreact", "W2", "b2"], lambda pytorch, a, w, b, given: a.tanh() @ w + b, "dlogits"
    )
    return oracle(Case(inputs))


EXERCISE: Final = Exercise(
    id="03.3",
    takes=("layer_backward",),
    parts=("dhpreact", "dW2", "db2"),
    points=2,
    draw=_draw,
    oracles={"formula": _by_formula, "differences": _by_nudging, "torch": _by_torch},
    mistakes=Folder(__name__),
    factor=Factor((("    dh = ", "    dlogits = {c} * dlogits\n    dh = "),)),
)
