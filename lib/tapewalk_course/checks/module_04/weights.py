"""04.5: the bytes of the weights of attention, and the longest text whose weights fit."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any, Final

import numpy as np

from tapewalk_course.checking.comparing import close
from tapewalk_course.checking.exercise import Case, Exercise, Mistake, Trial

# Number types by their bytes.
_TYPES: Final = {2: "bfloat16", 4: "float32", 8: "float64"}
_LONGEST: Final = 64


def _draw(rng: np.random.Generator) -> list[Case]:
    sizes = [*(int(size) for size in rng.permutation(list(_TYPES))), 4, 2]
    cases = []
    for size in sizes[:4]:
        batch, heads = _unlike(rng)
        length, width = int(rng.integers(5, 20)), heads * int(rng.integers(6, 9))
        given = {"batch": batch, "heads": heads, "length": length, "width": width, "size": size}
        cases.append(Case(given))
    for more, size in enumerate(sizes):
        batch, heads = _unlike(rng)
        length = int(rng.integers(9, 25))
        budget = batch * heads * size * length**2
        # Exactly as many bytes, one too few, or some to spare.
        budget += (0, -1, int(rng.integers(1, batch * heads * length)))[more % 3]
        cases.append(Case({"batch": batch, "heads": heads, "size": size, "budget": budget}, 1))
    return cases


def _unlike(rng: np.random.Generator) -> tuple[int, int]:
    """Returns two numbers, neither of which can be taken for the other, or for a factor of 2."""
    batch, heads = rng.choice([3, 4, 5], 2, replace=False)
    return int(batch), int(heads)


def _call(work: Sequence[Any], case: Case) -> Any:
    return work[case.which](*case.inputs.values())


@lru_cache(maxsize=512)
def _measured(batch: int, heads: int, length: int, width: int, size: int) -> int:
    """Returns the bytes that the softmax of unfused attention keeps, as the report tells them."""
    import torch
    from torch.nn import MultiheadAttention

    from tapewalk.inspect import inspect

    dtype = getattr(torch, _TYPES[size])
    with torch.random.fork_rng(devices=[]):
        layer = MultiheadAttention(width, heads, batch_first=True, dtype=dtype)
        rows = torch.rand(batch, length, width, dtype=dtype)
    report = inspect(layer(rows, rows, rows)[0].float().mean(), layer)
    return sum(node.activations for node in report.nodes if node.op == "Softmax")


def _by_report(case: Case) -> int:
    if case.which == 0:
        return _measured(*case.inputs.values())
    batch, heads, size, budget = case.inputs.values()
    fits, too_long = 0, _LONGEST
    while too_long - fits > 1:
        length = (fits + too_long) // 2
        if _measured(batch, heads, length, heads, size) <= budget:
            fits = length
        else:
            too_long = length
    return fits


def _by_formula(case: Case) -> int:
    return _foreseen(lambda batch, heads, length, width, size: size * batch * heads * length**2)(
        case
    )


Bytes = Callable[[int, int, int, int, int], int]


def _foreseen(count: Bytes) -> Callable[[Case], int]:
    """Returns what a formula for the bytes gives: the bytes, or the greatest length that fits."""

    def gives(case: Case) -> int:
        if case.which == 0:
            return count(*case.inputs.values())
        batch, heads, size, budget = case.inputs.values()
        length = 0
        while count(batch, heads, length + 1, heads, size) <= budget:
            length += 1
        return length

    return gives


def _rootless(case: Case) -> int | None:
    if case.which == 0:
        return None
    batch, heads, size, budget = case.inputs.values()
    pairs: int = budget // (batch * heads * size)
    return pairs


def _judge(case: Case, got: object, expected: object) -> str | None:
    problem = close(got, expected)
    return "type" if problem == "shape" else problem  # an array, and a number is asked for


def _is_next(trial: Trial) -> bool:
    """Tells whether a length was rounded up, or not at all."""
    expected, got = trial.expected, trial.got
    return _is_length(trial) and bool(expected < got <= expected + 1)


def _is_strict(trial: Trial) -> bool:
    """Tells whether a length was left out although it fits exactly."""
    if not _is_length(trial):
        return False
    batch, heads, size, budget = trial.case.inputs.values()
    fills = budget == batch * heads * size * trial.expected**2
    return bool(fills and trial.got == trial.expected - 1)


def _is_length(trial: Trial) -> bool:
    return trial.case.which == 1 and isinstance(trial.got, int | float | np.number)


EXERCISE: Final = Exercise(
    id="04.5",
    takes=("weights_bytes", "longest"),
    points=2,
    counts=True,
    draw=_draw,
    call=_call,
    oracles={"inspect": _by_report, "formula": _by_formula},
    judge=_judge,
    mistakes=(
        Mistake("numbers", _foreseen(lambda b, heads, s, width, size: b * heads * s**2)),
        Mistake("four", _foreseen(lambda b, heads, s, width, size: 4 * b * heads * s**2)),
        Mistake("root", _rootless),
        Mistake("linear", _foreseen(lambda b, heads, s, width, size: size * b * heads * s)),
        Mistake("heads", _foreseen(lambda b, heads, s, width, size: size * b * s**2)),
        Mistake("batch", _foreseen(lambda b, heads, s, width, size: size * heads * s**2)),
        Mistake("texts", _foreseen(lambda b, heads, s, width, size: size * heads * (b * s) ** 2)),
        Mistake("width", _foreseen(lambda b, heads, s, width, size: size * b * width * s**2)),
        Mistake("rows", _foreseen(lambda b, heads, s, width, size: size * b * width * s)),
        Mistake("scores", _foreseen(lambda b, heads, s, width, size: 2 * size * b * heads * s**2)),
        Mistake("rounded", sign=_is_next, every=True),
        Mistake("strict", sign=_is_strict, every=True),
    ),
)
