"""One function in both engines, and the comparison of the outcomes."""

from __future__ import annotations

import numpy as np
import torch

import tapewalk as tw

TOLERANCE = {np.float32: (2e-4, 2e-5), np.float64: (1e-9, 1e-11)}


def draw(shape, seed=0, low=-2.0, high=2.0, dtype=np.float64):
    """Return numbers away from ties and from each other's roundings."""
    return np.random.default_rng(seed).uniform(low, high, shape).astype(dtype)


def outcome(library, function, arrays, start):
    """Return the value and the gradients of a function in tapewalk or PyTorch.

    Both libraries see the same layout of memory.
    """
    leaves = [library.from_numpy(a).requires_grad_(a.dtype.kind == "f") for a in arrays]
    out = function(*leaves)
    if library is tw:
        if out.requires_grad:
            out.backward(start)
        return out.data, [leaf.grad for leaf in leaves]
    if out.requires_grad:
        out.backward(torch.from_numpy(start).to(out.dtype))
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


def check(program, arrays):
    """Assert that a program has the same value and gradients in both libraries."""
    check_both(program, program, arrays)


def check_both(mine, other, arrays):
    """Assert that value and gradients agree, started from random weights."""
    dtype = np.float32 if any(a.dtype == np.float32 for a in arrays) else np.float64
    shape = mine(*[tw.from_numpy(a) for a in arrays]).shape
    start = np.asarray(draw(shape, 1))
    value, grads = outcome(tw, mine, arrays, start)
    other_value, other_grads = outcome(torch, other, arrays, start)
    assert_same(value, other_value, "value", dtype)
    for position, (a, b) in enumerate(zip(grads, other_grads, strict=True)):
        assert_same(a, b, f"gradient of operand {position}", dtype)
