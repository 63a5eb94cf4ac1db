"""A Transformer block as it is usually written in PyTorch: the subject of module 04."""

from __future__ import annotations

import torch
from torch import nn


class TransformerBlock(nn.Module):
    """LayerNorm, `nn.MultiheadAttention`, residual; LayerNorm, GELU network, residual.

    Args:
        width: Length of a row.
        heads: Heads of the attention.
        need_weights: Whether attention returns its weights as well, as PyTorch's default is.
        batch_first: Whether rows come as (batch, length, width) rather than (length, batch, width).
        dropout: Share of attention weights that training leaves out.

    Example:
        >>> block = TransformerBlock(width=24, heads=4)
        >>> block(torch.randn(2, 8, 24)).shape
        torch.Size([2, 8, 24])
    """

    def __init__(
        self,
        width: int = 768,
        heads: int = 12,
        need_weights: bool = False,
        batch_first: bool = True,
        dropout: float = 0.0,
    ) -> None:
        super().__init__()
        self.ln1 = nn.LayerNorm(width)
        self.attn = nn.MultiheadAttention(width, heads, dropout, batch_first=batch_first)
        self.ln2 = nn.LayerNorm(width)
        self.fc1 = nn.Linear(width, 4 * width)
        self.fc2 = nn.Linear(4 * width, width)
        self.need_weights = need_weights

    def forward(self, x: torch.Tensor, mask: torch.Tensor | None = None) -> torch.Tensor:
        """Return rows of the same shape.

        Args:
            x: The rows.
            mask: Numbers that attention adds to its scores, or truth values: true hides a place.
        """
        n = self.ln1(x)
        x = x + self.attn(n, n, n, need_weights=self.need_weights, attn_mask=mask)[0]
        hidden = nn.functional.gelu(self.fc1(self.ln2(x)))
        result: torch.Tensor = x + self.fc2(hidden)
        return result
