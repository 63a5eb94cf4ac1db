"""Notebooks with the same code or nearly so, whatever its names: for a person to judge."""

from __future__ import annotations

import ast
import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import permutations
from pathlib import Path
from typing import Any

from tapewalk_grade.learners.roster import number_of
from tapewalk_grade.result import Result
from tapewalk_grade.submission import Submission, modules_by_names
from tapewalk_grade.words import say

# How many other notebooks a note names.
_MOST = 3
# A statement is rare if at most this many notebooks have it, or this share of all, but never if
# more than the last number have it.
_FEW, _SHARE, _MANY = 3, 0.02, 20
# Two notebooks are nearly the same if they share at least this many rare statements, and this part
# of those of each.
_LEAST, _PART = 6, 0.7


def noted(results: Iterable[Result], read: Iterable[Submission], lang: str) -> list[Result]:
    """Return the results with a note at each notebook that a person should look at.

    These have the same code as another or nearly so, were handed out to another learner, or state
    a module of which they define nothing.

    Notebooks without points are left out: untouched ones are all alike. Two are nearly the same if
    they share most of their rare statements; statements that everyone writes don't count.
    """
    results, read = list(results), list(read)
    worked = {result.path for result in results if result.points}
    codes = {one.path: [code for _, code in one.cells] for one in read if one.path in worked}
    groups: dict[str, list[str]] = {}
    for path, cells in codes.items():
        groups.setdefault(fingerprint(cells), []).append(path)
    notes = _for_others(read, lang)
    for one in read:
        found = modules_by_names(one.cells)
        if found and not set(found) & set(one.modules):
            filled = {"modules": ", ".join(one.modules), "found": ", ".join(found)}
            notes.setdefault(one.path, []).append(say("wrong_module", lang, **filled))
    for paths in groups.values():
        for path in paths:
            others = _others(path, paths)
            if others:
                notes.setdefault(path, []).append(say("alike", lang, paths=others))
    # One notebook of each group is enough.
    firsts = {paths[0]: _statements(codes[paths[0]]) for paths in groups.values()}
    for path, near in _near(firsts).items():
        for shared, count, other in near[:_MOST]:
            said = say("near", lang, path=other, shared=shared, count=count)
            notes.setdefault(path, []).append(said)
    return [replace(one, notes=(*one.notes, *notes.get(one.path, ()))) for one in results]


def _for_others(read: Sequence[Submission], lang: str) -> dict[str, list[str]]:
    """Return by path the notes about notebooks that may have been handed out to another learner.

    Their learner is not named in their path, or is that of another notebook too.
    """
    notes: dict[str, list[str]] = {}
    owners: dict[tuple[str, tuple[str, ...]], list[str]] = {}
    for one in read:
        if not one.learner:
            continue
        parts = {part.casefold() for part in (*Path(one.path).parts, Path(one.path).stem)}
        is_named = one.learner.casefold() in parts or one.learner == number_of(one.path)
        # On Gradescope there is a single notebook, whose path does not name the learner.
        if len(read) > 1 and not is_named:
            notes.setdefault(one.path, []).append(say("other_learner", lang))
        owners.setdefault((one.learner, one.modules), []).append(one.path)
    for paths in owners.values():
        for path in paths:
            others = _others(path, paths)
            if others:
                notes.setdefault(path, []).append(say("same_learner", lang, paths=others))
    return notes


def _others(path: str, paths: Sequence[str]) -> str:
    """Return the first few paths without the given one; there may be thousands."""
    return ", ".join([other for other in paths[: _MOST + 1] if other != path][:_MOST])


def _near(statements: dict[str, set[str]]) -> dict[str, list[tuple[int, int, str]]]:
    """Return by path the notebooks that share most of its rare statements.

    Each has the number of shared ones, the number of its own, and the path.
    """
    holders: dict[str, list[str]] = {}
    for path, own in statements.items():
        for statement in own:
            holders.setdefault(statement, []).append(path)
    few = min(max(_FEW, int(_SHARE * len(statements))), _MANY)
    rare: dict[str, int] = {}
    shared: dict[tuple[str, str], int] = {}
    for paths in holders.values():
        if len(paths) > few:
            continue
        for path in paths:
            rare[path] = rare.get(path, 0) + 1
        for pair in permutations(paths, 2):
            shared[pair] = shared.get(pair, 0) + 1
    near: dict[str, list[tuple[int, int, str]]] = {}
    for (path, other), count in shared.items():
        if count >= max(_LEAST, _PART * max(rare[path], rare[other])):
            near.setdefault(path, []).append((count, rare[path], other))
    return {path: sorted(found, reverse=True) for path, found in near.items()}


def _statements(cells: Iterable[str]) -> set[str]:
    """Return the statements of a notebook, with names numbered in order of appearance."""
    found: set[str] = set()
    for code in cells:
        try:
            for node in ast.walk(ast.parse(code)):
                if isinstance(node, ast.stmt) and not _is_block(node):
                    found.add(ast.dump(_Renamed().visit(node)))
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            continue
    return found


def _is_block(node: ast.stmt) -> bool:
    """Return whether a statement contains others, which count by themselves."""
    return hasattr(node, "body")


def fingerprint(cells: Iterable[str]) -> str:
    r"""Return a hash that is equal for notebooks that differ only in names, comments and layout.

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
    """A renaming of variables by order of appearance; functions and classes keep their names."""

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
