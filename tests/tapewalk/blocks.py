"""A small Transformer block with its loss and its rows, for the tests of `tapewalk.inspect`."""

import pytest
import torch

from tapewalk.twins import TransformerBlock

# PyTorch 2.4 has other nodes in some places, and its nodes don't have the shapes of results: those
# of 2.5 do. The numbers are those of 2.13 and 2.15.
TELLS_SHAPES = hasattr(torch.ones((), requires_grad=True).exp().grad_fn, "_input_metadata")
newer = pytest.mark.skipif(not TELLS_SHAPES, reason="the nodes of this PyTorch have no shapes")


def small_block(**settings):
    """Return a block for rows of 24 numbers."""
    return TransformerBlock(width=24, heads=4, **settings)


def squares(y):
    """Return the mean of the squares, in single precision."""
    return (y.float() ** 2).mean()


def rows(width=24, dtype=torch.float32):
    """Return a batch of 2 texts of 8 rows."""
    return torch.randn(2, 8, width, dtype=dtype)
