"""Half precision: sums are added up in single precision, as PyTorch does."""

import numpy as np
import pytest
import torch
from torch.nn import functional as torch_functional

import tapewalk as tw
from tapewalk.nn import functional
from tests.tapewalk.oracle import draw

CLASSES = np.arange(64) * 31 % 3000
# Rows that are so long, or so large, that a sum in half precision has lost its digits or is
# infinite.
PROGRAMS = {
    "layer_norm": (lambda nn, x: nn.layer_norm(x, (3000,)), 900.0),
    "batch_norm": (lambda nn, x: nn.batch_norm(x.T, None, None, None, None, True), 900.0),
    "softmax": (lambda nn, x: x.softmax(-1), 1.0),
    "softmax of columns": (lambda nn, x: x.T.softmax(0), 1.0),
    "log_softmax": (lambda nn, x: x.log_softmax(-1), 1.0),
    "cross_entropy": (lambda nn, x: nn.cross_entropy(x, _classes(nn)), 3.0),
    "a bias": (lambda nn, x: x[:1] + x * 0, 3.0),
}


def _classes(nn):
    return torch.tensor(CLASSES) if nn is torch_functional else CLASSES


@pytest.mark.parametrize("name", PROGRAMS)
def test_sums_of_half_precision_are_accurate(name):
    function, size = PROGRAMS[name]
    half = (draw((64, 3000), 1) * size).astype(np.float16)
    exact = torch.tensor(half.astype(np.float64), requires_grad=True)
    mine = tw.Tensor(half, requires_grad=True)
    value, wanted = function(functional, mine), function(torch_functional, exact)
    start = draw(value.shape, 2)
    value.backward(start.astype(np.float16))
    wanted.backward(torch.tensor(start.astype(np.float16).astype(np.float64)))
    assert value.dtype == mine.grad.dtype == np.float16
    for got, true in ((value.data, wanted.detach().numpy()), (mine.grad, exact.grad.numpy())):
        error = np.abs(got.astype(np.float64) - true).max()
        assert error <= 2 * np.finfo(np.float16).eps * np.abs(true).max()
