"""Python's own account of a page: what it publishes, and its program run again."""

from __future__ import annotations

import contextlib
import io
import json
import linecache
import re
import sys
import warnings
from functools import cache
from typing import Any

from tests.pages.sources import Page

Trace = dict[str, Any]

_PUBLISHED = re.compile(r'<script type="ojs-define">(.*?)</script>', re.DOTALL)
_DIAGRAM = re.compile(r"\bstepper\((\w+)")

_FIGURE = re.compile(r"\bstepper\(\w+, \{id: \"([^\"]+)\"")


def published(text: str) -> dict[str, Any]:
    """Return what a page hands to its diagrams, by name, from its HTML or its cells' output."""
    blocks = [json.loads(block) for block in _PUBLISHED.findall(text)]
    return {entry["name"]: entry["value"] for block in blocks for entry in block["contents"]}


@cache
def run_program(page: Page) -> dict[str, Any]:
    """Run the Python cells of a page from top to end; return what they publish."""
    output = io.StringIO()
    names: dict[str, Any] = {}
    # As the build runs it: in the folder of the page, which may look around there.
    folder, path = contextlib.chdir(page.path.parent), sys.path.copy()
    # Libraries that a page draws on may be behind; what they warn of is not the page's.
    quiet = warnings.catch_warnings(action="ignore", category=DeprecationWarning)
    with contextlib.redirect_stdout(output), folder, quiet:
        for cell in page.cells:
            if cell.language == "python":
                name = f"{page.name}:{cell.line}"
                # As a notebook's kernel does, so that a trace can name the lines of a cell.
                lines = cell.code.splitlines(keepends=True)
                linecache.cache[name] = (len(cell.code), None, lines, name)
                exec(compile(cell.code, name, "exec"), names)
    sys.path[:] = path
    return published(output.getvalue())


def stepper_names(page: Page) -> list[str]:
    """Return the name of the trace that each stepper of a page draws, from top to end."""
    cells = [cell.code for cell in page.cells if cell.language == "ojs"]
    return [name for code in cells for name in _DIAGRAM.findall(code)]


def stepper_ids(page: Page) -> list[str]:
    """Return the id of each figure of a page that is a stepper, from top to end."""
    cells = [cell.code for cell in page.cells if cell.language == "ojs"]
    return [id for code in cells for id in _FIGURE.findall(code)]
