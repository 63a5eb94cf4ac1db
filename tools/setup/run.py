"""Runs the programs that set-up needs, and reports a failure in a way that helps."""

import os
import subprocess
from collections.abc import Sequence
from pathlib import Path

from tools.stamp import ROOT

VENV = ROOT / ".venv"
BIN = VENV / "bin"


class SetupError(Exception):
    """Something is missing that set-up can't provide; the message says what to do."""


def run(command: Sequence[str | Path], hint: str) -> None:
    """Runs a program in the project's root, with the virtual environment first on the path.

    Args:
        command: The program and its arguments.
        hint: The usual cause of a failure.

    Raises:
        SetupError: The program failed; the message holds the end of what it printed.
    """
    environment = os.environ | {"PATH": f"{BIN}{os.pathsep}{os.environ.get('PATH', '')}"}
    words = [str(word) for word in command]
    done = subprocess.run(
        words,
        cwd=ROOT,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    if done.returncode != 0:
        end = "\n".join(done.stdout.strip().splitlines()[-15:])
        raise SetupError(f"{end}\n\n`{' '.join(words)}` failed. {hint}")


def is_root() -> bool:
    """Tells whether Debian's packages may be installed without asking."""
    return hasattr(os, "geteuid") and os.geteuid() == 0
