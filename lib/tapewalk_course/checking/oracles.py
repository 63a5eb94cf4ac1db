"""Right answers, by means that share nothing with the work that is checked."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from importlib import import_module
from typing import Any

import numpy as np

from tapewalk import Tensor
from tapewalk_course.checking.exercise import Case

Array = np.ndarray[Any, Any]


@cache
def torch() -> Any:
    """Return PyTorch, or `None` where it isn't installed or doesn't start."""
    try:
        return import_module("torch")
    except (ImportError, OSError):
        return None


def with_torch(oracle: Callable[[Any, Case], Any]) -> Callable[[Case], Any]:
    """Decorate an oracle that takes PyTorch and a case: without PyTorch it has no answer."""

    def answer(case: Case) -> Any:
        return None if torch() is None else oracle(torch(), case)

    return answer


def by_torch(
    names: Sequence[str], forward: Callable[..., Any], arriving: str | None = None
) -> Callable[[Case], Any]:
    """Return an oracle: the gradients of some inputs, by PyTorch.

    Args:
        names: The inputs that get a gradient.
        forward: Takes PyTorch, these inputs as tensors, and all inputs of the case.
        arriving: The input with the gradient of the result of `forward`; `None` for a loss.
    """

    @with_torch
    def gradients(pytorch: Any, case: Case) -> Any:
        given = case.inputs
        leaves = [pytorch.tensor(given[name], requires_grad=True) for name in names]
        result = forward(pytorch, *leaves, given)
        result.backward(None if arriving is None else pytorch.tensor(given[arriving]))
        slopes = tuple(leaf.grad.numpy() for leaf in leaves)
        return slopes if len(slopes) > 1 else slopes[0]

    return gradients


def leaf(value: Any) -> Tensor:
    """Return a leaf of our engine, in double precision."""
    return Tensor(value, requires_grad=True, dtype=np.float64)


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
