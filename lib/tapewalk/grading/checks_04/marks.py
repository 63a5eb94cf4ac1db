"""04.6: which gradients are out of line, and how."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

import numpy as np

from tapewalk.grading.checks_04.judging import goes_by, judged
from tapewalk.grading.exercise import Case, Exercise, Mistake, Trial
from tapewalk.grading.oracles import Array
from tapewalk.inspect.gradients import measured

Size = Callable[[Array], float]
# What gradients to draw: each letter is a layer.
_SOUND, _VANISHING, _EXPLODING, _ZERO, _NAN, _INFINITE = "sveznI"
_SMALL_WEIGHTS, _LARGE_WEIGHTS, _LARGE, _TINY, _HUGE, _CANCELS = "SWLthc"
_CASES: Final = (
    "sssv",
    "ssee",
    "sssSv",
    "sssW",
    "sssWe",
    "sssL",
    "sssc",
    "sszzzzv",
    "snIv",
    "sstv",
    "ssshv",
    "ssss",
)


def _draw(rng: np.random.Generator) -> list[Case]:
    return [Case(_drawn(rng, "".join(str(x) for x in rng.permutation(list(k))))) for k in _CASES]


def _drawn(rng: np.random.Generator, kinds: str) -> dict[str, dict[str, Array]]:
    """Return gradients and weights of these kinds, by the names of their layers."""
    gradients, weights = {}, {}
    for n, kind in enumerate(kinds):
        own, slope = rng.uniform(0.1, 0.3), rng.uniform(0.01, 0.02)
        own, slope = {
            _VANISHING: (own, slope * 1e-5),
            _EXPLODING: (own, own * rng.uniform(3e3, 1e5)),
            _SMALL_WEIGHTS: (slope * 1e-4, slope * 1e-5),
            _LARGE_WEIGHTS: (slope * 1e5, slope),
            _LARGE: (slope * 1e4, slope * 1e4),
            _TINY: (own, 1e-30),
            _HUGE: (own, 1e25),
        }.get(kind, (own, slope))
        shape = (2, int(rng.integers(2, 4)))
        entries = slope * rng.uniform(0.5, 1.5, shape) * rng.choice([-1, 1], shape)
        if kind == _ZERO:
            entries[:] = 0
        elif kind in (_NAN, _INFINITE):
            entries[0, 0] = np.nan if kind == _NAN else np.inf
        elif kind == _CANCELS:  # all but its last entry
            entries = np.full(shape, slope)
            entries[1] *= -1
            entries[1, 0] *= 1 - 1e-5
        name = f"layers.{n}.weight"
        gradients[name] = entries.astype(np.float32)
        weights[name] = (own * rng.uniform(0.5, 1.5, shape)).astype(np.float32)
    return {"gradients": gradients, "weights": weights}


def _call(work: Sequence[Any], case: Case) -> Any:
    import torch

    tensors = [
        {name: torch.tensor(array) for name, array in case.inputs[kind].items()}
        for kind in ("gradients", "weights")
    ]
    got = work[0](*tensors)
    return dict(got) if isinstance(got, Mapping) else got


def _by_report(case: Case) -> dict[str, str]:
    sizes = measured(case.inputs["gradients"], case.inputs["weights"])
    return {name: size.mark for name, size in sizes.items() if size.mark}


def _rms(array: Array) -> float:
    return float(np.sqrt((array.astype(np.float64) ** 2).mean()))


def _single(array: Array) -> float:
    """Return the same with squares in single precision, which lose small and large numbers."""
    return float(np.sqrt((array**2).mean()))


def _by_rule(
    case: Case,
    size: Size = _rms,
    middle: Callable[[Any], Any] = np.median,
    kept: Callable[[float], bool] = lambda rms: bool(np.isfinite(rms) and rms > 0),
    own: Callable[[float, float, float], bool] = lambda rms, own, middle: rms > 1e3 * own,
    faint: Callable[[float, float, float], bool] = (
        lambda rms, own, middle: rms < middle / 1e3 and rms < own / 1e3
    ),
    by_size: bool = False,
    zeros: bool = True,
    nans: bool = True,
) -> dict[str, str]:
    """Return the marks that a rule gives, by default the right one.

    Args:
        case: The gradients.
        size: The size of a gradient or of weights.
        middle: The size that others are compared with.
        kept: Which sizes count for it.
        own: Whether a gradient explodes, from its size, its weights' and the middle one.
        faint: Whether it vanishes.
        by_size: Whether NaN and 0 are seen by the size, not by the entries.
        zeros: Whether zeros are marked as such.
        nans: Whether NaN and infinity are.
    """
    gradients, weights = case.inputs["gradients"], case.inputs["weights"]
    sizes = {name: size(array) for name, array in gradients.items()}
    reference = float(middle([rms for rms in sizes.values() if kept(rms)] or [0.0]))
    found = {}
    for name, array in gradients.items():
        seen = np.array(sizes[name]) if by_size else array
        rms, weight = sizes[name], size(weights[name])
        if nans and not np.isfinite(seen).all():
            found[name] = "nan"
        elif zeros and not seen.any():
            found[name] = "zero"
        elif own(rms, weight, reference):
            found[name] = "exploding"
        elif faint(rms, weight, reference):
            found[name] = "vanishing"
    return found


def _by(name: str, **rule: Any) -> Mistake:
    return Mistake(name, sign=goes_by(lambda case: _by_rule(case, **rule)), every=True)


def _names_all(trial: Trial) -> bool:
    return isinstance(trial.got, dict) and None in trial.got.values()


EXERCISE: Final = Exercise(
    id="04.6",
    takes=("marks",),
    points=2,
    draw=_draw,
    call=_call,
    oracles={"inspect": _by_report, "formula": _by_rule},
    judge=judged(dict),
    mistakes=(
        Mistake("sound", sign=_names_all),
        _by("squares", size=_single, by_size=True),
        _by("nans", nans=False),
        _by("zeros", zeros=False),
        # Those that are wrong in fewer cases come first.
        _by("kept_zeros", kept=lambda rms: bool(np.isfinite(rms))),
        _by("kept", kept=lambda rms: True),
        _by("average", middle=np.mean),
        _by("own", faint=lambda rms, own, middle: rms < middle / 1e3),
        _by("middle", faint=lambda rms, own, middle: rms < own / 1e3),
        _by("either", faint=lambda rms, own, middle: rms < middle / 1e3 or rms < own / 1e3),
        _by("large", own=lambda rms, own, middle: rms > 1e3 * middle),
        _by("signs", size=lambda array: abs(float(array.mean(dtype=np.float64)))),
    ),
)
