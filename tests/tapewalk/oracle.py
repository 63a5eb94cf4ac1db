"""One function in both engines, and the comparison of the outcomes."""

from __future__ import annotations

import numpy as np
import torch

import tapewalk as tw

TOLERANCE = {np.float32: (2e-4, 2e-5), np.float64: (1e-9, 1e-11)}


def draw(shape, seed=0, low=-2.0, high=2.0, dtype=np.float64):
    """Return numbers away from ties and from each other's roundings."""
    return np.random.default_rng(seed).uniform(low, high, shape).astype(dtype)


def noncontiguous(array):
    """Return the same entries in memory that jumps."""
    wide = np.zeros((*array.shape, 2), array.dtype)
    wide[..., 0] = array
    return wide[..., 0]


def ours(function, arrays, start=None, requires=None):
    """Return the value and the gradients of our function."""
    requires = requires or [a.dtype.kind == "f" for a in arrays]
    leaves = []
    for array, wanted in zip(arrays, requires, strict=True):
        leaf = tw.from_numpy(array)
        leaves.append(leaf.requires_grad_(wanted))
    out = function(*leaves)
    if out.requires_grad:
        out.backward(np.ones(out.shape) if start is None else start)
    return out.data, [leaf.grad for leaf in leaves]


def theirs(function, arrays, start=None, requires=None):
    """Return the value and the gradients of PyTorch's function."""
    requires = requires or [a.dtype.kind == "f" for a in arrays]
    leaves = []
    for array, wanted in zip(arrays, requires, strict=True):
        # PyTorch sees the same layout of memory.
        leaf = torch.from_numpy(array).detach()
        leaves.append(leaf.requires_grad_(wanted))
    out = function(*leaves)
    if out.requires_grad:
        weights = np.ones(out.shape) if start is None else start
        out.backward(torch.from_numpy(np.asarray(weights)).to(out.dtype))
    grads = [None if leaf.grad is None else leaf.grad.numpy() for leaf in leaves]
    return out.detach().numpy(), grads


def assert_same(mine, other, what, dtype=np.float64):
    """Assert that two arrays have one shape, one number type and nearly one value."""
    assert (mine is None) == (other is None), f"{what}: ours {mine}, PyTorch's {other}"
    if mine is None:
        return
    assert isinstance(mine, np.ndarray), f"{what} is {type(mine).__name__}"
    assert mine.shape == other.shape, f"{what}: shape {mine.shape}, PyTorch's {other.shape}"
    assert mine.dtype == other.dtype, f"{what}: {mine.dtype}, PyTorch's {other.dtype}"
    rtol, atol = TOLERANCE.get(dtype, (0, 0))
    np.testing.assert_allclose(mine, other, rtol=rtol, atol=atol, err_msg=what)


def check_both(mine, other, arrays, seed=1):
    """Assert that value and gradients agree, started from random weights."""
    dtype = np.float32 if any(a.dtype == np.float32 for a in arrays) else np.float64
    shape = mine(*[tw.from_numpy(a) for a in arrays]).shape
    start = draw(shape, seed)
    value, grads = ours(mine, arrays, start)
    other_value, other_grads = theirs(other, arrays, start)
    assert_same(value, other_value, "value", dtype)
    for position, (a, b) in enumerate(zip(grads, other_grads, strict=True)):
        assert_same(a, b, f"gradient of operand {position}", dtype)
