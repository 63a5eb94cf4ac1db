"""A small Transformer block with its loss and its rows, for the tests of `tapewalk.inspect`."""

import torch

from tapewalk.twins import TransformerBlock


def small_block(**settings):
    """Return a block for rows of 24 numbers."""
    return TransformerBlock(width=24, heads=4, **settings)


def squares(y):
    """Return the mean of the squares, in single precision."""
    return (y.float() ** 2).mean()


def rows(width=24, dtype=torch.float32):
    """Return a batch of 2 texts of 8 rows."""
    return torch.randn(2, 8, width, dtype=dtype)
