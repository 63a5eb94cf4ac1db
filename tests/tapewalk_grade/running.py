"""Running the grader by its command line, in this process or in one of its own."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from contextlib import chdir, redirect_stderr, redirect_stdout
from dataclasses import dataclass
from io import BytesIO, StringIO, TextIOWrapper
from pathlib import Path
from typing import Any

import pytest

from tapewalk.language import LANGUAGES
from tapewalk_grade.__main__ import main
from tapewalk_grade.run.sandbox import can_change_users
from tapewalk_grade.words import say
from tests.pages.sources import ROOT


def _is_sandboxed() -> bool:
    """Return whether this system allows sandboxes, by asking another program."""
    asked = ["unshare", "-Urnmp", "--fork", "mount", "-t", "tmpfs", "none", "/tmp"]
    return (
        bool(shutil.which("unshare")) and not subprocess.run(asked, capture_output=True).returncode
    )


SANDBOXED = _is_sandboxed()
SAFE = SANDBOXED or can_change_users()
sandboxed = pytest.mark.skipif(not SANDBOXED, reason="no user namespaces")
_NO_MORE = 'echo 0 > /proc/sys/user/max_user_namespaces && exec "$@"'
# How a command begins that runs where the system allows no namespaces.
IN_THE_OPEN = ["unshare", "-Ur", "sh", "-c", _NO_MORE, "sh"] if SANDBOXED else []
# Where the grader refuses, the tests have it grade all the same.
ACCEPTS_RISK = () if SAFE else ("--unsafe",)


def command(*arguments: object) -> list[str]:
    option = () if "build" in arguments else ACCEPTS_RISK
    return [sys.executable, "-m", "tapewalk_grade", *map(str, arguments), *option]


def environment(**others: str) -> dict[str, str]:
    # Scripts find the same Python under its plain name.
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    return {**os.environ, "PATH": path, "PYTHONPATH": str(ROOT / "lib"), **others}


@dataclass(frozen=True)
class Done:
    """The exit status and the output of the grader."""

    returncode: int
    stdout: str
    stderr: str


def run(*arguments: object, folder: Path | None = None) -> Done:
    """Return the grader's result in this process: a new Python takes longer than grading.

    The notebooks run in processes of their own all the same, one at a time: the start of two takes
    longer than most notebooks. The lines that the grader writes first on a system without sandboxes
    are left out.
    """
    alone = () if "build" in arguments else ("--jobs", "1")
    out, err = TextIOWrapper(BytesIO(), encoding="utf-8"), StringIO()
    with chdir(folder or Path.cwd()), redirect_stdout(out), redirect_stderr(err):
        try:
            status = main([*alone, *command(*arguments)[3:]])
        except SystemExit as stopped:
            status = int(stopped.code or 0)
    out.flush()
    return Done(status, _past_head(out.buffer.getvalue().decode()), _past_head(err.getvalue()))


def _past_head(text: str) -> str:
    """Drop the first lines on a system without sandboxes: `test_sandbox` reads those."""
    heads = tuple([say("open_head", lang, what="{").partition("{")[0] for lang in LANGUAGES])
    lines = text.splitlines(keepends=True)
    return text if SANDBOXED else "".join(line for line in lines if not line.startswith(heads))


def run_apart(*arguments: object, folder: Path | None = None, **others: str) -> Done:
    """Return the grader's result in a process of its own, with additional variables."""
    done = subprocess.run(
        command(*arguments),
        cwd=folder,
        env=environment(**others),
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
    return Done(done.returncode, done.stdout, done.stderr)


def graded(
    *arguments: object, by: Callable[..., Done] = run, **others: str
) -> dict[str, dict[str, Any]]:
    """Return the results by the names of their files."""
    done = by(*arguments, "--format", "json", "--lang", "en", **others)
    assert done.stderr == "", done.stderr
    results = json.loads(done.stdout)["results"]
    return {Path(result["path"]).name: result for result in results}
