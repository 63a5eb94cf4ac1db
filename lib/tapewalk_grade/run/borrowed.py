"""Finding work that calls a library which does the task by itself."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

import tapewalk
from tapewalk_course.checking.exercise import Exercise
from tapewalk_grade.run.cells import statements

_LIBRARIES: Final = ("tapewalk", "tapewalk_course", "torch", "jax", "tensorflow", "autograd")
# By exercise, else by module: the names of the library that work may use; all where none are here.
_MAY_USE: Final[dict[str, tuple[str, ...] | None]] = {
    **{"01": (), "01.5": ("Function", "Tensor"), "01.6": None},
    **{"03": (), "04": ("walk",), "04.4": ("Rule",)},
}
_SCOPES: Final = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)
_DEFINES: Final = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)


def borrowed(exercise: Exercise, cells: Iterable[tuple[int, str]]) -> list[str]:
    """Return the names of libraries that an exercise's work uses and may not use."""
    may_use = _MAY_USE.get(exercise.id, _MAY_USE.get(exercise.id[:2]))
    if may_use is None:
        return []
    reached = _Reached(_lines(tuple(cells)), exercise)
    origins = reached.origins
    found = {".".join([origins[name], *rest]) for name, *rest in reached.names if name in origins}
    return sorted(name for name in found if not _is_allowed(name.split("."), may_use, exercise))


def _is_allowed(parts: Sequence[str], may_use: Collection[str], exercise: Exercise) -> bool:
    is_needed = parts[0] in exercise.needs
    return parts[0] not in _LIBRARIES or is_needed or not {"check", *may_use}.isdisjoint(parts)


def _origins(statement: ast.stmt) -> Iterator[tuple[str, str]]:
    """Yield the names that imports bind, and the full name of each imported object."""
    for node in ast.walk(statement):
        if isinstance(node, ast.Import):
            for each in node.names:
                full = each.name if each.asname else each.name.partition(".")[0]
                yield each.asname or full, full
        elif isinstance(node, ast.ImportFrom):
            for each in node.names:
                names = vars(tapewalk) if each.name == "*" else [each.name]
                yield from ((each.asname or name, f"{node.module}.{name}") for name in names)


class _Line(NamedTuple):
    """A statement, with the names that it binds and those to whose attributes it assigns."""

    statement: ast.stmt
    bound: set[str]
    patched: set[str]


# All exercises of a notebook in turn.
@lru_cache(maxsize=1)
def _lines(cells: tuple[tuple[int, str], ...]) -> list[_Line]:
    found = [each for _, code in cells for each in statements(code)]
    return [_Line(each, bound(each), _patched(each)) for each in found]


class _Reached:
    """The names that work uses, directly or in the definitions that it uses.

    Attributes:
        names: Each with its attributes, as `("tapewalk", "Value")`.
        origins: The full names of imported objects, by the names that imports bind.
    """

    def __init__(self, lines: Sequence[_Line], exercise: Exercise) -> None:
        self.names: set[tuple[str, ...]] = set()
        self.origins: dict[str, str] = {}
        self._lines, self._seen = lines, set[tuple[str, int]]()
        for name in exercise.takes:
            if not self._follow(name, len(lines)):
                for each, *_ in lines:  # handed to `check` under another name
                    if any(getattr(n, "value", None) == exercise.id for n in ast.walk(each)):
                        self._read(each, len(lines))

    def _follow(self, name: str, before: int) -> bool:
        """Follow the last definition of a name, and return whether there is one."""
        for at in range(before - 1, -1, -1):
            statement, bound, patched = self._lines[at]
            if (name, at) in self._seen:
                return True
            if name in bound:
                self._seen.add((name, at))
                self._read(statement, at, name)
                return True
            if name in patched:
                self._seen.add((name, at))
                self._read(statement, len(self._lines), name)
        return False

    def _read(self, statement: ast.stmt, at: int, name: str = "") -> None:
        self.origins.update(_origins(statement))
        for used in list(_used(statement, frozenset())):
            self.names.add(used)
            # What an assignment calls by its own name is the one before it.
            is_before = used[0] == name and not isinstance(statement, _DEFINES)
            self._follow(used[0], at if is_before else len(self._lines))
        for base in getattr(statement, "bases", ()):
            for used in _used(base, frozenset()):
                self._follow(used[0], at)


def bound(node: ast.AST) -> set[str]:
    """Return the names that a statement binds, outside of functions and classes in it."""
    if isinstance(node, _DEFINES):
        return {node.name}
    if isinstance(node, ast.Lambda):
        return set()
    if isinstance(node, ast.alias):
        if node.name == "*":
            return set(vars(tapewalk))
        return {node.asname or node.name.partition(".")[0]}
    own = {node.id} if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store) else set()
    return own.union(*map(bound, ast.iter_child_nodes(node)))


def _patched(statement: ast.stmt) -> set[str]:
    """Return the names to whose attributes a statement assigns."""
    return {
        node.value.id
        for node in ast.walk(statement)
        if isinstance(node, ast.Attribute)
        and isinstance(node.ctx, ast.Store)
        and isinstance(node.value, ast.Name)
    }


def _used(node: ast.AST, local: frozenset[str]) -> Iterator[tuple[str, ...]]:
    """Yield the names that code reads, with their attributes, except those of its own scopes."""
    if isinstance(node, _SCOPES):
        arguments = {each.arg for each in ast.walk(node.args) if isinstance(each, ast.arg)}
        body = node.body if isinstance(node.body, list) else [node.body]
        imported = {
            name for each in body if isinstance(each, ast.stmt) for name, _ in _origins(each)
        }
        local |= arguments | (set().union(*map(bound, body)) - imported)
    parts: list[str] = []
    while isinstance(node, ast.Attribute):
        parts, node = [node.attr, *parts], node.value
    if isinstance(node, ast.Name):
        if node.id not in local and isinstance(node.ctx, ast.Load):
            yield node.id, *parts
        return
    for field, value in ast.iter_fields(node):
        if field not in ("annotation", "returns"):  # which compute nothing
            for child in value if isinstance(value, list) else [value]:
                if isinstance(child, ast.AST):
                    yield from _used(child, local)
