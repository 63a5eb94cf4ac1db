"""What the folder of an exercise declares: its solution, and its mistakes as differences from it.

A folder is a package that holds `solution.py` and `mistakes.toml`. In the second one, each of
`[[mistakes]]` has a `name`, its hint as `en` and `es`, and one or more of `change` (a difference
from the solution) or `code` (the whole, where a learner goes another way). `[[right]]` are other
solutions, `[[general]]` is wrong work of which a general hint says enough.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources import files
from typing import Any, Final

from tapewalk_course.checking.differences import changed

_KEYS: Final = frozenset({"name", "en", "es", "change", "code", "sign", "every", "slow", "hint"})


@dataclass(frozen=True)
class Entry:
    """One entry of `mistakes.toml`.

    Attributes:
        name: Its name; of `[[general]]`, that of the hint.
        words: The hint, by language.
        codes: What somebody hands in who makes it, in one way or another.
        sign: The name of what tells it where the results alone do not.
        every: Whether all failed trials have to show the sign.
        slow: The fact of the cases in which its code does not come to an end.
    """

    name: str
    words: Mapping[str, str]
    codes: tuple[str, ...]
    sign: str = ""
    every: bool = False
    slow: str = ""


@dataclass(frozen=True)
class Declared:
    """All of it.

    Attributes:
        mistakes: The likely ones first.
        right: Other right solutions.
        general: What general hints are for.
    """

    mistakes: tuple[Entry, ...]
    right: tuple[str, ...]
    general: tuple[Entry, ...]


def solution_in(package: str) -> str:
    """Returns the right solution: the cell of the page, solved."""
    return (files(package) / "solution.py").read_text("utf-8")


def declared_in(package: str) -> Declared:
    """Returns what the folder of an exercise declares.

    Args:
        package: The folder, as Python imports it.

    Raises:
        ValueError: A difference does not fit the solution, or an entry has a key unheard of.
    """
    solution = solution_in(package)
    table = tomllib.loads((files(package) / "mistakes.toml").read_text("utf-8"))

    def entries(kind: str) -> tuple[Entry, ...]:
        return tuple(_entry(package, solution, entry) for entry in table.get(kind, ()))

    right = tuple(code for entry in entries("right") for code in entry.codes)
    return Declared(entries("mistakes"), right, entries("general"))


def _entry(package: str, solution: str, entry: Mapping[str, Any]) -> Entry:
    where = f"{package}: {entry.get('name', entry)}"
    unknown = entry.keys() - _KEYS
    if unknown:
        raise ValueError(f"{where}: no such key: {', '.join(sorted(unknown))}")
    try:
        codes = [changed(solution, each) for each in _each(entry.get("change", ()))]
    except ValueError as error:
        raise ValueError(f"{where}: {error}") from None
    return Entry(
        entry.get("name", entry.get("hint", "")),
        {lang: entry[lang] for lang in ("en", "es") if lang in entry},
        (*codes, *_each(entry.get("code", ()))),
        entry.get("sign", ""),
        entry.get("every", False),
        entry.get("slow", ""),
    )


def _each(one_or_more: str | list[str]) -> list[str]:
    return [one_or_more] if isinstance(one_or_more, str) else list(one_or_more)


def first_names() -> dict[str, Any]:
    """Returns the names that the first cells of a page bring."""
    import math

    import numpy as np

    import tapewalk

    return {"math": math, "np": np, "tapewalk": tapewalk}
