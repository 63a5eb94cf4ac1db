"""Results that travel from another process as plain data.

The sender is not trusted: nothing that arrives is run or imported, its stated types are checked,
and anything an honest sender would not write is rejected.
"""

from __future__ import annotations

import base64
import builtins
import math
from collections.abc import Mapping, Sequence
from typing import Any, Final, TypeVar

import numpy as np

from tapewalk_course.checking.exercise import RunResult
from tapewalk_course.checking.showing import shown, shown_error

_Kind = TypeVar("_Kind", bound=type)

# Our own types, by their names. Results are lists, dictionaries or named tuples.
_TRAVELS: Final[dict[str, Any]] = {}
_PROBLEMS: Final = (None, "slow", "unwritten", "raised", "printed")
# Limits beyond the results of any exercise.
_DEEPEST, _LONGEST, _LARGEST = 6, 100_000, 200_000
_TEXT: Final = 4000
_AS_IS: Final = (float, bool, type(None))
_PLAIN: Final = {"list": list, "tuple": tuple, "set": set, "frozenset": frozenset}


class ForgedError(ValueError):
    """Data arrived that no honest sender writes."""


class Distant:
    """A placeholder for an object of another process: its text, its types, its numbers.

    Attributes:
        kinds: The names of its class and its base classes.
        data: Its array or number, if it has one as tensors do; else `None`.
    """

    def __init__(self, text: str, kinds: Sequence[str], data: Any = None) -> None:
        self._text, self.kinds, self.data = text, tuple(kinds), data

    def __repr__(self) -> str:
        return self._text


class DistantWork(Distant):
    """A placeholder for a function or a class of another process."""

    def __call__(self, *arguments: Any) -> Any:
        """Raise an error: it can only be called in its own process."""
        raise TypeError("it can only be called in its own process")


def travels(kind: _Kind) -> _Kind:
    """Decorate a class of inputs or results that keep their type when they travel."""
    _TRAVELS[kind.__name__] = kind
    return kind


def travelling() -> tuple[type, ...]:
    """Return the classes that `travels` decorates."""
    return tuple(_TRAVELS.values())


def is_a(value: Any, kind: str) -> bool:
    """Return whether something is an instance of a class with this name, or a placeholder for one.

    Example:
        >>> is_a(Distant("tensor(1.)", ["Tensor", "object"]), "Tensor")
        True
    """
    if isinstance(value, Distant):
        return kind in value.kinds
    return any(each.__name__ == kind for each in type(value).__mro__)


def has_a(values: Any, kind: str) -> bool:
    """Return whether a list or tuple has an instance of a class with this name."""
    return isinstance(values, list | tuple) and any(is_a(each, kind) for each in values)


def packed(result: RunResult) -> dict[str, Any]:
    """Return the result of a run as data for JSON."""
    error = result.error
    return {
        "got": packed_value(result.got),
        "problem": result.problem,
        "error": None
        if error is None
        else {
            "kinds": [kind.__name__ for kind in type(error).__mro__],
            "text": _said(error),
            "shown": shown_error(error)[:_TEXT],
        },
        "changed": list(result.changed),
    }


def unpacked(data: Any) -> RunResult:
    """Return the result of a run from its packed data.

    Raises:
        ForgedError: `packed` does not return such data.

    Example:
        >>> unpacked(packed(RunResult(np.ones(2)))).got
        array([1., 1.])
    """
    try:
        problem, error, changed = data["problem"], data["error"], data["changed"]
        if problem not in _PROBLEMS or (problem in ("raised", "unwritten")) != (error is not None):
            raise ForgedError("problem")
        if not all(isinstance(name, str) and len(name) < 100 for name in changed):
            raise ForgedError("changed")
        raised = None if error is None else _error(error["kinds"], error["text"], error["shown"])
        return RunResult(unpacked_value(data["got"]), problem, raised, tuple(changed))
    except ForgedError:
        raise
    except Exception as odd:
        raise ForgedError(type(odd).__name__) from odd


def packed_value(value: Any, depth: int = 0) -> Any:
    """Return a result as data for JSON; of other objects, the text and the types."""
    kind = type(value)
    if kind in _AS_IS:
        return value
    if kind is int and value.bit_length() < 1024:
        return value
    if kind is str and len(value) <= _TEXT:
        return value
    try:
        return _packed_object(value, depth)
    except Exception:  # the learner's own code, or too large for a result
        return _packed_other(value, depth)


def _packed_object(value: Any, depth: int) -> Any:
    if depth > _DEEPEST:
        return _packed_other(value, depth)
    if isinstance(value, np.ndarray | np.generic) and value.dtype.kind in "fiub":
        array = np.asarray(value)
        if array.nbytes > 8 * _LARGEST or array.dtype.itemsize > 8:
            return _packed_other(value, depth)
        data = base64.b64encode(np.ascontiguousarray(array).tobytes()).decode()
        is_array = isinstance(value, np.ndarray)
        return {
            "kind": "array" if is_array else "scalar",
            "dtype": array.dtype.str,
            "shape": list(array.shape),
            "data": data,
        }
    name = type(value).__name__
    if _TRAVELS.get(name) is type(value):
        parts = dict.items(value) if isinstance(value, dict) else value
        base = "dict" if isinstance(value, dict) else "list"
        return {"kind": "own", "name": name, "of": base, "parts": _parts(parts, base, depth)}
    if isinstance(value, Mapping):
        items = dict.items(value) if isinstance(value, dict) else dict(value).items()
        return {"kind": "dict", "parts": _parts(items, "dict", depth)}
    for base, plain in _PLAIN.items():
        if isinstance(value, plain):
            return {"kind": base, "parts": _parts(plain.__iter__(value), base, depth)}
    return _packed_other(value, depth)


def _parts(values: Any, base: str, depth: int) -> list[Any]:
    found = list(values)
    if len(found) > _LONGEST:
        raise OverflowError
    if base == "dict":
        return [
            [packed_value(k, depth + 1), v if type(v) is float else packed_value(v, depth + 1)]
            for k, v in found
        ]
    return [packed_value(each, depth + 1) for each in found]


def _packed_other(value: Any, depth: int) -> dict[str, Any]:
    held = None
    try:
        data = getattr(value, "data", None)
        if isinstance(data, np.ndarray | np.generic | int | float) and depth <= _DEEPEST:
            held = packed_value(data, _DEEPEST)
    except Exception:
        held = None  # the learner's own property
    try:
        text = shown(value)
    except Exception:
        text = f"<{type(value).__name__}>"
    kinds = [kind.__name__ for kind in type(value).__mro__]
    return {
        "kind": "other",
        "text": text[:_TEXT],
        "kinds": kinds,
        "data": held,
        "callable": callable(value),
    }


def unpacked_value(data: Any, depth: int = 0) -> Any:
    """Return a result from its packed data.

    Raises:
        ForgedError: `packed_value` does not return such data.
    """
    if type(data) in _AS_IS or type(data) is int:
        return data
    if type(data) is str:
        return _text(data)
    if not isinstance(data, dict) or depth > 2 * _DEEPEST:
        raise ForgedError("value")
    kind = data["kind"]
    if kind in ("array", "scalar"):
        return _array(data)[() if kind == "scalar" else ...]
    if kind == "other":
        made = DistantWork if data["callable"] is True else Distant
        kinds = [_text(each) for each in data["kinds"]]
        return made(_text(data["text"]), kinds, unpacked_value(data["data"], depth + 1))
    base = data["of"] if kind == "own" else kind
    parts = data["parts"]
    if not isinstance(parts, list) or len(parts) > _LONGEST:
        raise ForgedError("parts")
    if base == "dict":
        both = [
            (
                _text(k) if type(k) is str else unpacked_value(k, depth + 1),
                v if type(v) is float else unpacked_value(v, depth + 1),  # there are thousands
            )
            for k, v in parts
        ]
        return _TRAVELS[data["name"]](both) if kind == "own" else dict(both)
    values = [unpacked_value(each, depth + 1) for each in parts]
    if kind == "own":
        own = _TRAVELS[data["name"]]
        return own._make(values) if hasattr(own, "_make") else own(values)
    return _PLAIN[base](values)


def _array(data: Mapping[str, Any]) -> np.ndarray[Any, Any]:
    dtype, shape = np.dtype(_text(data["dtype"])), data["shape"]
    if dtype.kind not in "fiub" or not all(type(n) is int and n >= 0 for n in shape):
        raise ForgedError("array")
    if math.prod(shape) > _LARGEST:
        raise ForgedError("array")
    return np.frombuffer(base64.b64decode(data["data"]), dtype).reshape(shape).copy()


def _error(kinds: Any, text: Any, shown: Any) -> BaseException:
    """Return an error of the nearest built-in type, with this text."""
    named = [getattr(builtins, _text(kind), None) for kind in kinds]
    found = [each for each in named if isinstance(each, type) and issubclass(each, BaseException)]
    if not found:
        raise ForgedError("error")
    said = _text(text)
    of: dict[str, Any] = {"__init__": lambda self: None, "__str__": lambda self: said}
    made: Any = type(_text(kinds[0]), (found[0],), of)
    error: BaseException = made.__new__(made)
    error.shown = _text(shown)  # type: ignore[attr-defined]
    return error


def _said(error: BaseException) -> str:
    try:
        return str(error)[:_TEXT]
    except Exception:
        return ""


def _text(value: Any) -> str:
    if not isinstance(value, str) or len(value) > _TEXT:
        raise ForgedError("text")
    return value
