"""Inputs and results as short texts, written as Python writes them."""

from __future__ import annotations

import linecache
import sys
import traceback
from collections.abc import Mapping, Sequence
from itertools import zip_longest
from typing import Any, Final

import numpy as np

import tapewalk
import tapewalk_course
from tapewalk_course.checking.comparing import array_of, close
from tapewalk_course.checking.programs import Program

_LONGEST: Final = 400
_ENTRIES: Final = 10
# Frames of these are not the learner's.
_PACKAGES: Final = [package.__path__[0] for package in (tapewalk, tapewalk_course)]
_LIBRARIES: Final = (*_PACKAGES, sys.prefix, sys.base_prefix)


def shown_inputs(inputs: Mapping[str, Any]) -> str:
    """Return the inputs of a case, a line each."""
    return "\n".join(_named(name, value, 4) for name, value in inputs.items())


def shown_pair(got: object, expected: object, parts: Sequence[str] = ()) -> tuple[str, str]:
    """Return both results with enough digits to show a difference, if there is one."""
    if close(got, expected) is None:
        return shown(got, 4, parts), shown(expected, 4, parts)
    for digits in (4, 8):
        pair = shown(got, digits, parts), shown(expected, digits, parts)
        if pair[0] != pair[1]:
            return pair
    return shown(got, 17, parts), shown(expected, 17, parts)


def shown(value: object, digits: int = 4, parts: Sequence[str] = ()) -> str:
    """Return a result as text.

    Args:
        value: A number, an array, a tuple or dictionary of these, or anything else.
        digits: The significant digits of numbers.
        parts: The names of a tuple's entries.
    """
    if isinstance(value, Mapping):
        return _entries(value, digits)
    if isinstance(value, tuple | list) and parts:
        named = zip_longest(parts[: len(value)], value, fillvalue="?")
        return "\n".join(_named(name, part, digits) for name, part in named)
    if isinstance(value, np.ndarray):
        return _array(value, digits, "")
    if array_of(value) is not None and isinstance(value, int | float | np.number):
        return f"{float(value):.{digits}g}"
    try:
        text = repr(value)
    except Exception:
        text = f"<{type(value).__name__}>"
    return _cut(text)


def shown_error(error: BaseException) -> str:
    """Return the error, and the line of the learner's code that led to it."""
    text = getattr(error, "shown", None)  # if it was raised in another process
    if isinstance(text, str):
        return _cut(text)
    text = _cut(f"{type(error).__name__}: {error}".removesuffix(": "))
    # For a recursion, the end is enough.
    for frame in reversed(traceback.extract_tb(error.__traceback__, limit=-50)):
        if not frame.filename.startswith(_LIBRARIES):
            line = linecache.getline(frame.filename, frame.lineno or 0).strip()
            return f"{text}\n{frame.name}, {frame.lineno}: {line}".removesuffix(": ")
    return text


def _named(name: str, value: object, digits: int) -> str:
    if isinstance(value, np.ndarray):
        return f"{name} = {_array(value, digits, f'{name} = ')}"
    if isinstance(value, Program):
        return f"{name}: {value}"  # written in names of its own
    return f"{name} = {value if isinstance(value, str) else shown(value, digits)}"


def _array(array: np.ndarray[Any, Any], digits: int, before: str) -> str:
    """Return an array and its shape; further lines are aligned with the first, after `before`."""
    text = np.array2string(
        array,
        precision=digits,
        separator=", ",
        threshold=40,
        floatmode="maxprec",
        max_line_width=76,
        prefix=before,
    )
    return f"{text if array.size else '[]'}  {array.shape}"


def _entries(value: Mapping[Any, Any], digits: int) -> str:
    if any(isinstance(entry, np.ndarray) for entry in value.values()):
        return "\n".join(_named(str(name), entry, digits) for name, entry in value.items())
    parts = [f"{name}: {shown(entry, digits)}" for name, entry in value.items()]
    if len(parts) > _ENTRIES:
        parts = [*parts[: _ENTRIES - 1], "…", parts[-1]]
    return "{" + ", ".join(parts) + "}"


def _cut(text: str) -> str:
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…"
