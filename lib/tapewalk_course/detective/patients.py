"""The small models of the gradient detective; sound and sick ones look the same."""

from __future__ import annotations

# mypy: disable-error-code="no-any-return"
# For mypy, calling one of PyTorch's modules returns `Any`.
from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor, nn
from torch.nn import functional


@dataclass
class Build:
    """The structure of a patient.

    Attributes:
        width: Length of a row.
        blocks: Number of blocks.
        skips: Whether blocks are added to their inputs.
        activation: The function between the two layers of a block: "gelu", "tanh" or "sigmoid".
        weights_asked: Whether attention returns its weights too.
        side_cut: Whether the result of the side branch is detached.
        left_out: Index of a block that is not called.
    """

    width: int
    blocks: int
    skips: bool = True
    activation: str = "gelu"
    weights_asked: bool = False
    side_cut: bool = False
    left_out: int | None = None


class Projection(nn.Linear):
    """A linear layer; with `plain` it reads its parameters as plain numbers."""

    plain = False

    def forward(self, x: Tensor) -> Tensor:
        """Return rows of the layer's width."""
        if self.plain:
            return functional.linear(x, self.weight.data, self.bias.data)
        return functional.linear(x, self.weight, self.bias)


class Block(nn.Module):
    """Two layers with an activation between them."""

    def __init__(self, width: int, activation: str) -> None:
        super().__init__()
        self.fc1, self.fc2 = Projection(width, width), Projection(width, width)
        self.activation = activation

    def forward(self, x: Tensor) -> Tensor:
        """Return rows of the same length."""
        bend: Any = {"gelu": functional.gelu, "tanh": torch.tanh, "sigmoid": torch.sigmoid}
        return self.fc2(bend[self.activation](self.fc1(x)))


class Patient(nn.Module):
    """Attention, blocks, a side branch and a head."""

    def __init__(self, build: Build) -> None:
        super().__init__()
        width = build.width
        self.stem = Projection(width, width)
        self.norm = nn.LayerNorm(width)
        self.attention = nn.MultiheadAttention(width, 2, batch_first=True)
        self.blocks = nn.ModuleList(Block(width, build.activation) for _ in range(build.blocks))
        self.side = Projection(width, width)
        self.head = Projection(width, width)
        self._build = build

    def forward(self, x: Tensor) -> Tensor:
        """Return rows of the same length."""
        build = self._build
        x = self.stem(x)
        rows = self.norm(x)
        settings = {} if build.weights_asked else {"need_weights": False}
        x = x + self.attention(rows, rows, rows, **settings)[0]
        for at, block in enumerate(self.blocks):
            if at != build.left_out:
                x = x + block(x) if build.skips else block(x)
        side = self.side(x)
        return self.head(x + (side.detach() if build.side_cut else side))
