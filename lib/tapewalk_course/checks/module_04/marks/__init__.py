"""04.6: which gradients are out of line, and how."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

import numpy as np

from tapewalk.inspect.gradients import measured
from tapewalk_course.checking.exercise import Case, Exercise, Trial
from tapewalk_course.checking.folder import Folder
from tapewalk_course.checking.oracles import Array
from tapewalk_course.checks.module_04.judging import judged

_MARKS: Final = ("nan", "zero", "exploding", "vanishing")
# What gradients to draw: each letter is a layer.
_SOUND, _VANISHING, _EXPLODING, _ZERO, _NAN, _INFINITE = "sveznI"
_SMALL_WEIGHTS, _LARGE_WEIGHTS, _LARGE, _TINY, _TINIER, _HUGE = "SWLTth"
_CANCELS, _SUMS_TO_0, _ONE_0 = "co1"
# Nearer to the limits.
_SPIKED, _NEAR, _RAISED, _ABOVE, _FLAT, _LARGE_NEAR, _LARGE_ABOVE = "RqrAKXM"
_FAINT, _FAINTER, _LOWERED, _BROAD, _NARROW, _HALF = "fFgBGU"
# Of many entries: all ways to take their size come near to each other, unless meant not to.
_OF_MANY: Final = (_SPIKED, _NEAR, _RAISED, _ABOVE, _FAINT, _FAINTER, _LOWERED, _BROAD)
_CASES: Final = (
    "sssv",
    "ssee",
    "sssSv",
    "sssW",
    "sssWe",
    "sssL",
    "sssc",
    "sso1v",
    "sszzzzv",
    "snIv",
    "snnnnnnv",  # sorted, NaN stay where they are: one of so many is in the middle
    "sstTv",
    "ssshv",
    "sssRqr",
    "ssssAKM",
    "sssX",
    "ssssfFg",
    "BBBGW",  # those of many entries have a larger norm
    "GsLII",  # with infinities, L would be in the middle
    "GsLL",  # the mean of s and L is far above the lower one
    "UsLL",  # and half the upper one
    "ssss",
)


def _draw(rng: np.random.Generator) -> list[Case]:
    return [Case(_drawn(rng, "".join(str(x) for x in rng.permutation(list(k))))) for k in _CASES]


def _drawn(rng: np.random.Generator, kinds: str) -> dict[str, dict[str, Array]]:
    """Returns gradients and weights of these kinds, by the names of their layers."""
    gradients, weights = {}, {}
    for n, kind in enumerate(kinds):
        name = f"layers.{n}.weight"
        own, size = _sizes(rng, kind)
        shape = (12, 14) if kind in _OF_MANY else (2, int(rng.integers(2, 4)))
        gradients[name] = _entries(rng, kind, size, shape).astype(np.float32)
        spread = _spread(rng, shape)
        weights[name] = (own / _rms(spread) * spread).astype(np.float32)
    return {"gradients": gradients, "weights": weights}


def _sizes(rng: np.random.Generator, kind: str) -> tuple[float, float]:
    """Returns the sizes of weights and gradient."""
    own, size = rng.uniform(0.1, 0.3), rng.uniform(0.01, 0.02)
    return {
        _VANISHING: (own, size * 1e-5),
        _EXPLODING: (own, own * rng.uniform(3e3, 1e5)),
        _SMALL_WEIGHTS: (size * 3e-3, size * 1e-5),
        _LARGE_WEIGHTS: (size * 1e5, size),
        _LARGE: (100.0, 100.0),
        _TINY: (own, 1e-15),
        _TINIER: (own, 1e-30),
        _HUGE: (own, 1e25),
        _SUMS_TO_0: (own, 1 / 64),  # sums of it are exact
        _SPIKED: (size / 10, size * 30),
        _NEAR: (size / 10, size * 30),
        _ABOVE: (own, own * rng.uniform(1.5e3, 2.5e3)),
        _FLAT: (own, own * rng.uniform(1.5e3, 2.5e3)),
        _LARGE_NEAR: (1e3, 3e3),
        _LARGE_ABOVE: (1e3, rng.uniform(1.5e6, 2.5e6)),
        _FAINT: (size, size / 300),
        _FAINTER: (size, size / 3000),
        _RAISED: (size / 10, size * 5.5),  # a factor whose square is above 1,000
        _LOWERED: (size, size / 80),
        _NARROW: (size * 10, size / 400),
        _HALF: (300.0, 1 / 14),
    }.get(kind, (own, size))


def _spread(rng: np.random.Generator, shape: tuple[int, int]) -> Array:
    spread: Array = rng.uniform(0.5, 1.5, shape) * rng.choice([-1, 1], shape)
    return spread


def _entries(rng: np.random.Generator, kind: str, size: float, shape: tuple[int, int]) -> Array:
    """Returns the entries of a gradient."""
    entries = _spread(rng, shape)
    if kind in (_CANCELS, _SUMS_TO_0, _FLAT):
        entries[:] = 1
    if kind in (_CANCELS, _SUMS_TO_0):
        entries[1] *= -1
    if kind == _CANCELS:  # all but its last entry
        entries[1, 0] *= 1 - 1e-5
    elif kind == _ONE_0:
        entries[0, 0] = 0
    elif kind in (_SPIKED, _ABOVE):  # nearly all of it is in one entry
        entries[1:] /= 100
        entries[0, 1:] /= 100
    entries *= size / _rms(entries)
    if kind == _ZERO:
        entries[:] = 0
    elif kind in (_NAN, _INFINITE):
        entries[0, 0] = np.nan if kind == _NAN else np.inf
    return entries


def _call(work: Sequence[Any], case: Case) -> Any:
    import torch

    tensors = [
        {name: torch.tensor(array) for name, array in case.inputs[kind].items()}
        for kind in ("gradients", "weights")
    ]
    gradients, weights = tensors
    got = case.hand(work[0], gradients=gradients, weights=weights)
    return dict(got) if isinstance(got, Mapping) else got


def _by_report(case: Case) -> dict[str, str]:
    sizes = measured(case.inputs["gradients"], case.inputs["weights"])
    return {name: size.mark for name, size in sizes.items() if size.mark}


def _rms(array: Array) -> float:
    return float(np.sqrt((array.astype(np.float64) ** 2).mean()))


def _by_rule(case: Case) -> dict[str, str]:
    gradients, weights = case.inputs["gradients"], case.inputs["weights"]
    sizes = {name: _rms(array) for name, array in gradients.items()}
    middle = np.median([rms for rms in sizes.values() if np.isfinite(rms) and rms > 0])
    marks = {}
    for name, array in gradients.items():
        own, faint = sizes[name] / _rms(weights[name]), sizes[name] / middle
        if not np.isfinite(array).all():
            marks[name] = "nan"
        elif not array.any():
            marks[name] = "zero"
        elif own > 1e3:
            marks[name] = "exploding"
        elif max(own, faint) < 1e-3:
            marks[name] = "vanishing"
    return marks


def _is_named_wrongly(trial: Trial) -> bool:
    got = trial.got
    return isinstance(got, dict) and any(mark not in _MARKS for mark in got.values())


def _names_all(trial: Trial) -> bool:
    """Tells whether sound layers are named too."""
    return _is_named_wrongly(trial) and trial.got.keys() == trial.case.inputs["gradients"].keys()


EXERCISE: Final = Exercise(
    id="04.6",
    takes=("marks",),
    points=2,
    counts=True,
    draw=_draw,
    call=_call,
    oracles={"inspect": _by_report, "formula": _by_rule},
    judge=judged(dict),
    mistakes=Folder(__name__, signs={"sound": _names_all, "words": _is_named_wrongly}),
)
