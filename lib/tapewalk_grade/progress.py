"""How far a grading is, on the terminal or in a log."""

from __future__ import annotations

from typing import TextIO

from tapewalk_grade.words import say

# A log gets lines about the progress from so many notebooks on.
_MANY = 50


class Progress:
    """A count of notebooks: a line that is rewritten on a terminal, a line per tenth elsewhere."""

    def __init__(self, stream: TextIO, count: int, lang: str) -> None:
        self._stream, self._is_terminal = stream, stream.isatty()
        self._count, self._lang = count, lang

    def show(self, done: int) -> None:
        """Rewrite the line, or write another one at each tenth of many."""
        line = say("progress", self._lang, done=done, count=self._count)
        if self._is_terminal:
            bar = "■" * (20 * done // self._count)
            self._stream.write(f"\r{bar:□<20} {line}")
            self._stream.flush()
        elif self._count >= _MANY and done % (self._count // 10) == 0:
            print(line, file=self._stream, flush=True)

    def end(self) -> None:
        """Leave the line."""
        if self._is_terminal:
            self._stream.write("\n")
