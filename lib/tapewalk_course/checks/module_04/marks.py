"""04.6: which gradients are out of line, and how."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import product
from typing import Any, Final

import numpy as np

from tapewalk.inspect.gradients import measured
from tapewalk_course.checking.exercise import Case, Exercise, Mistake, Trial
from tapewalk_course.checking.oracles import Array
from tapewalk_course.checks.module_04.judging import goes_by, judged

Size = Callable[[Array], float]
Rule = Callable[[float, float, float], bool]
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


def _single(array: Array) -> float:
    """Returns the same with squares in single precision, which lose small and large numbers."""
    return float(np.sqrt((array**2).mean()))


def _mean_square(array: Array) -> float:
    return float((array.astype(np.float64) ** 2).mean())


def _mean(array: Array) -> float:
    return abs(float(array.mean(dtype=np.float64)))


def _is_finite(rms: float) -> bool:
    return bool(np.isfinite(rms))


def _limits(exploding: float, vanishing: float) -> dict[str, Rule]:
    """Returns the rules of these factors."""
    return {
        "own": lambda rms, own, middle: rms > exploding * own,
        "faint": lambda rms, own, middle: rms < min(own, middle) / vanishing,
    }


def _by_rule(
    case: Case,
    size: Size = _rms,
    middle: Callable[[Any], Any] = np.median,
    kept: Callable[[float], bool] = lambda rms: bool(np.isfinite(rms) and rms > 0),
    own: Rule = lambda rms, own, middle: rms > 1e3 * own,
    faint: Rule = lambda rms, own, middle: rms < middle / 1e3 and rms < own / 1e3,
    is_nan: Callable[[Array, float], bool] = lambda array, rms: not np.isfinite(array).all(),
    is_zero: Callable[[Array, float], bool] = lambda array, rms: not array.any(),
) -> dict[str, str]:
    """Returns the marks that a rule gives, by default the right one.

    Args:
        case: The gradients.
        size: The size of a gradient or of weights.
        middle: The size that others are compared with.
        kept: Which sizes count for it.
        own: Whether a gradient explodes, from its size, its weights' and the middle one.
        faint: Whether it vanishes.
        is_nan: Whether a gradient is marked as NaN, from its entries or its size.
        is_zero: Whether it is marked as 0.
    """
    gradients, weights = case.inputs["gradients"], case.inputs["weights"]
    sizes = {name: size(array) for name, array in gradients.items()}
    reference = float(middle([rms for rms in sizes.values() if kept(rms)] or [0.0]))
    marks = {}
    for name, array in gradients.items():
        rms, weight = sizes[name], size(weights[name])
        if is_nan(array, rms):
            marks[name] = "nan"
        elif is_zero(array, rms):
            marks[name] = "zero"
        elif own(rms, weight, reference):
            marks[name] = "exploding"
        elif faint(rms, weight, reference):
            marks[name] = "vanishing"
    return marks


def _by(name: str, **rule: Any) -> Mistake:
    return Mistake(name, sign=goes_by(lambda case: _by_rule(case, **rule)), every=True)


def _names_all(trial: Trial) -> bool:
    return isinstance(trial.got, dict) and any(mark is None for mark in trial.got.values())


# NaN and 0 seen by the size, not by the entries.
_BY_SIZE: Final[Mapping[str, Any]] = {
    "is_nan": lambda array, rms: not _is_finite(rms),
    "is_zero": lambda array, rms: rms == 0,
}
# One of them or both; no comparison is by size where neither is.
_PARTLY_BY_SIZE: Final[Sequence[Mapping[str, Any]]] = (
    {},
    {"is_nan": _BY_SIZE["is_nan"]},
    {"is_zero": _BY_SIZE["is_zero"]},
    _BY_SIZE,
)
_SIZES: Final[tuple[Size, ...]] = (
    lambda array: float(np.linalg.norm(array.astype(np.float64))),
    lambda array: float(np.abs(array.astype(np.float64)).mean()),
    lambda array: float(np.abs(array).max()),
    lambda array: float(array.astype(np.float64).std(ddof=1)),
)

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
        *(_by("tolerance", is_zero=lambda array, rms, x=x: rms < x) for x in (1e-12, 1e-6)),
        *(_by("squares", size=_single, **how) for how in _PARTLY_BY_SIZE),
        _by("nans", is_nan=lambda array, rms: False),
        # `isnan` for the marks, for the median, for both.
        _by("infinite", is_nan=lambda array, rms: np.isnan(array).any()),
        _by("infinite", kept=lambda rms: rms > 0),
        _by("infinite", kept=lambda rms: rms > 0, is_nan=lambda array, rms: np.isnan(array).any()),
        _by("zeros", is_zero=lambda array, rms: False),
        _by("any_zero", is_zero=lambda array, rms: not array.all()),
        _by("signs", is_zero=lambda array, rms: array.sum(dtype=np.float64) == 0),
        # Those that are wrong in fewer cases come first.
        _by("lower", middle=lambda sizes: sorted(sizes)[(len(sizes) - 1) // 2]),
        _by("lower", middle=lambda sizes: sorted(sizes)[len(sizes) // 2]),
        _by("kept_zeros", kept=_is_finite),
        _by("kept", kept=lambda rms: True),
        _by("kept", kept=lambda rms: rms != 0),
        _by("average", middle=np.mean),
        _by("own", faint=lambda rms, own, middle: rms < middle / 1e3),
        _by("middle", faint=lambda rms, own, middle: rms < own / 1e3),
        _by("either", faint=lambda rms, own, middle: rms < middle / 1e3 or rms < own / 1e3),
        *(_by("size", size=size, **how) for size in _SIZES for how in ({}, _BY_SIZE)),
        _by("root", size=_mean_square),
        *(_by("factor", **_limits(*x)) for x in product((1e2, 1e3, 1e4), repeat=2) if x[0] != x[1]),
        *(_by("factor", **_limits(x, x)) for x in (1e2, 1e4)),
        _by("fixed", own=lambda rms, own, middle: rms > 1e3),
        _by("large", own=lambda rms, own, middle: rms > 1e3 * middle),
        *(_by("signs", size=_mean, **how) for how in ({}, _BY_SIZE)),
    ),
)
