"""What a build tells while it runs."""

from __future__ import annotations

import sys
import time


class Progress:
    """Prints a line per page."""

    def __init__(self, quiet: bool) -> None:
        self.quiet = quiet
        self.start = time.monotonic()
        self._done = 0
        self._total = 0

    def expect(self, total: int) -> None:
        """Says how many pages there will be."""
        self._total = total

    def page(self, name: str, what: str) -> None:
        """Reports that a page is ready."""
        self._done += 1
        width = len(str(self._total))
        self.say(f"[{self._done:{width}}/{self._total}] {name}  {what}")

    def say(self, text: str) -> None:
        """Prints a line."""
        if not self.quiet:
            print(text, file=sys.stderr, flush=True)

    @property
    def elapsed(self) -> float:
        """Seconds since the build began."""
        return time.monotonic() - self.start
