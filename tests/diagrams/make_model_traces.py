"""Traces of models for the JavaScript tests.

Their numbers are whole and small, so that every machine computes the same.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import torch

from tapewalk import Tensor, nn, trace

FIRST, SECOND = [[1.0, -1.0], [2.0, 1.0], [-1.0, 3.0]], [[1.0, -2.0, 1.0]]
INPUT = [[1.0, 2.0], [3.0, -1.0]]


def _network() -> Any:
    model = nn.Sequential(nn.Linear(2, 3), nn.ReLU(), nn.Linear(3, 1))
    for layer, weight in ((model[0], FIRST), (model[2], SECOND)):
        layer.weight = nn.Parameter(np.array(weight))
        layer.bias = nn.Parameter(np.ones(len(weight)))
    x = Tensor(INPUT, dtype=np.float64)

    def loss() -> Tensor:
        y = model(x)
        return (y * y).sum()

    return trace(loss, model=model)


def _torch_network() -> Any:
    model = torch.nn.Sequential(torch.nn.Linear(2, 3), torch.nn.ReLU(), torch.nn.Linear(3, 1))
    with torch.no_grad():
        for layer, weight in ((model[0], FIRST), (model[2], SECOND)):
            layer.weight.copy_(torch.tensor(weight))
            layer.bias.fill_(1.0)
    x = torch.tensor(INPUT)

    def loss() -> Any:
        y = model(x)
        return (y * y).sum()

    return trace(loss, model=model)


class _Block(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.mlp = nn.Sequential(_linear(), nn.ReLU())

    def forward(self, x: Tensor) -> Tensor:
        """Return the input and what the block adds to it."""
        y: Tensor = x + self.mlp(x)
        return y


class _Stack(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.blocks = nn.ModuleList([_Block(), _Block()])
        self.head = _linear()

    def forward(self, x: Tensor) -> Tensor:
        """Return what both blocks make of the input; the head runs twice, with a gap."""
        for block in self.blocks:
            x = block(x)
        y: Tensor = self.head(self.head(x) * 2.0)
        return y


def _linear() -> nn.Linear:
    layer = nn.Linear(2, 2)
    layer.weight = nn.Parameter(np.array([[1.0, -1.0], [2.0, 1.0]]))
    layer.bias = nn.Parameter(np.ones(2))
    return layer


def _blocks() -> Any:
    """Return a trace with groups inside groups."""
    model, x = _Stack(), Tensor(INPUT, dtype=np.float64)
    return trace(lambda: model(x).sum(), model=model)


def _shared() -> Any:
    """Return a trace in which nodes save one another's memory, and views of it."""
    w = Tensor([[1.0, 2.0], [3.0, 4.0]], requires_grad=True, dtype=np.float64)

    def loss() -> Tensor:
        y = w * w
        return (y.T @ y * w[0]).sum()

    return trace(loss, labels={"w": w})


def model_traces() -> dict[str, Any]:
    """Return the trace of every example, by name."""
    return {
        "network": _network(),
        "torchNetwork": _torch_network(),
        "blocks": _blocks(),
        "shared": _shared(),
    }
