"""Shared code of the checks of this module: exact comparison of results."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from tapewalk_course.checking.exercise import Case


def judged(kind: type | tuple[type, ...]) -> Callable[[Case, Any, Any], str | None]:
    """Return a judge of results that must equal the expected ones.

    Args:
        kind: The required type of a result.
    """

    def judge(case: Case, got: object, expected: object) -> str | None:
        if got is None:
            return "none"
        if not isinstance(got, kind):
            return "type"
        return None if _is_same(got, expected) else "answer"

    return judge


def listed(got: object) -> list[Any] | None:
    """Return the elements of an iterable result; `None` for text and single objects."""
    if isinstance(got, str) or not isinstance(got, Iterable) or getattr(got, "ndim", 1) == 0:
        return None
    return list(got)


def _is_same(got: object, expected: object) -> bool:
    """Return whether two results are equal; arrays in a dictionary are not: they raise an error."""
    try:
        return bool(got == expected)
    except Exception:
        return False
