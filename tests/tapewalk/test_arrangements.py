"""Arrangements, indices and softmax, against PyTorch and central differences."""

import numpy as np
import pytest
import torch

import tapewalk as tw
from tests.tapewalk.oracle import check_both, draw, noncontiguous

SHAPING = {
    "transpose": (lambda x: x.transpose(0, 1), lambda x: x.transpose(0, 1)),
    "transpose back": (lambda x: x.transpose(-1, 0), lambda x: x.transpose(-1, 0)),
    "permute": (lambda x: x.permute(2, 0, 1), lambda x: x.permute(2, 0, 1)),
    "permute back": (lambda x: x.permute(-1, 0, 1), lambda x: x.permute(-1, 0, 1)),
    "mT": (lambda x: x.mT, lambda x: x.mT),
    "reshape": (lambda x: x.reshape(6, 4), lambda x: x.reshape(6, 4)),
    "reshape of a view": (lambda x: x.mT.reshape(4, 6), lambda x: x.mT.reshape(4, 6)),
    "view": (lambda x: x.view(2, 12), lambda x: x.view(2, 12)),
    "flatten": (lambda x: x.flatten(1), lambda x: x.flatten(1)),
    "flatten front": (lambda x: x.flatten(0, 1), lambda x: x.flatten(0, 1)),
    "expand": (lambda x: x[:, :1].expand(2, 5, 4), lambda x: x[:, :1].expand(2, 5, 4)),
    "expand -1": (lambda x: x[:, :1].expand(-1, 5, -1), lambda x: x[:, :1].expand(-1, 5, -1)),
    "cat": (
        lambda x: tw.cat([x, x * 2, x[:, :1]], 1),
        lambda x: torch.cat([x, x * 2, x[:, :1]], 1),
    ),
    "cat end": (lambda x: tw.cat([x, x], -1), lambda x: torch.cat([x, x], -1)),
    "flip": (lambda x: x.flip(0, 2), lambda x: x.flip(0, 2)),
    "chunk": (lambda x: x.chunk(2, 2)[1] * 3, lambda x: x.chunk(2, 2)[1] * 3),
    "split": (lambda x: x.split(2, 1)[1] * 3, lambda x: x.split(2, 1)[1] * 3),
    "unbind": (lambda x: x.unbind(1)[2] * 3, lambda x: x.unbind(1)[2] * 3),
    "x[1]": (lambda x: x[1], lambda x: x[1]),
    "x[-1, 2]": (lambda x: x[-1, 2], lambda x: x[-1, 2]),
    "x[0, 1, 2]": (lambda x: x[0, 1, 2], lambda x: x[0, 1, 2]),
    "x[:, 1:]": (lambda x: x[:, 1:], lambda x: x[:, 1:]),
    "x[..., ::2]": (lambda x: x[..., ::2], lambda x: x[..., ::2]),
    "x[None]": (lambda x: x[None, :, None], lambda x: x[None, :, None]),
    "x[5:]": (lambda x: x[5:], lambda x: x[5:]),
    "list": (lambda x: x[[0, 1, 1]], lambda x: x[[0, 1, 1]]),
    "two lists": (lambda x: x[[0, 1, 1], [2, 0, 0]], lambda x: x[[0, 1, 1], [2, 0, 0]]),
    "list and slice": (lambda x: x[:, [0, 0, 2], 1:], lambda x: x[:, [0, 0, 2], 1:]),
    "mask": (lambda x: x[x > 0], lambda x: x[x > 0]),
    "row mask": (
        lambda x: x[np.array([True, False])],
        lambda x: x[torch.tensor([True, False])],
    ),
    "tensor of places": (
        lambda x: x[tw.Tensor([[0, 1], [1, 1]])],
        lambda x: x[torch.tensor([[0, 1], [1, 1]])],
    ),
    "softmax": (lambda x: x.softmax(-1), lambda x: x.softmax(-1)),
    "softmax 1": (lambda x: x.softmax(1), lambda x: x.softmax(1)),
    "log_softmax": (lambda x: x.log_softmax(-1), lambda x: x.log_softmax(-1)),
    "log_softmax 0": (lambda x: x.log_softmax(0), lambda x: x.log_softmax(0)),
}


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("name", SHAPING)
def test_arrangements_indices_and_softmax(name, dtype):
    mine, other = SHAPING[name]
    array = draw((2, 3, 4), 7, dtype=dtype)
    check_both(mine, other, [array])
    check_both(mine, other, [noncontiguous(array)])
    if dtype == np.float64:
        assert tw.gradcheck(mine, tw.Tensor(array, requires_grad=True))


def test_softmax_of_large_numbers_and_masks_stays_finite():
    array = np.array([[1000.0, 999.0, -np.inf], [-1000.0, -1000.0, -np.inf]])
    check_both(lambda x: x.softmax(-1), lambda x: x.softmax(-1), [array])
    check_both(lambda x: x.log_softmax(-1)[:, :2], lambda x: x.log_softmax(-1)[:, :2], [array])


@pytest.mark.parametrize("shape", [(), (0,), (0, 3), (3, 0), (1,)])
def test_softmax_of_little(shape):
    check_both(lambda x: x.softmax(-1), lambda x: x.softmax(-1), [draw(shape)])
    check_both(lambda x: x.log_softmax(-1), lambda x: x.log_softmax(-1), [draw(shape)])
