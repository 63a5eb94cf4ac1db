"""The views that the OJS cells of a page call, with the data that Python published for them."""

from __future__ import annotations

import atexit
import json
import re
import subprocess
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from tapewalk.figures.views import VIEWS
from tests.browser.oracle import published
from tests.browser.site import BuiltPage
from tools.node import node

_PROGRAM = Path(__file__).with_name("calls.mjs")
# What a page includes from _diagram-lib.qmd.
_LIBRARY = f'import {{{", ".join(VIEWS)}}} from "tapewalk.js"'


@dataclass(frozen=True)
class Call:
    """One call of a view.

    Attributes:
        view: Its name, `stepper`.
        given: What it was called with. Options that are not data, such as `after`, are left out.
        code: The cell.
        label: The cell's label, that of a figure.
    """

    view: str
    given: list[Any]
    code: str
    label: str | None

    @property
    def options(self) -> dict[str, Any]:
        found: dict[str, Any] = self.given[-1]
        return found


@cache
def calls(built: BuiltPage) -> tuple[Call, ...]:
    """Return the views of a page from top to end.

    Their data is what the built page holds: test_traces.py holds that to what Python computes now.
    """
    cells = [cell for cell in built.source.cells if cell.language == "ojs"]
    sources = [{"cellName": f"ojs-cell-{i}", "source": c.code} for i, c in enumerate(cells)]
    sources.append({"cellName": "ojs-cell-lib", "source": _LIBRARY})
    data = published(built.file.read_text(encoding="utf-8"))
    found = []
    for call in _ask({"sources": sources, "data": data}):
        cell = cells[int(re.findall(r"\d+", call["slot"])[0])]
        found.append(Call(call["view"], call["options"], cell.code, cell.options.get("label")))
    return tuple(found)


def every_labelled_figure_is_a_call(built: BuiltPage) -> None:
    labels = {cell.options.get("label") for cell in built.source.cells if cell.language == "ojs"}
    found = {call.label for call in calls(built)}
    assert {label for label in labels if label and label.startswith("fig-")} <= found


def _ask(question: dict[str, Any]) -> list[dict[str, Any]]:
    program = _program()
    assert program.stdin is not None and program.stdout is not None
    program.stdin.write(json.dumps(question) + "\n")
    program.stdin.flush()
    answer = json.loads(program.stdout.readline())
    assert "failure" not in answer, answer["failure"]
    calls: list[dict[str, Any]] = answer["calls"]
    return calls


@cache
def _program() -> subprocess.Popen[str]:
    """Start Node once for all pages: to start it takes as long as fifty answers."""
    program = subprocess.Popen(
        [str(node()), str(_PROGRAM)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        encoding="utf-8",
    )
    atexit.register(program.communicate)
    return program
