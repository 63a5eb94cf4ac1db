"""Multi-head self-attention, as a chain of nodes or with its core as one."""

from __future__ import annotations

import math
from typing import Any

from tapewalk.engine.errors import ShapeError
from tapewalk.engine.random_state import Seed, generator_of
from tapewalk.nn import functional
from tapewalk.nn.layers import Linear
from tapewalk.nn.module import Module
from tapewalk.tensor.tensor import Tensor


class MultiHeadAttention(Module):
    """Self-attention with several heads and separate query, key, value and output projections.

    Unfused, it makes the nodes of the usual hand-written PyTorch module: views, transposes, two
    products, a scaling, a mask, a softmax. Fused, these are one node.

    Args:
        d_model: Length of a row.
        heads: Number of heads; each works on d_model / heads numbers.
        bias: Whether the projections add a bias.
        fused: Whether the core of attention, from its scores to the weighted values, is one node.
        generator: A NumPy generator or a seed for the initial weights.

    Raises:
        ValueError: `heads` does not divide `d_model`.

    Example:
        >>> from tapewalk import zeros
        >>> MultiHeadAttention(8, 2)(zeros(1, 3, 8)).shape
        (1, 3, 8)
    """

    def __init__(
        self,
        d_model: int,
        heads: int,
        bias: bool = True,
        fused: bool = False,
        generator: Seed = None,
    ) -> None:
        super().__init__()
        if heads < 1 or d_model % heads:
            raise ValueError(
                f"each head takes an equal part of a row: d_model {d_model} is not divisible by "
                f"{heads} heads."
            )
        rng = generator_of(generator)
        self.heads, self.fused = heads, fused
        self.q = Linear(d_model, d_model, bias, rng)
        self.k = Linear(d_model, d_model, bias, rng)
        self.v = Linear(d_model, d_model, bias, rng)
        self.out = Linear(d_model, d_model, bias, rng)

    def forward(self, x: Tensor, mask: Any = None) -> Tensor:
        """Return the attended rows.

        Args:
            x: Shape (batch, time, d_model).
            mask: Numbers to add to the scores, -inf where a row must not look; shape (time, time).

        Raises:
            ShapeError: `x` does not have three axes.
        """
        if x.ndim != 3:
            raise ShapeError(f"attention takes (batch, time, d_model), got shape {x.shape}.")
        batch, time, d = x.shape
        split = (batch, time, self.heads, d // self.heads)
        q = self.q(x).view(split).transpose(1, 2)
        k = self.k(x).view(split).transpose(1, 2)
        v = self.v(x).view(split).transpose(1, 2)
        if self.fused:
            y = functional.scaled_dot_product_attention(q, k, v, mask)
        else:
            scores = q @ k.transpose(-2, -1) * (1 / math.sqrt(d // self.heads))
            if mask is not None:
                scores = scores + mask
            y = scores.softmax(-1) @ v
        y = y.transpose(1, 2).reshape(batch, time, d)
        return self.out(y)
