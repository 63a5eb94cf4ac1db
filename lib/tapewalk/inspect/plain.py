"""Plain data of records, for JSON and back; numbers that JSON lacks by their names."""

from __future__ import annotations

import math
from dataclasses import fields, is_dataclass
from typing import Any, Final

_NAMED: Final = {"NaN": math.nan, "Infinity": math.inf, "-Infinity": -math.inf}


def plain(thing: Any) -> Any:
    """Return a record, with all that is in it, as dicts, lists, strings and finite numbers.

    Example:
        >>> plain({"a": (1.5, float("inf"))})
        {'a': [1.5, 'Infinity']}
    """
    if is_dataclass(thing):
        return {field.name: plain(getattr(thing, field.name)) for field in fields(thing)}
    if hasattr(thing, "_asdict"):
        return {name: plain(part) for name, part in zip(thing._fields, thing, strict=True)}
    if isinstance(thing, dict):
        return {name: plain(part) for name, part in thing.items()}
    if isinstance(thing, (list, tuple)):
        return [plain(part) for part in thing]
    if isinstance(thing, float) and not math.isfinite(thing):
        return "NaN" if math.isnan(thing) else "Infinity" if thing > 0 else "-Infinity"
    return thing


def from_plain(thing: object) -> Any:
    """Return the number that a string names, and anything else as it is.

    Example:
        >>> from_plain("-Infinity"), from_plain(1.5)
        (-inf, 1.5)
    """
    return _NAMED.get(thing, thing) if isinstance(thing, str) else thing


def as_form(lengths: list[Any] | None) -> tuple[Any, ...] | None:
    """Return a list as a tuple, `None` as it is."""
    return None if lengths is None else tuple(lengths)
