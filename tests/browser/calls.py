"""The views that the OJS cells of a page call, with the data that Python published for them."""

from __future__ import annotations

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
        given: What it was called with. Options that are no data, as `after`, are left out.
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
    run = subprocess.run(
        [str(node()), str(_PROGRAM)],
        input=json.dumps({"sources": sources, "data": data}),
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    assert run.returncode == 0, run.stderr
    found = []
    for call in json.loads(run.stdout):
        cell = cells[int(re.findall(r"\d+", call["slot"])[0])]
        found.append(Call(call["view"], call["options"], cell.code, cell.options.get("label")))
    return tuple(found)
