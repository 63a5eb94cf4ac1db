"""Comparison of a gradient computed by hand with the engine's."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from tapewalk.engine.core import TensorCore
from tapewalk.engine.errors import ShapeError
from tapewalk.engine.memory import Array
from tapewalk.gradients.words import say
from tapewalk.language import language, number


class Comparison(NamedTuple):
    """Whether two arrays are equal or close, and their largest difference."""

    name: str
    exact: bool
    close: bool
    max_difference: float

    def __str__(self) -> str:
        lang = language()
        largest = number(self.max_difference, ".3g", lang)
        return (
            f"{self.name:15s} | {say('exact', lang)}: {self.exact!s:5s} | "
            f"{say('close', lang)}: {self.close!s:5s} | {say('difference', lang)}: {largest}"
        )


def compare(
    name: str, mine: Any, theirs: Any, rtol: float = 1e-5, atol: float = 1e-8, show: bool = True
) -> Comparison:
    """Return and print whether two arrays are equal or close.

    Args:
        name: Their name in the printed line.
        mine: An array, a tensor (its numbers, not its `grad`), or a PyTorch tensor.
        theirs: The same; for a gradient pass `.grad`.
        rtol: The difference that still counts as close, as a share of `theirs`.
        atol: The absolute difference that is allowed in addition.
        show: Whether to print.

    Returns:
        The name, whether they are exactly equal, whether they are close, the largest difference.

    Raises:
        ShapeError: The shapes differ.

    Example:
        >>> compare("w", np.array([1.0, 2.0]), np.array([1.0, 2.5]))
        w               | exact: False | close: False | max difference: 0.5
        Comparison(name='w', exact=False, close=False, max_difference=0.5)
    """
    a, b = _array(mine), _array(theirs)
    if a.shape != b.shape:
        raise ShapeError(
            f"{name}: shapes differ, {a.shape} and {b.shape}. A gradient has the shape of what it "
            "belongs to; usually a sum over the batch or a transpose is missing."
        )
    exact = bool(np.array_equal(a, b, equal_nan=True))
    close = bool(np.allclose(a, b, rtol=rtol, atol=atol, equal_nan=True))
    difference = 0.0 if exact or not a.size else float(np.abs(a - b).max())
    outcome = Comparison(name, exact, close, difference)
    if show:
        print(outcome)
    return outcome


def _array(x: Any) -> Array:
    if isinstance(x, TensorCore):
        return x._data
    if x is None:
        raise TypeError("there is nothing to compare: got None. Usually backward() has not run.")
    return np.asarray(x.detach().numpy() if hasattr(x, "detach") else x)
