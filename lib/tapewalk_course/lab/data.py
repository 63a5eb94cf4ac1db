"""The data of the lab's page: texts, bugs and programs, in its language."""

from __future__ import annotations

import difflib
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
        {"name": p.name, "title": say(f"{p.name}_program", lang), "text": p.text, "root": p.root}
        for p in PROGRAMS
    ]
    harness = Path(watch.__file__).read_text("utf-8")
    return {"engine": watch.text(), "watch": harness, "bugs": bugs, "programs": programs}


def lines(name: str) -> list[int]:
    """Return the lines of the right engine that a bug changes.

    Example:
        >>> lines("set")
        [8]
    """
    return [line for start, end, *_ in _differences(name) for line in range(start + 1, end + 1)]


def changes(name: str) -> list[str]:
    """Return the lines that a bug removes and adds, as a diff.

    Example:
        >>> changes("set")
        ['-        self.parents = parents', '+        self.parents = set(parents)']
    """
    right, broken = watch.text().splitlines(), break_it(name).splitlines()
    diff: list[str] = []
    for start, end, its_start, its_end in _differences(name):
        diff += [f"-{line}" for line in right[start:end]]
        diff += [f"+{line}" for line in broken[its_start:its_end]]
    return diff


def _differences(name: str) -> list[tuple[int, int, int, int]]:
    """Return where the texts differ: start and end in the right one, and in the broken one."""
    right, broken = watch.text().splitlines(), break_it(name).splitlines()
    matcher = difflib.SequenceMatcher(None, right, broken, autojunk=False)
    return [(a, b, c, d) for tag, a, b, c, d in matcher.get_opcodes() if tag != "equal"]
