"""04.6: which gradients are out of line, and how."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

import numpy as np

from tapewalk.inspect.gradients import measured
from tapewalk_course.checking.exercise import Case, Exercise, Trial
from tapewalk_course.checking.folder import Folder
from tapewalk_course.checking.oracles import Array
from tapewalk_course.exercises.module_04.judging import judged

_MARKS: Final = ("nan", "zero", "exploding", "vanishing")
# Many entries: all measures of their size are close to each other, unless intended otherwise.
_OF_MANY: Final = (
    *("spiked", "near", "raised", "above"),
    *("faint", "fainter", "lowered", "broad"),
)
# The layers of each case: the number of gradients of each kind.
_CASES: Final[tuple[dict[str, int], ...]] = (
    {"sound": 3, "vanishing": 1},
    {"sound": 2, "exploding": 2},
    {"sound": 3, "small weights": 1, "vanishing": 1},
    {"sound": 3, "large weights": 1},
    {"sound": 3, "large weights": 1, "exploding": 1},
    {"sound": 3, "large": 1},
    {"sound": 3, "cancels": 1},
    {"sound": 2, "sums to 0": 1, "one 0": 1, "vanishing": 1},
    {"sound": 2, "zero": 4, "vanishing": 1},
    {"sound": 1, "nan": 1, "infinite": 1, "vanishing": 1},
    # NaN keep their places in a sort: of so many, one is in the middle.
    {"sound": 1, "nan": 6, "vanishing": 1},
    {"sound": 2, "tinier": 1, "tiny": 1, "vanishing": 1},
    {"sound": 3, "huge": 1, "vanishing": 1},
    {"sound": 3, "spiked": 1, "near": 1, "raised": 1},
    {"sound": 4, "above": 1, "flat": 1, "large above": 1},
    {"sound": 3, "large near": 1},
    {"sound": 4, "faint": 1, "fainter": 1, "lowered": 1},
    # Gradients with many entries have a larger norm.
    {"broad": 3, "narrow": 1, "large weights": 1},
    # With the infinite ones counted, a large one would be in the middle.
    {"narrow": 1, "sound": 1, "large": 1, "infinite": 2},
    # The mean of a sound and a large one is far above the lower one …
    {"narrow": 1, "sound": 1, "large": 2},
    # … and half the upper one.
    {"half": 1, "sound": 1, "large": 2},
    {"sound": 4},
)


def _draw(rng: np.random.Generator) -> list[Case]:
    cases = []
    for counts in _CASES:
        kinds = [kind for kind, count in counts.items() for _ in range(count)]
        cases.append(Case(_drawn(rng, [str(kind) for kind in rng.permutation(kinds)])))
    return cases


def _drawn(rng: np.random.Generator, kinds: Sequence[str]) -> dict[str, dict[str, Array]]:
    """Return gradients and weights of these kinds, by the names of their layers."""
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
    """Return the sizes of weights and gradient."""
    own, size = rng.uniform(0.1, 0.3), rng.uniform(0.01, 0.02)
    return {
        "vanishing": (own, size * 1e-5),
        "exploding": (own, own * rng.uniform(3e3, 1e5)),
        "small weights": (size * 3e-3, size * 1e-5),
        "large weights": (size * 1e5, size),
        "large": (100.0, 100.0),
        "tiny": (own, 1e-15),
        "tinier": (own, 1e-30),
        "huge": (own, 1e25),
        "sums to 0": (own, 1 / 64),  # its sums are exact
        "spiked": (size / 10, size * 30),
        "near": (size / 10, size * 30),
        "above": (own, own * rng.uniform(1.5e3, 2.5e3)),
        "flat": (own, own * rng.uniform(1.5e3, 2.5e3)),
        "large near": (1e3, 3e3),
        "large above": (1e3, rng.uniform(1.5e6, 2.5e6)),
        "faint": (size, size / 300),
        "fainter": (size, size / 3000),
        "raised": (size / 10, size * 5.5),  # a factor whose square is above 1,000
        "lowered": (size, size / 80),
        "narrow": (size * 10, size / 400),
        "half": (300.0, 1 / 14),
    }.get(kind, (own, size))


def _spread(rng: np.random.Generator, shape: tuple[int, int]) -> Array:
    spread: Array = rng.uniform(0.5, 1.5, shape) * rng.choice([-1, 1], shape)
    return spread


def _entries(rng: np.random.Generator, kind: str, size: float, shape: tuple[int, int]) -> Array:
    """Return the entries of a gradient."""
    entries = _spread(rng, shape)
    if kind in ("cancels", "sums to 0", "flat"):
        entries[:] = 1
    if kind in ("cancels", "sums to 0"):
        entries[1] *= -1
    if kind == "cancels":  # all but its last entry
        entries[1, 0] *= 1 - 1e-5
    elif kind == "one 0":
        entries[0, 0] = 0
    elif kind in ("spiked", "above"):  # nearly all of it is in one entry
        entries[1:] /= 100
        entries[0, 1:] /= 100
    entries *= size / _rms(entries)
    if kind == "zero":
        entries[:] = 0
    elif kind in ("nan", "infinite"):
        entries[0, 0] = np.nan if kind == "nan" else np.inf
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
    """Return whether sound layers are named too."""
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
    needs=("torch",),
    mistakes=Folder(__name__, symptoms={"sound": _names_all, "words": _is_named_wrongly}),
)
