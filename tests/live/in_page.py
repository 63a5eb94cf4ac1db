"""Programs and checks as a page runs them, in Node with the page's own engine."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from tools.assets.__main__ import NODE


def in_node(script: str, given: Any, folder: Path, *more: str) -> list[Any]:
    """Return what a script of this folder prints for data, both as JSON."""
    path = folder / "given.json"
    path.write_text(json.dumps(given, allow_nan=False), "utf-8")
    command = [NODE, Path(__file__).with_name(script), path, *more]
    run = subprocess.run(command, capture_output=True, text=True, check=True, timeout=300)
    return list(json.loads(run.stdout))


def run_programs(programs: Iterable[str], folder: Path, *more: str) -> list[Any]:
    """Return the results of programs; with `"arrays"`, they have NumPy."""
    return in_node("run_all.mjs", [[program, {}] for program in programs], folder, *more)
