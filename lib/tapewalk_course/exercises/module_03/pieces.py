"""Shared code of the checks of module 03: softmax, one-hot rows, right letters."""

from __future__ import annotations

import numpy as np

from tapewalk_course.checking.oracles import Array

# The epsilon that batch norm adds to the variance.
EPS = 1e-5


def softmax(scores: Array) -> Array:
    """Return probabilities, for scores of any size."""
    powers = np.exp(scores - scores.max(1, keepdims=True))
    return np.asarray(powers / powers.sum(1, keepdims=True))


def one_hot(positions: Array, width: int) -> Array:
    """Return a row of zeros for each position, with a 1 there."""
    return np.asarray(np.eye(width)[positions])


def draw_right(rng: np.random.Generator, rows: int, width: int) -> Array:
    """Return the position of the right letter of each row, which is not the same in all rows."""
    while True:
        right = rng.integers(0, width, rows)
        if rows == 1 or len(set(right)) > 1:
            return right
