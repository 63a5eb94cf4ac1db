"""04.5: the bytes of the weights of attention, and the longest text whose weights fit."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any, Final

import numpy as np

from tapewalk_course.checking.comparing import close
from tapewalk_course.checking.exercise import FOR_INPUTS, Case, Exercise, Factor, with_input
from tapewalk_course.checking.folder import Folder

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
        # Exactly enough bytes, one too few, or a few too many.
        budget += (0, -1, int(rng.integers(1, batch * heads * length)))[more % 3]
        cases.append(Case({"batch": batch, "heads": heads, "size": size, "budget": budget}, 1))
    return cases


def _unlike(rng: np.random.Generator) -> tuple[int, int]:
    """Return two numbers, neither of which can be taken for the other, or for a factor of 2."""
    batch, heads = rng.choice([3, 4, 5], 2, replace=False)
    return int(batch), int(heads)


def _call(work: Sequence[Any], case: Case) -> Any:
    return work[case.which](*case.inputs.values())


@lru_cache(maxsize=512)
def _measured(batch: int, heads: int, length: int, width: int, size: int) -> int:
    """Return the bytes that the softmax of unfused attention saves, according to the report."""
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
    if case.which == 0:
        batch, heads, length, _, size = case.inputs.values()
        count: int = size * batch * heads * length**2
        return count
    batch, heads, size, budget = case.inputs.values()
    length = 0
    while size * batch * heads * (length + 1) ** 2 <= budget:
        length += 1
    return length


def _judge(case: Case, got: object, expected: object) -> str | None:
    problem = close(got, expected)
    return "type" if problem == "shape" else problem  # an array instead of a number


def _with_budget(change: Callable[[int, int], int]) -> Callable[[Case, int], Case]:
    """Return a change of the budget, in the cases that have one."""

    def changed(case: Case, factor: int) -> Case:
        if "budget" not in case.inputs:
            return case
        return with_input(case, "budget", change(case.inputs["budget"], factor))

    return changed


EXERCISE: Final = Exercise(
    id="04.5",
    takes=("weights_bytes", "longest"),
    points=2,
    counts=True,
    draw=_draw,
    call=_call,
    oracles={"inspect": _by_report, "formula": _by_formula},
    judge=_judge,
    needs=("torch",),
    mistakes=Folder(__name__),
    factor=Factor(
        (("return batch", "return {c} * batch"), ("// (batch", "// ({c} * batch")),
        multiplies=lambda name: name == "weights_bytes",
        plain=_with_budget(lambda budget, factor: budget // factor),
        asked=_with_budget(lambda budget, factor: budget * factor),
        choices=FOR_INPUTS,
    ),
)
