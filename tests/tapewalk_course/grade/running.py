"""Running the grader as its users do: a process of its own, whose answer is read as JSON."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

from tests.pages.sources import ROOT


def _is_walled() -> bool:
    """Tell whether this system lets a notebook be walled off, by asking another program."""
    asked = ["unshare", "-Urnmp", "--fork", "mount", "-t", "tmpfs", "none", "/tmp"]
    return (
        bool(shutil.which("unshare")) and not subprocess.run(asked, capture_output=True).returncode
    )


WALLED = _is_walled()


def command(*arguments: object) -> list[str]:
    return [sys.executable, "-m", "tapewalk_course.grade", *map(str, arguments)]


def environment(**others: str) -> dict[str, str]:
    # Scripts find the same Python under its plain name.
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    return {**os.environ, "PATH": path, "PYTHONPATH": str(ROOT / "lib"), **others}


def run(*arguments: object, folder: Path | None = None, **others: str):
    """Return what the grader did: exit status, stdout, stderr."""
    return subprocess.run(
        command(*arguments),
        cwd=folder,
        env=environment(**others),
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )


def graded(*arguments: object, **others: str) -> dict[str, dict[str, Any]]:
    """Return the results by the names of their files."""
    done = run(*arguments, "--format", "json", "--lang", "en", **others)
    assert done.stderr == "", done.stderr
    results = json.loads(done.stdout)["results"]
    return {Path(result["path"]).name: result for result in results}
