"""The declarations of an exercise's folder: its solution, and mistakes as differences from it.

A folder is a package with `solution.py` and `mistakes.toml`. There, each `[mistakes.NAME]` has its
hint by language (`en`, `es`), and `change` (differences from the solution, one for each way to make
it, as `differences` explains) or `code` (whole cells, where learners begin differently, with a line
`or` between two). `[right]` has other solutions, `[general]` has wrong work by the name of the
general hint that it gets, and `[factor]` explains by language what a learner's own factor changes.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources import files
from typing import Any, Final

from tapewalk.language import LANGUAGES
from tapewalk_course.checking.differences import changed, ways

_KEYS: Final = frozenset({"change", "code", "symptom", "every", "slow", *LANGUAGES})


@dataclass(frozen=True)
class Entry:
    """One entry of `mistakes.toml`.

    Attributes:
        name: Its name; for `[[general]]`, that of the hint.
        words: The hint, by language.
        codes: The work of learners who make it, in one or more variants.
        symptom: The name of the function that recognizes it where results are not enough.
        every: Whether all failed trials have to show the symptom.
        slow: The fact of the cases in which its code does not end.
    """

    name: str
    words: Mapping[str, str]
    codes: tuple[str, ...]
    symptom: str = ""
    every: bool = False
    slow: str = ""


@dataclass(frozen=True)
class Declared:
    """The declarations of a folder.

    Attributes:
        mistakes: The mistakes, the likely ones first.
        right: Other right solutions.
        general: Wrong work that gets general hints.
        factor: What the task says about a learner's own factor, by language.
    """

    mistakes: tuple[Entry, ...]
    right: tuple[str, ...]
    general: tuple[Entry, ...]
    factor: Mapping[str, str]


def solution_in(package: str) -> str:
    """Return the right solution of the cell on the page."""
    return (files(package) / "solution.py").read_text("utf-8")


def declared_in(package: str) -> Declared:
    """Return the declarations of an exercise's folder.

    Raises:
        ValueError: A difference does not fit the solution, or an entry has an unknown key.
    """
    solution = solution_in(package)
    table = tomllib.loads((files(package) / "mistakes.toml").read_text("utf-8"))

    def entries(kind: str) -> tuple[Entry, ...]:
        return tuple(_entry(package, solution, *one) for one in table.get(kind, {}).items())

    right = _entry(package, solution, "right", table.get("right", {}))
    return Declared(entries("mistakes"), right.codes, entries("general"), table.get("factor", {}))


def _entry(package: str, solution: str, name: str, given: str | Mapping[str, Any]) -> Entry:
    entry: Mapping[str, Any] = {"change": given} if isinstance(given, str) else given
    unknown = entry.keys() - _KEYS
    if unknown:
        raise ValueError(f"{package}: {name}: no such key: {', '.join(sorted(unknown))}")
    try:
        codes = [changed(solution, each) for each in ways(entry.get("change", ""))]
    except ValueError as error:
        raise ValueError(f"{package}: {name}: {error}") from None
    wholes = re.split(r"(?m)^or\n", entry["code"]) if "code" in entry else []
    return Entry(
        name,
        {lang: entry[lang] for lang in LANGUAGES if lang in entry},
        (*codes, *wholes),
        entry.get("symptom", ""),
        entry.get("every", False),
        entry.get("slow", ""),
    )
