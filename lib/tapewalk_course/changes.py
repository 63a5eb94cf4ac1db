"""Runs of numbers as their differences from step to step, which compress to a third."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any


def changes(runs: Iterable[Sequence[Sequence[float]]], scale: int = 1000) -> dict[str, Any]:
    """Return runs as a `series` of a `family`, which adds the differences up again.

    Args:
        runs: For each run its steps, each a list of numbers of the same quantities.
        scale: One over the unit to which the numbers are rounded.

    Returns:
        `scale`, and `changes`: in that unit, each step less the one before it.

    Example:
        >>> changes([[[1.0, 0.5], [1.002, 0.5]]])
        {'scale': 1000, 'changes': [[[1000, 500], [2, 0]]]}
    """
    found = []
    for run in runs:
        rounded = [[round(x * scale) for x in row] for row in run]
        before = [[0] * len(rounded[0]), *rounded]
        found.append(
            [
                [x - y for x, y in zip(now, last, strict=True)]
                for now, last in zip(rounded, before, strict=False)
            ]
        )
    return {"scale": scale, "changes": found}
