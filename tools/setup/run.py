"""Runs the programs that set-up needs, says how far they are, and reports a failure usefully."""

import os
import subprocess
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from threading import Thread
from typing import Protocol

from tools.stamp import ROOT

VENV = ROOT / ".venv"
BIN = VENV / "bin"

# Seconds between two looks at a program's progress, and until an unchanged line is said again.
_PAUSE, _PATIENCE = 5.0, 30.0


class SetupError(Exception):
    """Something is missing that set-up can't provide; the message says what to do."""


class Progress(Protocol):
    """Turns what a program prints into a line for people."""

    def hear(self, line: str) -> None:
        """Takes a line of the program's output."""

    def status(self) -> str:
        """Says in one line how far the program is."""


def say(text: str) -> None:
    """Prints a line at once, through a pipe too."""
    print(text, flush=True)


def run(
    command: Sequence[str | Path],
    hint: str | Callable[[str], str],
    progress: Progress | None = None,
) -> None:
    """Runs a program in the project's root, with the virtual environment first on the path.

    Args:
        command: The program and its arguments.
        hint: The usual cause of a failure, or a function that finds it in what the program printed.
        progress: Says every few seconds how far the program is.

    Raises:
        SetupError: The program failed; the message holds the end of what it printed.
    """
    words = [str(word) for word in command]
    lines: list[str] = []
    with subprocess.Popen(
        words,
        cwd=ROOT,
        env=os.environ
        | {
            "PATH": f"{BIN}{os.pathsep}{os.environ.get('PATH', '')}",
            # Nobody would see a question, so nobody could answer it.
            "DEBIAN_FRONTEND": "noninteractive",
        },
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
    ) as process:
        reader = Thread(target=_read, args=(process, lines, progress), daemon=True)
        reader.start()
        try:
            _wait(process, progress)
        except BaseException:
            process.terminate()
            raise
        finally:
            reader.join()
            # On Ctrl-C, Popen waits for a quarter of a second only.
            process.wait()
    if process.returncode != 0:
        output = "\n".join(lines).strip()
        # Warnings come by the dozen, and the error is not among them.
        errors = [line for line in output.splitlines() if not line.startswith("WARNING: ")]
        end = "\n".join(errors[-15:])
        advice = hint if isinstance(hint, str) else hint(output)
        raise SetupError(f"{end}\n\n`{' '.join(words)}` failed. {advice}")


def _read(process: subprocess.Popen[str], lines: list[str], progress: Progress | None) -> None:
    assert process.stdout is not None
    for line in process.stdout:
        lines.append(line.rstrip())
        if progress is not None:
            progress.hear(line.rstrip())


def _wait(process: subprocess.Popen[str], progress: Progress | None) -> None:
    said, when = "", time.monotonic()
    while True:
        try:
            process.wait(None if progress is None else _PAUSE)
            return
        except subprocess.TimeoutExpired:
            assert progress is not None
            status = progress.status()
            if status != said or time.monotonic() - when >= _PATIENCE:
                say(f"  {status}")
                said, when = status, time.monotonic()


def is_root() -> bool:
    """Tells whether Debian's packages may be installed without asking."""
    return hasattr(os, "geteuid") and os.geteuid() == 0
