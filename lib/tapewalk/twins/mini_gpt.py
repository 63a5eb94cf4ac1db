"""The mini-GPT of `tapewalk.nn` as most people write it in PyTorch: same names, same weights."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

import torch
from torch import Tensor, nn
from torch.nn import functional


class Attention(nn.Module):
    """Self-attention with several heads."""

    def __init__(self, d_model: int, heads: int, fused: bool) -> None:
        super().__init__()
        self.heads, self.fused = heads, fused
        self.q = nn.Linear(d_model, d_model)
        self.k = nn.Linear(d_model, d_model)
        self.v = nn.Linear(d_model, d_model)
        self.out = nn.Linear(d_model, d_model)

    def forward(self, x: Tensor, mask: Tensor) -> Tensor:
        """Return the attended rows."""
        batch, time, d_model = x.shape
        split = (batch, time, self.heads, d_model // self.heads)
        q = self.q(x).view(split).transpose(1, 2)
        k = self.k(x).view(split).transpose(1, 2)
        v = self.v(x).view(split).transpose(1, 2)
        if self.fused:
            y = functional.scaled_dot_product_attention(q, k, v, attn_mask=mask)
        else:
            scores = q @ k.transpose(-2, -1) * (1 / math.sqrt(d_model // self.heads))
            y = (scores + mask).softmax(-1) @ v
        result: Tensor = self.out(y.transpose(1, 2).reshape(batch, time, d_model))
        return result


class FeedForward(nn.Module):
    """The same small network at every place."""

    def __init__(self, d_model: int, d_ff: int) -> None:
        super().__init__()
        self.up = nn.Linear(d_model, d_ff)
        self.gelu = nn.GELU()
        self.down = nn.Linear(d_ff, d_model)

    def forward(self, x: Tensor) -> Tensor:
        """Return rows of the same length."""
        result: Tensor = self.down(self.gelu(self.up(x)))
        return result


class Block(nn.Module):
    """Attention, then a feed-forward: each reads normalised rows and adds to them."""

    def __init__(self, d_model: int, heads: int, d_ff: int, fused: bool) -> None:
        super().__init__()
        self.ln1 = nn.LayerNorm(d_model)
        self.attention = Attention(d_model, heads, fused)
        self.ln2 = nn.LayerNorm(d_model)
        self.feed_forward = FeedForward(d_model, d_ff)

    def forward(self, x: Tensor, mask: Tensor) -> Tensor:
        """Return rows of the same length."""
        x = x + self.attention(self.ln1(x), mask)
        result: Tensor = x + self.feed_forward(self.ln2(x))
        return result


class MiniGPT(nn.Module):
    """The twin of `tapewalk.models.MiniGPT`; PyTorch's global seed gives the first weights.

    Example:
        >>> from tapewalk import models, nn
        >>> ours, theirs = models.MiniGPT(generator=0), MiniGPT()
        >>> theirs.load_state_dict(ours.state_dict())
        <All keys matched successfully>
        >>> ours.load_state_dict(theirs.state_dict())
    """

    def __init__(
        self,
        vocab: int = 512,
        d_model: int = 64,
        heads: int = 4,
        layers: int = 2,
        d_ff: int = 256,
        context: int = 8,
        fused: bool = False,
    ) -> None:
        super().__init__()
        self.token_embedding = nn.Embedding(vocab, d_model)
        self.position_embedding = nn.Embedding(context, d_model)
        self.blocks = nn.ModuleList(Block(d_model, heads, d_ff, fused) for _ in range(layers))
        self.ln = nn.LayerNorm(d_model)
        self.head = nn.Linear(d_model, vocab)

    def forward(self, tokens: Tensor, targets: Tensor | None = None) -> Tensor:
        """Return the scores at each place, or the loss if the targets are known."""
        time = tokens.shape[1]
        x = self.token_embedding(tokens) + self.position_embedding(torch.arange(time))
        mask = torch.full((time, time), -torch.inf).triu(1)  # no position looks ahead
        for block in self.blocks:
            x = block(x, mask)
        logits = self.head(self.ln(x))
        if targets is None:
            result: Tensor = logits
            return result
        return functional.cross_entropy(logits.view(-1, logits.shape[-1]), targets.reshape(-1))

    def load_state_dict(self, state_dict: Mapping[str, Any], *settings: Any, **more: Any) -> Any:
        """Copy the weights of a twin; PyTorch's own method refuses NumPy arrays."""
        tensors = {name: torch.as_tensor(weight) for name, weight in state_dict.items()}
        return super().load_state_dict(tensors, *settings, **more)
