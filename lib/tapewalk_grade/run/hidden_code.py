"""Code that a reader of a notebook does not see: text that is run, and decoded bytes."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from typing import Final

from tapewalk_grade.run.cells import statements

_CALLS: Final = frozenset(
    (
        *("exec", "eval", "compile", "__import__", "import_module"),
        *("b64decode", "b85decode", "a85decode", "unhexlify", "fromhex", "decompress"),
        *("run_path", "run_module", "_getframe", "currentframe", "get_objects"),
        *("get_referrers", "_current_frames", "setprofile", "settrace", "CDLL"),
    )
)
_MODULES: Final = frozenset(("base64", "marshal", "pickle", "zlib", "ctypes", "importlib", "gc"))


def hidden_code(cells: Iterable[tuple[int, str]]) -> dict[int, list[str]]:
    """Return the calls and modules that hide code, by the numbers of the cells.

    Example:
        >>> hidden_code([(1, "x = 1"), (2, "import base64; exec(base64.b64decode(y))")])
        {2: ['b64decode', 'base64', 'exec']}
    """
    found = {number: sorted(set(_names(code))) for number, code in cells}
    return {number: names for number, names in found.items() if names}


def _names(code: str) -> Iterator[str]:
    for node in (each for statement in statements(code) for each in ast.walk(statement)):
        if isinstance(node, ast.Import):
            yield from _MODULES.intersection(each.name.partition(".")[0] for each in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield from _MODULES.intersection([(node.module or "").partition(".")[0]])
            yield from _CALLS.intersection(each.name for each in node.names)
        elif isinstance(node, ast.Name) and node.id in _CALLS:
            yield node.id
        elif isinstance(node, ast.Attribute) and node.attr in _CALLS - {"compile", "eval"}:
            yield node.attr
