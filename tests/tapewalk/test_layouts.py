"""Gradients don't depend on the layout of memory: columns, strides, repeats, read-only."""

import numpy as np
import pytest
import torch

import tapewalk as tw
from tapewalk import Tensor, nn
from tapewalk.ops.broadcast import in_rows, row_of
from tests.each import each

F = nn.functional
NUMBERS = np.linspace(-1.0, 2.0, 12).reshape(3, 4)


def columns(array):
    return np.asfortranarray(array)


def every_other(array):
    wide = np.zeros([2 * n for n in array.shape])
    wide[::2, ::2] = array
    return wide[::2, ::2]


def backwards(array):
    return np.flip(np.flip(array).copy())


def read_only(array):
    array = array.copy()
    array.flags.writeable = False
    return array


LAYOUTS = [columns, every_other, backwards, read_only]


def test_row_view_never_copies():
    for lay in LAYOUTS:
        array = in_rows(lay(NUMBERS))
        row_of(array)[:] = 0
        assert not array.any()
    with pytest.raises(ValueError, match="a write through reshape would be lost"):
        row_of(columns(NUMBERS))


def test_write_to_read_only_memory_is_refused():
    x = tw.from_numpy(read_only(NUMBERS))
    with pytest.raises(RuntimeError, match="read-only"):
        x.add_(1)


TURNED = {
    "a transposed one": lambda lib, x: x.T,
    "a sum with a number": lambda lib, x: x.T + 1,
    "relu": lambda lib, x: x.T.relu(),
    "some columns": lambda lib, x: x[:, :3],
    "permuted": lambda lib, x: x.reshape(3, 2, 2).permute(2, 0, 1),
}
IN_ROWS = {
    "a product": lambda lib, x: x.T @ x,
    "softmax": lambda lib, x: x.T.softmax(1),
    "log_softmax": lambda lib, x: x.T.log_softmax(0),
    "cat": lambda lib, x: lib.cat([x.T, x.T]),
    "stack": lambda lib, x: lib.stack([x.T, x.T]),
    "rows by position": lambda lib, x: x.T[[0, 1]],
    "layer_norm": lambda lib, x: lib.nn.functional.layer_norm(x.T, (3,)),
    "a sum over an axis": lambda lib, x: x.reshape(3, 2, 2).permute(2, 1, 0).sum(0),
    "a mean over an axis": lambda lib, x: x.reshape(3, 2, 2).permute(2, 1, 0).mean(1),
    "the largest over an axis": lambda lib, x: x.reshape(3, 2, 2).permute(2, 1, 0).amax(0),
    "the variance over an axis": lambda lib, x: x.reshape(3, 2, 2).permute(2, 1, 0).var(0),
    "contiguous": lambda lib, x: x.T.contiguous(),
    "an axis of length 1": lambda lib, x: x.unsqueeze(1).transpose(0, 1),
    "masked_fill": lambda lib, x: x.T.masked_fill(x.T > 0, 0.0),
}


@each("name", TURNED)
def test_view_refuses_what_pytorch_refuses(name):
    for lib, x in ((torch, torch.tensor(NUMBERS)), (tw, Tensor(NUMBERS))):
        turned = TURNED[name](lib, x)
        with pytest.raises(RuntimeError, match="view size is not compatible"):
            turned.view(-1)
        assert tuple(turned.reshape(-1).shape) == (turned.numel(),)


@each("name", IN_ROWS)
def test_view_takes_what_pytorch_takes(name):
    theirs = IN_ROWS[name](torch, torch.tensor(NUMBERS)).view(-1)
    mine = IN_ROWS[name](tw, Tensor(NUMBERS)).view(-1)
    np.testing.assert_allclose(mine.data, theirs, atol=1e-12)
