"""Notebooks whose code is the same but for names, comments and layout: for a person to judge."""

from __future__ import annotations

import ast
import hashlib
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from tapewalk_course.grade.result import Result
from tapewalk_course.grade.submission import Submission
from tapewalk_course.grade.words import say

# So many others are named.
_MOST = 3


def noted(results: Iterable[Result], read: Iterable[Submission], lang: str) -> list[Result]:
    """Returns the results with a note at each that has the same code as another.

    Notebooks without a point are left out: those that nobody touched are all alike.

    Args:
        results: Of all notebooks.
        read: What was handed in.
        lang: The language of the notes.
    """
    known = {one.path: fingerprint(code for _, code in one.cells) for one in read}
    results = list(results)
    groups: dict[str, list[str]] = {}
    for result in results:
        if result.points and result.path in known:
            groups.setdefault(known[result.path], []).append(result.path)
    return [
        replace(result, notes=(*result.notes, say("alike", lang, paths=", ".join(others[:_MOST]))))
        if (others := [p for p in groups.get(known.get(result.path, ""), ()) if p != result.path])
        and result.points
        else result
        for result in results
    ]


def fingerprint(cells: Iterable[str]) -> str:
    r"""Returns what is the same for two notebooks that differ in names, comments and layout.

    Example:
        >>> fingerprint(["def f(x):\n    return x + 1"]) == fingerprint(["def f(y): return y+1"])
        True
    """
    return hashlib.sha256("\n".join(map(_plain, cells)).encode("utf-8", "replace")).hexdigest()


def _plain(code: str) -> str:
    try:
        tree = ast.parse(code)
        return ast.dump(_Renamed().visit(tree))
    except (SyntaxError, ValueError, RecursionError, MemoryError):  # IPython's, or damaged
        return " ".join(code.split())


class _Renamed(ast.NodeTransformer):
    """Calls names by the order in which they come; those of functions and classes stay."""

    def __init__(self) -> None:
        self._names: dict[str, str] = {}

    def visit_Name(self, node: ast.Name) -> Any:
        node.id = self._name(node.id)
        return node

    def visit_arg(self, node: ast.arg) -> Any:
        node.arg = self._name(node.arg)
        return self.generic_visit(node)

    def _name(self, name: str) -> str:
        return self._names.setdefault(name, f"_{len(self._names)}")
