"""The data of the lab's page: texts, bugs and programs, in its language."""

from __future__ import annotations

import difflib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tapewalk_course.lab import watch
from tapewalk_course.lab.bugs import BUGS, PROGRAMS, break_it
from tapewalk_course.lab.words import say


def data(lang: str) -> dict[str, Any]:
    """Return all data of the lab, as a page publishes it.

    Args:
        lang: `"en"` or `"es"`.

    Returns:
        `engine`, the right text; `watch`, the program that runs it; `bugs`, each with its edits,
        lines and sentences; `programs`.

    Example:
        >>> [bug["title"] for bug in data("en")["bugs"]][:2]
        ['= instead of +=', 'A hasty order']
    """
    bugs = [
        {
            "name": bug.name,
            "edits": bug.edits,
            "lines": lines(bug.name),
            "showsOn": bug.shows_on,
            "isHidden": bug.is_hidden,
            **{part: say(f"{bug.name}_{part}", lang) for part in ("title", "why", "hint")},
        }
        for bug in BUGS
    ]
    programs = [
        {"name": one.name, "title": title(one.name, lang), "text": one.text, "root": one.root}
        for one in PROGRAMS
    ]
    harness = Path(watch.__file__).read_text("utf-8")
    return {"engine": watch.text(), "watch": harness, "bugs": bugs, "programs": programs}


def title(name: str, lang: str) -> str:
    """Return the title of a program."""
    return say(f"{name}_program", lang)


def lines(name: str) -> list[int]:
    """Return the lines of the right engine that a bug changes.

    Example:
        >>> lines("set")
        [8]
    """
    return [
        line
        for tag, start, end, _, _ in _differences(name)
        if tag != "equal"
        for line in range(start + 1, end + 1)
    ]


def changes(name: str) -> list[str]:
    """Return the lines that a bug removes and adds, as a diff.

    Example:
        >>> changes("set")
        ['-        self.parents = parents', '+        self.parents = set(parents)']
    """
    right, broken = watch.text().splitlines(), break_it(name).splitlines()
    told: list[str] = []
    for tag, start, end, its_start, its_end in _differences(name):
        if tag != "equal":
            told += [f"-{line}" for line in right[start:end]]
            told += [f"+{line}" for line in broken[its_start:its_end]]
    return told


def _differences(name: str) -> Sequence[tuple[str, int, int, int, int]]:
    right, broken = watch.text().splitlines(), break_it(name).splitlines()
    return difflib.SequenceMatcher(None, right, broken, autojunk=False).get_opcodes()
