"""Runs of numbers as their differences from step to step, which compress to a third."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final

import numpy as np

_SCALE: Final = 1000  # one over the unit to which the numbers are rounded


def changes(runs: Iterable[Sequence[Sequence[float]]]) -> dict[str, Any]:
    """Return runs as a `series` of a `family`, which adds the differences up again.

    Args:
        runs: For each run its steps, each a list of numbers of the same quantities.

    Returns:
        `scale`, and `changes`: in units of 1 / `scale`, each step less the one before it.

    Example:
        >>> changes([[[1.0, 0.5], [1.002, 0.5]]])
        {'scale': 1000, 'changes': [[[1000, 500], [2, 0]]]}
    """
    rounded = (np.rint(np.array(run) * _SCALE).astype(int) for run in runs)
    found = [np.diff(steps, axis=0, prepend=0).tolist() for steps in rounded]
    return {"scale": _SCALE, "changes": found}
