"""Finds what belongs together in two lists that have mostly the same things in the same order."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from typing import TypeVar

T = TypeVar("T")

# What words of two languages have in common: code, formulas, numbers, links, names.
_ANCHOR = re.compile(r"`[^`]+`|\$[^$]+\$|\{[^{}]+\}|\d[\d.,]*|#[\w-]+|\b[A-Z]\w+|\b\w+_\w+")


def align(
    first: Sequence[T], second: Sequence[T], score: Callable[[T, T], float]
) -> list[tuple[T, T | None]]:
    """Pairs each of the first with one of the second, in order, so that the scores add up highest.

    Args:
        first: What decides on the order; each of it is returned.
        second: What to choose from; some of it may find no partner.
        score: How well two belong together; they are never paired at 0 or below.

    Returns:
        Each of the first with its partner, or None.
    """
    best = [[0.0] * (len(second) + 1) for _ in range(len(first) + 1)]
    scores = [[score(one, other) for other in second] for one in first]
    for i in reversed(range(len(first))):
        for j in reversed(range(len(second))):
            both = scores[i][j] + best[i + 1][j + 1] if scores[i][j] > 0 else 0
            best[i][j] = max(both, best[i + 1][j], best[i][j + 1])
    pairs: list[tuple[T, T | None]] = []
    j = 0
    for i, one in enumerate(first):
        while j < len(second) and best[i][j] == best[i][j + 1]:
            j += 1
        if j < len(second) and best[i][j] > best[i + 1][j]:
            pairs.append((one, second[j]))
            j += 1
        else:
            pairs.append((one, None))
    return pairs


def overlap(first: Sequence[str], second: Sequence[str]) -> float:
    """Returns which part of two bags they share: 1 for the same ones, and for two empty ones."""
    ours, theirs = Counter(first), Counter(second)
    return (ours & theirs).total() / ((ours | theirs).total() or 1) if ours or theirs else 1.0


def alike(english: str, translated: str) -> float:
    """Returns how much words of two languages look like each other's translation, from 1 to 5."""
    anchors = overlap(_ANCHOR.findall(english), _ANCHOR.findall(translated))
    shorter, longer = sorted((len(english), len(translated)))
    return 1 + 3 * anchors + shorter / (longer or 1)
