"""Shared code of the checks of module 03: softmax, one-hot rows, and gradients by PyTorch."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from tapewalk_course.checking.exercise import Case
from tapewalk_course.checking.oracles import Array, torch

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


def by_torch(
    names: Sequence[str], forward: Callable[..., Any], arriving: str | None = None
) -> Callable[[Case], Any]:
    """Return an oracle: the gradients of some inputs, by PyTorch.

    Args:
        names: The inputs that get a gradient.
        forward: Takes PyTorch, these inputs as tensors, and all inputs of the case.
        arriving: The input with the gradient of the result of `forward`; `None` for a loss.
    """

    def gradients(case: Case) -> Any:
        pytorch = torch()
        if pytorch is None:
            return None
        given = case.inputs
        leaves = [pytorch.tensor(given[name], requires_grad=True) for name in names]
        result = forward(pytorch, *leaves, given)
        result.backward(None if arriving is None else pytorch.tensor(given[arriving]))
        slopes = tuple(leaf.grad.numpy() for leaf in leaves)
        return slopes if len(slopes) > 1 else slopes[0]

    return gradients
