"""A Transformer block as it is usually written in PyTorch, for the tests of `tapewalk.inspect`."""

import torch
from torch import nn


class Block(nn.Module):
    """LayerNorm, `nn.MultiheadAttention`, residual; LayerNorm, GELU network, residual."""

    def __init__(self, width=24, heads=4, batch_first=True, need_weights=False, dropout=0.0):
        super().__init__()
        self.ln1, self.ln2 = nn.LayerNorm(width), nn.LayerNorm(width)
        self.attn = nn.MultiheadAttention(width, heads, dropout, batch_first=batch_first)
        self.fc1, self.fc2 = nn.Linear(width, 4 * width), nn.Linear(4 * width, width)
        self.need_weights = need_weights

    def forward(self, x, mask=None):
        n = self.ln1(x)
        x = x + self.attn(n, n, n, need_weights=self.need_weights, attn_mask=mask)[0]
        return x + self.fc2(nn.functional.gelu(self.fc1(self.ln2(x))))


def squares(y):
    """Return the mean of the squares, in single precision."""
    return (y.float() ** 2).mean()


def rows(width=24, dtype=torch.float32):
    """Return a batch of 2 texts of 8 rows."""
    return torch.randn(2, 8, width, dtype=dtype)
