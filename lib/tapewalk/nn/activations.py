"""Activations as modules, to place between linear layers."""

from __future__ import annotations

from tapewalk.nn.module import Module
from tapewalk.tensor.tensor import Tensor


class ReLU(Module):
    """max(x, 0).

    Example:
        >>> ReLU()(Tensor([-1.0, 2.0])).tolist()
        [0.0, 2.0]
    """

    def forward(self, x: Tensor) -> Tensor:
        """Return x where it is positive, else 0."""
        return x.relu()


class Tanh(Module):
    """The hyperbolic tangent.

    Example:
        >>> Tanh()(Tensor([0.0])).tolist()
        [0.0]
    """

    def forward(self, x: Tensor) -> Tensor:
        """Return tanh x."""
        return x.tanh()


class Sigmoid(Module):
    """1 / (1 + e ** -x).

    Example:
        >>> Sigmoid()(Tensor([0.0])).tolist()
        [0.5]
    """

    def forward(self, x: Tensor) -> Tensor:
        """Return the sigmoid of x."""
        return x.sigmoid()


class GELU(Module):
    """x Φ(x), or its tanh approximation.

    Args:
        approximate: "none", or "tanh" for the approximation.

    Example:
        >>> GELU()(Tensor([0.0])).tolist()
        [0.0]
    """

    def __init__(self, approximate: str = "none") -> None:
        super().__init__()
        self.approximate = approximate

    def forward(self, x: Tensor) -> Tensor:
        """Return the GELU of x."""
        return x.gelu(self.approximate)


class SiLU(Module):
    """x / (1 + e ** -x), also called Swish.

    Example:
        >>> SiLU()(Tensor([0.0])).tolist()
        [0.0]
    """

    def forward(self, x: Tensor) -> Tensor:
        """Return the SiLU of x."""
        return x.silu()
