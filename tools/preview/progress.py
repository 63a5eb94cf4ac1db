"""The progress of a build, printed while it runs."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path


class Progress:
    """The lines that a build prints, one for each page."""

    def __init__(self, quiet: bool) -> None:
        self.quiet = quiet
        self.start = time.monotonic()
        self._done = 0
        self._total = 0

    def expect(self, total: int) -> None:
        """Set the number of pages."""
        self._total = total

    def page(self, name: str, what: str) -> None:
        """Print the progress after a page."""
        self._done += 1
        width = len(str(self._total))
        self.say(f"[{self._done:{width}}/{self._total}] {name}  {what}")

    def say(self, text: str) -> None:
        """Print a line."""
        if not self.quiet:
            print(text, file=sys.stderr, flush=True)

    @property
    def elapsed(self) -> float:
        """The seconds since the build began."""
        return time.monotonic() - self.start


def run_aloud(
    command: Sequence[str], folder: Path, variables: Mapping[str, str], say: Callable[[str], None]
) -> tuple[int, list[str]]:
    """Run a program and pass on each line as it is printed.

    Args:
        command: The program and its arguments.
        folder: Its working folder.
        variables: Its environment.
        say: Takes each line of its output.

    Returns:
        Its exit status, and the lines.
    """
    lines: list[str] = []
    with subprocess.Popen(
        command,
        cwd=folder,
        env=variables,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    ) as process:
        assert process.stdout is not None
        for line in process.stdout:
            lines.append(line.rstrip("\n"))
            say(lines[-1])
    return process.returncode, lines
