"""The part of a model that made a node, found by the node's number."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable
from functools import cache
from operator import itemgetter


@cache
def group_name(path: str) -> str | None:
    """Return a module's dotted name in words, with each number after the name of its list.

    Example:
        >>> group_name("blocks.0.attention.q")
        'blocks 0 / attention / q'
    """
    words: list[str] = []
    for word in path.split("."):
        if word.isdigit() and words:
            words[-1] += f" {word}"
        elif word:
            words.append(word)
    return " / ".join(words) or None


class Calls:
    """The calls of modules, and which of them were running when a node was made.

    Args:
        calls: For each call the number of the last node before it, that of the last node made
            before it ended, and the module's name. A call is inside another or apart from it; of
            two that begin at the same number, the outer is first.

    Example:
        >>> calls = Calls([(0, 9, "block"), (3, 5, "block.linear")])
        >>> calls.around(4), calls.around(6), calls.around(10)
        (('block', 'block.linear'), ('block',), ())
    """

    def __init__(self, calls: Iterable[tuple[int, int, str]]) -> None:
        # Between two of these numbers, the same calls are running.
        self._ends: list[int] = []
        self._names: list[tuple[str, ...]] = []
        running: list[tuple[int, str]] = []
        for start, end, name in sorted(calls, key=itemgetter(0)):
            self._close(running, start)
            self._note(start, running)
            running.append((end, name))
        self._close(running, None)

    def _close(self, running: list[tuple[int, str]], before: int | None) -> None:
        """Close the calls that ended before a number, or all."""
        while running and (before is None or running[-1][0] <= before):
            self._note(running[-1][0], running)
            running.pop()

    def _note(self, end: int, running: list[tuple[int, str]]) -> None:
        # They never fall: a module may return what an inner one made before its own result.
        self._ends.append(max([end, *self._ends[-1:]]))
        self._names.append(tuple([name for _, name in running]))

    def around(self, number: int) -> tuple[str, ...]:
        """Return the names of the modules whose calls made the node `number`, outermost first."""
        at = bisect_left(self._ends, number)
        return self._names[at] if at < len(self._ends) else ()
