"""Optimizers: the same numbers as PyTorch's, step by step."""

import numpy as np
import pytest
import torch

import tapewalk as tw
from tapewalk import optim

METHODS = {
    "sgd": (optim.SGD, torch.optim.SGD, {"lr": 0.1}),
    "momentum": (optim.SGD, torch.optim.SGD, {"lr": 0.1, "momentum": 0.9}),
    "nesterov": (optim.SGD, torch.optim.SGD, {"lr": 0.1, "momentum": 0.9, "nesterov": True}),
    "sgd decay": (optim.SGD, torch.optim.SGD, {"lr": 0.1, "momentum": 0.5, "weight_decay": 0.1}),
    "adam": (optim.Adam, torch.optim.Adam, {"lr": 0.05}),
    "adam betas": (optim.Adam, torch.optim.Adam, {"lr": 0.05, "betas": (0.8, 0.9), "eps": 1e-6}),
    "adam decay": (optim.Adam, torch.optim.Adam, {"lr": 0.05, "weight_decay": 0.1}),
    "adamw": (optim.AdamW, torch.optim.AdamW, {"lr": 0.05}),
    "adamw decay": (optim.AdamW, torch.optim.AdamW, {"lr": 0.05, "weight_decay": 0.3}),
}


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("name", METHODS)
def test_fifty_steps_are_pytorchs(name, dtype):
    ours, theirs, settings = METHODS[name]
    rng = np.random.default_rng(0)
    arrays = [rng.standard_normal(shape).astype(dtype) for shape in ((3, 2), (2,), (1,))]
    mine = [tw.Tensor(a, requires_grad=True) for a in arrays]
    other = [torch.tensor(a, requires_grad=True) for a in arrays]
    steps = ours(mine, **settings), theirs(other, foreach=False, **settings)
    for i in range(50):
        for leaves, optimizer in zip((mine, other), steps, strict=True):
            optimizer.zero_grad()
            w, b, late = leaves
            loss = ((w * w).sum(0) * b).sum() ** 2 + (b * b).sum()
            if i > 10:  # a parameter whose first gradient comes later
                loss = loss + (late * late).sum()
            loss.backward()
            optimizer.step()
    for a, b in zip(mine, other, strict=True):
        np.testing.assert_allclose(
            a.data, b.detach().numpy(), rtol=1e-4 if dtype == np.float32 else 1e-9, atol=1e-6
        )
        assert a.dtype == dtype


def test_parameters_without_gradients_are_left_alone():
    x = tw.Tensor([1.0], requires_grad=True)
    optim.Adam([x]).step()
    assert x.tolist() == [1.0] and x._version == 0


def test_a_learning_rate_can_be_a_numpy_number_and_change():
    x = tw.Tensor([1.0], requires_grad=True)
    optimizer = optim.SGD([x], lr=np.float64(0.5))
    x.grad = np.ones(1, np.float32)
    optimizer.step()
    optimizer.lr = 0.25
    optimizer.step()
    assert x.tolist() == [0.25] and x.dtype == np.float32


@pytest.mark.parametrize(
    ("make", "kind", "text"),
    [
        (lambda: optim.SGD([]), ValueError, "optimizer got an empty parameter list"),
        (lambda: optim.SGD([1.0]), TypeError, "optimizer can only optimize Tensors, got 1.0"),
        (lambda: optim.SGD([tw.Tensor(1.0)], lr=-1), ValueError, "Invalid learning rate: -1"),
        (lambda: optim.Adam([tw.Tensor(1.0)], weight_decay=-1), ValueError, "Invalid weight_decay"),
        (lambda: optim.SGD([tw.Tensor(1.0)], nesterov=True), ValueError, "Nesterov momentum requ"),
    ],
)
def test_wrong_settings(make, kind, text):
    with pytest.raises(kind, match=text):
        make()


def test_a_base_optimizer_has_no_rule():
    x = tw.Tensor([1.0], requires_grad=True)
    x.grad = np.ones(1, np.float32)
    with pytest.raises(NotImplementedError, match="Optimizer needs a method update"):
        optim.Optimizer([x], 0.1, 0.0).step()
