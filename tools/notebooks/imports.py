"""The imports and names of a lesson's Python cells."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable

# The names that the notebook's own first cell defines.
RESERVED = ("widgets", "publish", "published")
_WORD = re.compile(r"[^\W\d]\w*")


def without_publish(code: str) -> str:
    """Return a cell's code without its import of `publish`, which the first cell defines.

    A page's `publish` prints a block for the page; a notebook's passes the data to its figures.
    """
    tree = _parse(code)
    lines = code.splitlines()
    for node in reversed(tree.body if tree else []):
        if not isinstance(node, ast.ImportFrom) or node.module != "tapewalk":
            continue
        others = [alias for alias in node.names if alias.name != "publish"]
        if len(others) < len(node.names):
            node.names = others
            new = [ast.unparse(node)] if others else []
            lines[node.lineno - 1 : node.end_lineno] = new
    return "\n".join(lines).strip("\n")


def names_in(codes: Iterable[str]) -> set[str]:
    """Return every word of the cells, and so every name that they use."""
    return {word for code in codes for word in _WORD.findall(code)}


def assigned_in(code: str) -> set[str]:
    """Return the names that a cell assigns."""
    tree = _parse(code)
    names: set[str] = set()
    for node in ast.walk(tree) if tree else ():
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            names.add(node.id)
        elif isinstance(node, ast.FunctionDef | ast.ClassDef):
            names.add(node.name)
    return names


def modules_in(codes: Iterable[str]) -> set[str]:
    """Return the top-level modules that the cells import."""
    names: set[str] = set()
    for code in codes:
        tree = _parse(code)
        for node in ast.walk(tree) if tree else ():
            if isinstance(node, ast.Import):
                names |= {alias.name.partition(".")[0] for alias in node.names}
            elif isinstance(node, ast.ImportFrom) and not node.level and node.module:
                names.add(node.module.partition(".")[0])
    return names


def _parse(code: str) -> ast.Module | None:
    # Cells may contain lines that only IPython reads, such as %timeit.
    try:
        return ast.parse(code)
    except SyntaxError:
        return None
