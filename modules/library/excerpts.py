"""Excerpts of the library's source for the page about it, read from the files."""

from __future__ import annotations

import ast
import inspect
import textwrap
from pathlib import Path
from typing import Any

from file_map import LIBRARY


def excerpt(thing: Any, first: str = "", last: str = "") -> None:
    """Print the source of a class or function as a code block under its file and line.

    The docstring is left out: the reference page shows it.

    Args:
        thing: A class or function of the library.
        first: Text of the line to begin with, the first one if not given.
        last: Text of the line to end with, the last one if not given.

    Raises:
        LookupError: A line with that text does not exist.
    """
    thing = inspect.unwrap(thing)  # without its decorators, whose code is in another file
    lines, start = inspect.getsourcelines(thing)
    documented = _docstring_lines(lines)
    kept = [(n, line) for n, line in enumerate(lines, start) if n - start not in documented]
    kept = kept[_find(kept, first, thing) if first else 0 :]
    kept = kept[: _find(kept, last, thing) + 1 if last else len(kept)]
    path = Path(inspect.getfile(thing)).relative_to(LIBRARY).as_posix()
    code = textwrap.dedent("".join(line for _, line in kept)).rstrip()
    print(f"[`{path}:{kept[0][0]}`]{{.source-line}}\n\n```python\n{code}\n```\n")


def _find(lines: list[tuple[int, str]], text: str, thing: Any) -> int:
    for position, (_, line) in enumerate(lines):
        if text in line:
            return position
    raise LookupError(
        f"no line of {thing.__qualname__} holds {text!r}. Usually the library changed: choose "
        "other limits for the excerpt in engine.qmd and engine.es.qmd."
    )


def _docstring_lines(lines: list[str]) -> range:
    """Return the range of the docstring in the lines of a class or function."""
    body = ast.parse(textwrap.dedent("".join(lines))).body[0].body  # type: ignore[attr-defined]
    docstring = body[0]
    if not (isinstance(docstring, ast.Expr) and isinstance(docstring.value, ast.Constant)):
        return range(0)
    end = docstring.end_lineno or docstring.lineno
    # The empty line below a class's docstring is left out too.
    return range(docstring.lineno - 1, end + (end < len(lines) and not lines[end].strip()))
