"""The array in `x.grad`: a NumPy array whose errors name the way to write things."""

import copy
import pickle

import numpy as np
import pytest
import torch

import tapewalk as tw
from tapewalk import Tensor, optim
from tapewalk.engine.gradient import INSTEAD


def with_gradient(*shape):
    x = Tensor(np.arange(1.0, 1 + np.prod(shape, dtype=int)).reshape(shape), requires_grad=True)
    (x * x).sum().backward()
    return x


@pytest.mark.parametrize("name", [*INSTEAD, "sigmoid", "div_"])
def test_tensor_method_on_gradient_names_the_remedy(name):
    assert name in INSTEAD or hasattr(Tensor, name)
    x = with_gradient(2)
    assert hasattr(torch.ones(2), name)
    with pytest.raises(AttributeError, match=r"a NumPy array\. Write .*x\.grad") as caught:
        getattr(x.grad, name)()
    assert caught.value.name == name and not hasattr(x.grad, name)


def test_remedies_of_the_errors_run():
    x = with_gradient(2)
    before = x.grad.copy()
    x.grad[...] = [3.0, 4.0]
    assert np.linalg.norm(x.grad) == 5 and np.abs(x.grad).tolist() == [3, 4]
    tw.from_numpy(x.grad).mul_(2)
    assert x.grad.tolist() == [6, 8] and before.tolist() == [2, 4]
    x.grad.fill(0)
    assert x.grad.tolist() == [0, 0]


def test_unknown_name_has_the_error_of_numpy():
    with pytest.raises(AttributeError) as caught:
        with_gradient(2).grad.nonsense  # noqa: B018
    assert str(caught.value) == "'numpy.ndarray' object has no attribute 'nonsense'"


def test_gradient_stays_one_array():
    x = with_gradient(2)
    grad = x.grad
    (x * x).sum().backward()
    x.grad *= 2
    x.grad += np.ones(2)
    np.negative(x.grad, out=x.grad)
    assert x.grad is grad and grad.tolist() == [-9, -17]
    mine = x.grad = np.zeros(2)
    (x * x).sum().backward()
    assert x.grad is mine and mine.tolist() == [2, 4]
    y = Tensor([0.0, 0.0], requires_grad=True)
    y.grad = grad  # as between two tensors of PyTorch
    grad[0] = 7
    assert y.grad is grad and y.grad[0] == 7
    y.zero_grad(set_to_none=False)
    assert grad.tolist() == [0, 0]
    y.grad = None
    assert y.grad is None


def test_arithmetic_on_gradients_returns_plain_arrays():
    x = with_gradient(2, 2)
    grad = x.grad
    for made in (0.1 * grad, grad - grad, grad @ grad, grad > 0, np.sqrt(grad), grad.sum(0)):
        assert type(made) is np.ndarray
    for number in (grad.sum(), grad.mean(), with_gradient().grad * 2):
        assert type(number) is np.float64
    assert repr(grad) == repr(np.array(grad)) and f"{with_gradient().grad:.2f}" == "2.00"
    assert type((x * grad).data) is type(Tensor(grad).data) is np.ndarray
    for other in (copy.deepcopy(x), pickle.loads(pickle.dumps(x))):
        assert other.grad.tolist() == grad.tolist()


def test_optimizers_and_hooks_get_plain_arrays():
    seen = []

    class Seeing(optim.SGD):
        def update(self, data, grad, state, group):
            seen.append(type(grad))
            return super().update(data, grad, state, group)

    x = Tensor([1.0, 2.0], requires_grad=True)
    x.register_hook(lambda grad: seen.append(type(grad)))
    (x * x).sum().backward()
    assert x.grad.tolist() == [2, 4]
    Seeing([x], lr=0.5).step()
    tw.nn.utils.clip_grad_norm_([x], 1.0)
    assert seen == [np.ndarray, np.ndarray] and x.tolist() == [0, 0]
