"""03.5: the backward pass of batch norm, in one line."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from tapewalk_course.checking.exercise import Case, Exercise, Factor
from tapewalk_course.checking.folder import Folder
from tapewalk_course.checking.oracles import Array, by_torch, central
from tapewalk_course.exercises.module_03.pieces import EPS

_Gradients = tuple[Array, Array, Array]


def _draw(rng: np.random.Generator) -> list[Case]:
    cases = []
    # In the last one the variance is so small that the added epsilon matters.
    for n, width, scale in ((3, 4, 1), (5, 3, 1), (1, 2, 1), (4, 1, 1), (6, 2, 0.01)):
        cases.append(
            Case(
                {
                    "dhpreact": rng.normal(size=(n, width)),
                    "hprebn": scale * rng.normal(size=(n, width)),
                    "bngain": rng.uniform(0.5, 1.5, size=(1, width)),
                }
            )
        )
    return cases


def _normalised(hprebn: Array) -> Array:
    apart = hprebn - hprebn.mean(0)
    return np.asarray(apart / np.sqrt((apart**2).mean(0) + EPS))


def _by_formula(case: Case) -> _Gradients:
    """Return the gradients by the matrix of all derivatives between two rows."""
    g, x, gain = case.inputs.values()
    n, raw = len(g), _normalised(x)
    root = 1 / np.sqrt(x.var(0) + EPS)
    slopes = np.eye(n)[:, :, None] - 1 / n - raw[:, None] * raw[None] / n
    dx = (slopes * (gain * root * g)[None]).sum(1)
    return dx, (raw * g).sum(0, keepdims=True), g.sum(0, keepdims=True)


def _by_nudging(case: Case) -> tuple[Array, ...]:
    g, x, gain = case.inputs.values()
    at = [x, gain, np.zeros_like(gain)]
    return central(lambda x, gain, bias: (g * (gain * _normalised(x) + bias)).sum(), at)


def _by_torch(case: Case) -> Any:
    if len(case.inputs["hprebn"]) == 1:
        return None  # PyTorch rejects a batch of one
    inputs = {**case.inputs, "bnbias": np.zeros_like(case.inputs["bngain"])}
    oracle = by_torch(["hprebn", "bngain", "bnbias"], _batch_norm, arriving="dhpreact")
    return oracle(Case(inputs))


def _batch_norm(pytorch: Any, x: Any, gain: Any, bias: Any, given: Any) -> Any:
    flat = {"weight": gain.view(-1), "bias": bias.view(-1)}
    return pytorch.nn.functional.batch_norm(x, None, None, **flat, training=True, eps=EPS)


EXERCISE: Final = Exercise(
    id="03.5",
    takes=("batch_norm_backward",),
    parts=("dhprebn", "dbngain", "dbnbias"),
    points=2,
    draw=_draw,
    oracles={
        "formula": _by_formula,
        "differences": _by_nudging,
        "torch": _by_torch,
    },
    mistakes=Folder(__name__),
    factor=Factor((("    bndiff = ", "    dhpreact = {c} * dhpreact\n    bndiff = "),)),
)
