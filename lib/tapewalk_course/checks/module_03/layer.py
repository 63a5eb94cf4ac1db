"""03.4: back through a linear layer, and through the tanh before it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

import numpy as np

from tapewalk_course.checking.exercise import Case, Exercise, Mistake, Trial
from tapewalk_course.checking.oracles import Array, central, torch
from tapewalk_course.checks.module_03.pieces import by_torch

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


def _call(work: Sequence[Any], case: Case) -> Any:
    return work[0](*(case.inputs[name] for name in ("dlogits", "h", "W2")))


def _given(case: Case) -> _Gradients:
    return case.inputs["dlogits"], case.inputs["h"], case.inputs["W2"]


def _by_formula(case: Case) -> _Gradients:
    g, h, w = _given(case)
    through = np.einsum("ij,kj->ik", g, w)
    return (1 - h) * (1 + h) * through, np.einsum("ik,ij->kj", h, g), np.einsum("ij->j", g)


def _by_nudging(case: Case) -> tuple[Array, ...]:
    g, h, w = _given(case)
    at = [np.arctanh(h), w, np.zeros(w.shape[1])]
    return central(lambda a, w, b: (g * (np.tanh(a) @ w + b)).sum(), at)


def _by_torch(case: Case) -> Any:
    if torch() is None:
        return None
    g, h, w = _given(case)
    inputs = {"hpreact": np.arctanh(h), "W2": w, "b2": np.zeros(w.shape[1]), "dlogits": g}
    names = ["hpreact", "W2", "b2"]
    return by_torch(names, _forward, arriving="dlogits")(Case(inputs))


def _forward(pytorch: Any, hpreact: Any, W2: Any, b2: Any, given: Any) -> Any:  # noqa: N803
    return hpreact.tanh() @ W2 + b2


def _with(
    slope: Callable[[Array], Any] = lambda h: 1 - h**2,
    weight: Callable[[Array, int], Array] = lambda dw, n: dw,
    bias: Callable[[Array], Any] = lambda g: g.sum(0),
) -> Callable[[Case], _Gradients]:
    """Returns what comes if one of the three is computed in another way.

    Args:
        slope: Of tanh, from its result.
        weight: What becomes of the weights' gradient; also gets the number of rows.
        bias: The bias's gradient, from what arrives.
    """

    def gives(case: Case) -> _Gradients:
        g, h, w = _given(case)
        return slope(h) * (g @ w.T), weight(h.T @ g, len(g)), bias(g)

    return gives


def _swapped(case: Case) -> _Gradients:
    dhpreact, weight, bias = _by_formula(case)
    return dhpreact, bias, weight


def _does_not_fit(trial: Trial) -> bool:
    """Tells whether factors don't fit: NumPy's words for it, and not for an empty batch."""
    text = str(trial.error)
    fits = "matmul" not in text and "broadcast" not in text
    return isinstance(trial.error, ValueError) and not fits and len(trial.case.inputs["h"]) > 0


EXERCISE: Final = Exercise(
    id="03.4",
    takes=("layer_backward",),
    parts=("dhpreact", "dW2", "db2"),
    points=2,
    draw=_draw,
    call=_call,
    oracles={"formula": _by_formula, "differences": _by_nudging, "torch": _by_torch},
    mistakes=(
        Mistake("factors", sign=_does_not_fit),
        Mistake("swapped", _swapped),
        Mistake("no_tanh", _with(slope=np.ones_like)),
        Mistake("square", _with(slope=lambda h: 1 - h)),
        Mistake("again", _with(slope=lambda h: 1 - np.tanh(h) ** 2)),
        Mistake("transposed", _with(weight=lambda dw, n: dw.T)),
        Mistake("weight_mean", _with(weight=lambda dw, n: dw / np.float64(n))),
        Mistake("bias_unsummed", _with(bias=lambda g: g)),
        Mistake("bias_row", _with(bias=lambda g: g.sum(0, keepdims=True))),
        Mistake("bias_mean", _with(bias=lambda g: g.mean(0))),
    ),
)
