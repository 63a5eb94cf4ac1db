"""What the checks of this module share: results judged as they are, and PyTorch."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from tapewalk_course.checking.exercise import Case, Exercise
from tapewalk_course.checking.oracles import torch


def judged(kind: type | tuple[type, ...]) -> Callable[[Case, Any, Any], str | None]:
    """Returns what judges results that must be equal to what is expected.

    Args:
        kind: What a result has to be at least.
    """

    def judge(case: Case, got: object, expected: object) -> str | None:
        if got is None:
            return "none"
        if not isinstance(got, kind):
            return "type"
        return None if _is_same(got, expected) else "answer"

    return judge


def listed(got: object) -> list[Any] | None:
    """Returns what a result holds that one can go through; `None` of text and single things."""
    if isinstance(got, str) or not isinstance(got, Iterable) or getattr(got, "ndim", 1) == 0:
        return None
    return list(got)


def _is_same(got: object, expected: object) -> bool:
    """Tells whether two results are equal; arrays in a dictionary are not, they raise."""
    try:
        return bool(got == expected)
    except Exception:
        return False


def with_torch(exercise: Exercise) -> Exercise:
    """Returns an exercise that says at once that it needs PyTorch, where there is none."""

    def draw(rng: np.random.Generator) -> Sequence[Case]:
        if torch() is None:
            raise ModuleNotFoundError(
                f"exercise {exercise.id} is about PyTorch's graphs and needs it: pip install torch"
            )
        return exercise.draw(rng)

    return replace(exercise, draw=draw)
