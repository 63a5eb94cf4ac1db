"""The names MLP trained by hand, by PyTorch and by tapewalk: same batches, same steps."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import torch
import torch.nn.functional

import tapewalk
from bench.workloads.names_mlp_manual import Parameters, backward, forward, initial
from tapewalk.nn import functional

Array = np.ndarray[Any, Any]
# Contexts, the letters that follow, learning rate: runs one step and returns its loss.
Step = Callable[[Array, Array, float], float]

BATCH = 32


def batches(seed: int, block: int, available: int, steps: int) -> Array:
    """Return the indices of each step's examples, of shape (steps, 32).

    Args:
        seed: The seed of all draws.
        block: Which draw: each block of steps has its own, so that any can be made again alone.
        available: The number of examples.
        steps: The number of steps.
    """
    return np.random.default_rng([seed, block]).integers(0, available, (steps, BATCH))


def by_hand(seed: int) -> tuple[Parameters, Step]:
    """Return parameters and a step that changes them, with the backward pass written out."""
    parameters = Parameters(*map(torch.from_numpy, initial(seed)))

    @torch.no_grad()
    def step(x: Array, y: Array, rate: float) -> float:
        given = torch.from_numpy(x), torch.from_numpy(y)
        t = forward(torch.nn.functional, parameters, *given)
        for p, grad in zip(parameters, backward(parameters, t), strict=True):
            p -= rate * grad
        return float(t.loss.item())

    return parameters, step


def with_pytorch(seed: int) -> tuple[Parameters, Step]:
    """Return parameters and a step that changes them, with PyTorch's autograd."""
    parameters = Parameters(*(torch.from_numpy(a).requires_grad_() for a in initial(seed)))

    def step(x: Array, y: Array, rate: float) -> float:
        given = torch.from_numpy(x), torch.from_numpy(y)
        loss = forward(torch.nn.functional, parameters, *given).loss
        for p in parameters:
            p.grad = None
        loss.backward()
        with torch.no_grad():
            for p in parameters:
                p -= rate * p.grad
        return float(loss.item())

    return parameters, step


def with_tapewalk(seed: int) -> tuple[Parameters, Step]:
    """Return parameters and a step that changes them, with tapewalk's tensors."""
    parameters = Parameters(*(tapewalk.Tensor(a, requires_grad=True) for a in initial(seed)))

    def step(x: Array, y: Array, rate: float) -> float:
        loss = forward(functional, parameters, x, y).loss
        for p in parameters:
            p.grad = None
        loss.backward()
        for p in parameters:
            p.data -= rate * p.grad
        return float(loss.item())

    return parameters, step


ENGINES = {"by hand": by_hand, "PyTorch": with_pytorch, "tapewalk": with_tapewalk}
