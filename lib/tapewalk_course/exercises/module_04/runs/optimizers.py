"""PyTorch as scripts see it: its optimizers, which take seconds to import, are these."""

from __future__ import annotations

from collections.abc import Iterable
from types import SimpleNamespace
from typing import Any


class Momentum:
    """Gradient descent with momentum, as `torch.optim.SGD` does it."""

    def __init__(self, parameters: Iterable[Any], lr: float, momentum: float = 0.0) -> None:
        self.parameters, self.lr, self.momentum = list(parameters), lr, momentum
        self.speeds = [p.detach() * 0 for p in self.parameters]
        self.squares = [p.detach() * 0 for p in self.parameters]
        self.steps = 0

    def zero_grad(self) -> None:
        """Clear the gradients."""
        for parameter in self.parameters:
            parameter.grad = None

    def step(self) -> None:
        """Move every parameter that has a gradient."""
        import torch

        self.steps += 1
        with torch.no_grad():
            for parameter, *state in zip(self.parameters, self.speeds, self.squares, strict=True):
                if parameter.grad is not None:
                    parameter -= self.lr * self.direction(parameter.grad, *state)

    def direction(self, gradient: Any, speed: Any, square: Any) -> Any:
        """Return what a parameter moves along, and update its state."""
        return speed.mul_(self.momentum).add_(gradient)


class Adam(Momentum):
    """Adam, as `torch.optim.Adam` does it."""

    def direction(self, gradient: Any, speed: Any, square: Any) -> Any:
        """Return what a parameter moves along, and update its state."""
        speed.mul_(0.9).add_(0.1 * gradient)
        square.mul_(0.999).add_(0.001 * gradient**2)
        scale = (square / (1 - 0.999**self.steps)).sqrt() + 1e-8
        return speed / (1 - 0.9**self.steps) / scale


class Pytorch:
    """PyTorch with these optimizers."""

    optim = SimpleNamespace(SGD=Momentum, Adam=Adam)

    def __getattr__(self, name: str) -> Any:
        import torch

        return getattr(torch, name)
