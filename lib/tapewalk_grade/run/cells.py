"""Cells of notebooks as plain Python code."""

from __future__ import annotations

import ast
import re
import warnings
from types import CodeType
from typing import Final

# The cells of these magics contain Python that has to run; those of any other `%%` do not.
_TRANSPARENT: Final = ("time", "timeit", "capture", "prun")
_MAGIC: Final = re.compile(r"^(\s*)(?:[%!?]|\w[\w.]*\?{1,2}\s*$)")
_ASSIGNED: Final = re.compile(r"^(\s*)([A-Za-z_][\w., ]*)=\s*[%!]")


def compiled(source: str, name: str) -> CodeType | None:
    """Return a cell's code, `None` if it is not a cell of Python.

    Lines that only IPython reads (`%pip …`, `!ls`, `value?`) do nothing; they may be in blocks.

    Raises:
        SyntaxError: It is not Python.

    Example:
        >>> compiled("%%bash", "cell 1") is None
        True
    """
    tree = parsed(source)
    if tree is None:
        return None
    code: CodeType = compile(tree, name, "exec", flags=ast.PyCF_ALLOW_TOP_LEVEL_AWAIT)
    return code


def parsed(source: str) -> ast.Module | None:
    """Return a cell's syntax tree, `None` if it is not a cell of Python.

    Raises:
        SyntaxError: It is not Python.
    """
    lines = source.splitlines()
    first = next((line for line in lines if line.strip()), "")
    if first.startswith("%%"):
        if first[2:].partition(" ")[0] not in _TRANSPARENT:
            return None
        lines = ["" if line is first else line for line in lines]
        source = "\n".join(lines)
    try:
        return ast.parse(source)
    except SyntaxError as error:
        plain = "\n".join(_without_magics(lines))
        if plain == source:
            raise
        try:
            return ast.parse(plain)
        except SyntaxError as second:
            raise second from error


def statements(source: str) -> list[ast.stmt]:
    """Return a cell's statements; none if it is not a cell of Python, or damaged."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            tree = parsed(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return []
    return tree.body if tree else []


def _without_magics(lines: list[str]) -> list[str]:
    """Return the lines with `pass` in place of those that only IPython reads."""
    plain, goes_on = [], False
    for line in lines:
        if goes_on:
            goes_on = line.endswith("\\")
            plain.append("")
            continue
        assigned, magic = _ASSIGNED.match(line), _MAGIC.match(line)
        if assigned:
            plain.append(f"{assigned[1]}{assigned[2]}= None")
        elif magic:
            plain.append(f"{magic[1]}pass")
        else:
            plain.append(line)
        goes_on = bool(assigned or magic) and line.endswith("\\")
    return plain
