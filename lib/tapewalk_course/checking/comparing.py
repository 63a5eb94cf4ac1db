"""Comparing two results, and naming their difference."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from math import isfinite
from numbers import Number as AnyNumber
from typing import Any

import numpy as np

# Far above rounding and the error of central differences, far below any mistake.
RTOL, ATOL = 1e-5, 1e-7
# The tolerance of results in single precision, relative to the largest number: small numbers among
# large ones have the rounding of those.
_SINGLE = 1e-4
# The first of these that is found is reported: a shape does not matter while a part is missing.
_GRAVEST = ("part_none", "type", "count", "missing", "shape", "nan", "numbers")


def close(got: object, expected: object) -> str | None:
    """Return `None` if a result is as expected, else the name of the problem.

    Args:
        got: The result.
        expected: A number, an array, a tuple of these, or a dictionary of numbers.
    """
    if got is None:
        return "none"
    if isinstance(expected, tuple):
        return _close_parts(got, expected)
    if isinstance(expected, Mapping):
        return _close_entries(got, expected)
    # Graphs have thousands of numbers, and NumPy is slow for single ones.
    if type(got) is type(expected) is float and _is_near(got, expected):
        return None
    mine, theirs = array_of(got), array_of(expected)
    if mine is None or theirs is None:
        return "type"
    if mine.shape != theirs.shape:
        return "shape"
    if np.allclose(mine, theirs, rtol=RTOL, atol=ATOL, equal_nan=True):
        return None
    if _is_single(got) and _is_near_in_single(mine, theirs):
        return None
    return "numbers" if np.isfinite(mine).all() or not np.isfinite(theirs).all() else "nan"


def judged(
    kind: type | tuple[type, ...],
    is_right: Callable[[Any, Any, Any], bool] = lambda case, got, expected: got == expected,
    problem: str = "answer",
) -> Callable[[Any, Any, Any], str | None]:
    """Return a judge of results that are right or not, without a distance from the right one.

    Args:
        kind: The required type of a result.
        is_right: Compares a result with the expected one, for a case.
        problem: The name of the problem of a wrong result.
    """

    def judge(case: Any, got: object, expected: object) -> str | None:
        if got is None:
            return "none"
        if not isinstance(got, kind):
            return "type"
        return None if is_right(case, got, expected) else problem

    return judge


def is_number(x: object) -> bool:
    """Return whether a result is a number, or an array of NumPy without axes."""
    is_array = isinstance(x, np.ndarray) and x.ndim == 0
    return is_array or (isinstance(x, int | float | np.number) and not isinstance(x, bool))


def listed(x: object) -> list[Any] | None:
    """Return the elements of an iterable result; `None` for text and single objects."""
    if isinstance(x, str) or not isinstance(x, Iterable) or getattr(x, "ndim", 1) == 0:
        return None
    return list(x)


def array_of(x: object) -> np.ndarray[Any, Any] | None:
    """Return a number, an array or a tensor as an array of floats, `None` for anything else."""
    if isinstance(x, bool | str):
        return None
    if not isinstance(x, AnyNumber | np.ndarray):
        x = _held(x)
        if not isinstance(x, AnyNumber | np.ndarray):
            return None
    array = np.asarray(x)
    return array.astype(float) if array.dtype.kind in "fiu" else None


def _is_near(got: float, expected: float) -> bool:
    """Return whether two numbers are as close as `np.allclose` asks; never if one is infinite."""
    return isfinite(expected) and abs(got - expected) <= ATOL + RTOL * abs(expected)


def _held(x: object) -> Any:
    """Return the data of a tensor or a value; `None` if there are none."""
    try:
        return getattr(x, "data", None)
    except Exception:  # a property of the learner's own
        return None


def _is_single(x: object) -> bool:
    """Return whether a result is in single precision."""
    entry = x if isinstance(x, np.ndarray | np.generic) else _held(x)
    return bool(getattr(entry, "dtype", None) == np.float32)


def _is_near_in_single(mine: np.ndarray[Any, Any], theirs: np.ndarray[Any, Any]) -> bool:
    largest = np.abs(theirs[np.isfinite(theirs)]).max(initial=1.0)
    return bool(np.allclose(mine, theirs, rtol=0, atol=_SINGLE * largest, equal_nan=True))


def _close_parts(got: object, expected: tuple[Any, ...]) -> str | None:
    if not isinstance(got, tuple | list):
        return "type"
    if len(got) != len(expected):
        return "count"
    return _gravest(zip(got, expected, strict=True))


def _close_entries(got: object, expected: Mapping[str, Any]) -> str | None:
    if not isinstance(got, Mapping):
        return "type"
    if not got.keys() >= expected.keys():
        return "missing"
    return _gravest((got[name], value) for name, value in expected.items())


def _gravest(pairs: Iterable[tuple[Any, Any]]) -> str | None:
    """Return the gravest problem of the parts, `None` if there is none."""
    problems = {"part_none" if mine is None else close(mine, theirs) for mine, theirs in pairs}
    return next((problem for problem in _GRAVEST if problem in problems), None)
