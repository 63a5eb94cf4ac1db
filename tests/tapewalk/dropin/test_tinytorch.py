"""Code written for TinyTorch runs on `Tensor`: arrays in, arrays as `data` and `grad`."""

from itertools import product

import numpy as np

from tapewalk import Tensor
from tests.each import each

RNG = np.random.default_rng(7)


def test_data_is_an_array_and_grad_starts_empty():
    x = Tensor(np.array([[1.0, 2.0], [3.0, 4.0]]), requires_grad=True)
    assert type(x.data) is np.ndarray and x.data.tolist() == [[1.0, 2.0], [3.0, 4.0]]
    assert x.grad is None and x.requires_grad
    assert (x.shape, x.size) == ((2, 2), 4)
    assert not Tensor([1.0, 2.0]).requires_grad


def test_update_assigns_or_changes_data():
    x = Tensor([1.0, 2.0], requires_grad=True)
    (x * x).sum().backward()
    x.data = x.data - 0.5 * x.grad
    assert x.data.tolist() == [0.0, 0.0]
    x.data -= 1
    x.data[0] = 5
    assert x.data.tolist() == [5.0, -1.0]


@each("name, axis, keepdims", product(["sum", "mean", "max"], [0, 1, (0, 2)], [False, True]))
def test_reductions_by_axis_and_keepdims(name, axis, keepdims):
    array = RNG.standard_normal((2, 3, 4))
    x = Tensor(array, requires_grad=True)
    out = getattr(x, name)(axis=axis, keepdims=keepdims)
    expected = getattr(array, name)(axis=axis, keepdims=keepdims)
    np.testing.assert_allclose(out.data, expected)
    out.backward(np.ones_like(expected))
    full = getattr(array, name)(axis=axis, keepdims=True)
    entries = array.size / full.size
    shares = {"sum": 1.0, "mean": 1 / entries, "max": array == full}
    np.testing.assert_allclose(x.grad, np.broadcast_to(shares[name], array.shape))


def test_reshape_and_transpose_take_every_form_of_axes():
    x = Tensor(np.arange(6.0).reshape(2, 3), requires_grad=True)
    assert x.reshape(3, 2).shape == x.reshape((3, 2)).shape == x.reshape(-1, 2).shape == (3, 2)
    assert np.array_equal(x.transpose().data, x.data.T)
    assert np.array_equal(x.transpose(0, 1).data, x.data.T)
    weights = np.arange(6.0).reshape(3, 2)
    x.transpose().backward(weights)
    assert np.array_equal(x.grad, weights.T)
    stack = Tensor(np.zeros((2, 3, 4)))
    assert stack.transpose().shape == (2, 4, 3)  # the last two, for stacks of matrices
    assert stack.transpose(0, 2).shape == (4, 3, 2)


def test_zero_grad_and_adding_up():
    x = Tensor(np.array([3.0]), requires_grad=True)
    for _ in range(2):
        (x * x).sum().backward()
    assert x.grad.tolist() == [12.0]
    x.zero_grad()
    assert x.grad is None
    (x * 2).sum().backward()
    assert x.grad.tolist() == [2.0]


def test_small_network_trains_in_its_style():
    rng = np.random.default_rng(0)
    inputs = rng.standard_normal((32, 4)).astype(np.float32)
    targets = np.tanh(inputs @ rng.standard_normal((4, 1)).astype(np.float32))
    w1 = Tensor(rng.standard_normal((4, 8)) * 0.5, requires_grad=True)
    w2 = Tensor(rng.standard_normal((8, 1)) * 0.5, requires_grad=True)
    losses = []
    for _ in range(100):
        out = Tensor(inputs).reshape(32, 4).double().matmul(w1).tanh().matmul(w2)
        error = out - Tensor(targets)
        loss = (error * error).mean()
        for w in (w1, w2):
            w.zero_grad()
        loss.backward()
        for w in (w1, w2):
            w.data = w.data - 0.2 * w.grad
        losses.append(float(loss.data))
    assert losses[-1] < 0.1 * losses[0]
