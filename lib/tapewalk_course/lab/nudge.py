"""The gradients of a tensor engine given as text, beside slopes found by nudging every number.

The page of tensors runs this file in MicroPython, tests run it in CPython.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np


def nudge(engine: str, program: str) -> dict[str, Any]:
    """Return for each leaf of a program its gradient by the engine and by nudging.

    Args:
        engine: Python that defines `Tensor`.
        program: Python that defines `given`, pairs of a name and a list, and `f`, which returns a
            tensor with one number for a tensor of each of them.

    Returns:
        For each leaf `name`, `shape`, `got` and `slope`, both as flat lists; `got` is None where
        the gradient is missing or has another shape, which `arrived` then has. Or `error`.
    """
    names: dict[str, Any] = {"np": np}
    try:
        exec(engine, names)
        exec(program, names)
        make, f = names["Tensor"], names["f"]
        arrays = [np.array(numbers) for _, numbers in names["given"]]
        leaves = [make(array) for array in arrays]
        f(*leaves).backward()
    except Exception as error:
        return {"error": type(error).__name__ + ": " + str(error)}
    found = []
    for (name, _), leaf, array in zip(names["given"], leaves, arrays):
        grad: Any = None if leaf.grad is None else np.asarray(leaf.grad)
        is_fitting = grad is not None and grad.shape == array.shape
        found.append(
            {
                "name": name,
                "shape": list(array.shape),
                "arrived": None if grad is None else list(grad.shape),
                "got": grad.ravel().tolist() if is_fitting else None,
                "slope": _slopes(lambda: f(*[make(one) for one in arrays]), array),
            }
        )
    return {"leaves": found}


def _slopes(run: Callable[[], Any], array: Any, h: float = 1e-5) -> list[float]:
    slopes: list[float] = []
    flat = array.reshape(-1)
    for i in range(array.size):
        before = flat[i]
        ends: list[float] = []
        for step in (h, -h):
            flat[i] = before + step
            ends.append(float(np.asarray(run().data).item()))
        flat[i] = before
        slopes.append((ends[0] - ends[1]) / (2 * h))
    return slopes
