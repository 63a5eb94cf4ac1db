"""Right answers, by means that share nothing with the work that is checked."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from importlib import import_module
from typing import Any

import numpy as np

Array = np.ndarray[Any, Any]


@cache
def torch() -> Any:
    """Return PyTorch, or `None` where it isn't installed or doesn't start."""
    try:
        return import_module("torch")
    except (ImportError, OSError):
        return None


def central(
    function: Callable[..., Any], arrays: Sequence[Array], h: float = 1e-6
) -> tuple[Array, ...]:
    """Return the gradients of a function by central differences, entry by entry.

    Args:
        function: Takes the arrays, returns a number.
        arrays: The arrays.
        h: How far each entry is moved in both directions.
    """
    gradients = []
    for position, array in enumerate(arrays):
        gradient = np.zeros(array.shape)
        for entry in np.ndindex(array.shape):
            ends = []
            for step in (h, -h):
                moved = [a.astype(float) for a in arrays]
                moved[position][entry] += step
                ends.append(float(function(*moved)))
            gradient[entry] = (ends[0] - ends[1]) / (2 * h)
        gradients.append(gradient)
    return tuple(gradients)
