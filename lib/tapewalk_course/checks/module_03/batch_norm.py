"""03.7: back through batch norm, in one line."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

import numpy as np

from tapewalk_course.checking.exercise import Case, Exercise, Mistake
from tapewalk_course.checking.oracles import Array, central, torch
from tapewalk_course.checks.module_03.pieces import EPS, by_torch

_Gradients = tuple[Array, Array, Array]


def _draw(rng: np.random.Generator) -> list[Case]:
    cases = []
    # In the last one the variance is small enough for what is added to it to show.
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


def _call(work: Sequence[Any], case: Case) -> Any:
    return work[0](*(case.inputs[name] for name in ("dhpreact", "hprebn", "bngain")))


def _normalised(hprebn: Array) -> Array:
    apart = hprebn - hprebn.mean(0)
    return np.asarray(apart / np.sqrt((apart**2).mean(0) + EPS))


def _by_formula(case: Case) -> _Gradients:
    """Returns the gradients by way of the matrix of all slopes between two rows."""
    g, x, gain = (case.inputs[name] for name in ("dhpreact", "hprebn", "bngain"))
    n, raw = len(g), _normalised(x)
    root = 1 / np.sqrt(x.var(0) + EPS)
    slopes = np.eye(n)[:, :, None] - 1 / n - raw[:, None] * raw[None] / n
    dx = (slopes * (gain * root * g)[None]).sum(1)
    return dx, (raw * g).sum(0, keepdims=True), g.sum(0, keepdims=True)


def _by_nudging(case: Case) -> tuple[Array, ...]:
    g, x, gain = (case.inputs[name] for name in ("dhpreact", "hprebn", "bngain"))
    at = [x, gain, np.zeros_like(gain)]
    return central(lambda x, gain, bias: (g * (gain * _normalised(x) + bias)).sum(), at)


def _by_torch(case: Case) -> Any:
    if torch() is None or len(case.inputs["hprebn"]) == 1:
        return None  # PyTorch refuses a batch of one
    inputs = {**case.inputs, "bnbias": np.zeros_like(case.inputs["bngain"])}
    oracle = by_torch(["hprebn", "bngain", "bnbias"], _batch_norm, arriving="dhpreact")
    return oracle(Case(inputs))


def _batch_norm(pytorch: Any, x: Any, gain: Any, bias: Any, given: Any) -> Any:
    flat = {"weight": gain.view(-1), "bias": bias.view(-1)}
    return pytorch.nn.functional.batch_norm(x, None, None, **flat, training=True, eps=EPS)


def _line(
    mean: float = 1.0,
    along: Callable[[int], float] = lambda n: 1.0,
    whole: bool = False,
    gain_in: bool = True,
    root_in: bool = True,
    gain_by: Callable[[Array, Array, Array], Any] = lambda raw, x, g: (raw * g).sum(
        0, keepdims=True
    ),
    rows: bool = True,
    eps: float = EPS,
    first: Callable[[int], float] = lambda n: n,
    over: Callable[[int], float] = lambda n: n,
    points: Callable[[Array, Array], Array] = lambda raw, apart: raw,
    bias_by: Callable[[Array], Any] = lambda g: g.sum(0, keepdims=True),
) -> Callable[[Case], _Gradients]:
    """Returns what comes if something is missing in the line, or in the other two.

    Args:
        mean: How often the path through the mean counts.
        along: How often that through the variance counts, by the number of rows.
        whole: Whether the division by n was forgotten.
        gain_in: Whether the gain is a factor.
        root_in: Whether the inverse root is one.
        gain_by: The gain's gradient, from what was normalised, what came in and what arrives.
        rows: Whether the gradients of gain and bias keep the axis of length 1.
        eps: What is added to the variance.
        first: How often the straight path counts, by the number of rows.
        over: By what all is divided, by the number of rows.
        points: What the last term goes along, from what was normalised and what only centred.
        bias_by: The bias's gradient.
    """

    def gives(case: Case) -> _Gradients:
        g, x, gain = (case.inputs[name] for name in ("dhpreact", "hprebn", "bngain"))
        n, root = len(g), 1 / np.sqrt(x.var(0) + eps)
        raw = (x - x.mean(0)) * root
        factor = (gain if gain_in else 1) * (root if root_in else 1)
        way = points(raw, x - x.mean(0))
        left = first(n) * g - mean * g.sum(0) - along(n) * way * (way * g).sum(0)
        dgain, dbias = np.asarray(gain_by(raw, x, g)), np.asarray(bias_by(g))
        if not rows:
            dgain, dbias = dgain.reshape(-1), dbias.reshape(-1)
        return factor * left / (1 if whole else over(n)), dgain, dbias

    return gives


def _where_several(gives: Callable[[Case], _Gradients]) -> Callable[[Case], _Gradients | None]:
    """Returns the same where there are rows enough to divide by one less."""
    return lambda case: gives(case) if len(case.inputs["hprebn"]) > 1 else None


def _negated(case: Case) -> _Gradients:
    dx, dgain, dbias = _by_formula(case)
    return -dx, dgain, dbias


def _bessel(case: Case) -> _Gradients | None:
    if len(case.inputs["hprebn"]) == 1:
        return None
    return _line(along=lambda n: n / (n - 1))(case)


def _no_eps(case: Case) -> _Gradients | None:
    if len(case.inputs["hprebn"]) == 1:
        return None  # 0 / 0, whatever comes of it
    return _line(eps=0)(case)


def _swapped(case: Case) -> _Gradients:
    dx, dgain, dbias = _by_formula(case)
    return dx, dbias, dgain


EXERCISE: Final = Exercise(
    id="03.7",
    takes=("batch_norm_backward",),
    parts=("dhprebn", "dbngain", "dbnbias"),
    points=2,
    draw=_draw,
    call=_call,
    oracles={
        "formula": _by_formula,
        "differences": _by_nudging,
        "torch": _by_torch,
    },
    mistakes=(
        Mistake("bessel", _bessel),
        Mistake("single", _line(first=lambda n: 1)),
        Mistake("single", _line(first=lambda n: 1, whole=True)),
        Mistake("less", _where_several(_line(over=lambda n: n - 1))),
        Mistake("apart", _line(points=lambda raw, apart: apart)),
        Mistake("uphill", _negated),
        Mistake("straight", _line(mean=0, along=lambda n: 0.0, gain_in=False, root_in=False)),
        Mistake(
            "mean",
            _line(
                gain_by=lambda raw, x, g: (raw * g).mean(0, keepdims=True),
                bias_by=lambda g: g.mean(0, keepdims=True),
            ),
        ),
        Mistake("mean", _line(gain_by=lambda raw, x, g: (raw * g).mean(0, keepdims=True))),
        Mistake("mean", _line(bias_by=lambda g: g.mean(0, keepdims=True))),
        Mistake("no_mean", _line(mean=0)),
        Mistake("no_variance", _line(along=lambda n: 0.0)),
        Mistake("constants", _line(mean=0, along=lambda n: 0.0)),
        Mistake("sign", _line(along=lambda n: -1.0)),
        Mistake("undivided", _line(whole=True)),
        Mistake("no_gain", _line(gain_in=False)),
        Mistake("no_root", _line(root_in=False)),
        Mistake("rows", _line(rows=False)),
        Mistake("rows", _line(gain_by=lambda raw, x, g: (raw * g).sum(0))),
        Mistake("rows", _line(bias_by=lambda g: g.sum(0))),
        Mistake("bias_unsummed", _line(bias_by=lambda g: g)),
        Mistake("gain_unsummed", _line(gain_by=lambda raw, x, g: raw * g)),
        Mistake("gain_input", _line(gain_by=lambda raw, x, g: (x * g).sum(0, keepdims=True))),
        Mistake("swapped", _swapped),
        Mistake("eps", _no_eps),
    ),
)
