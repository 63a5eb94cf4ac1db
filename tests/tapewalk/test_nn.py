"""Modules: names, states and numbers exchanged with PyTorch."""

import numpy as np
import pytest
import torch

import tapewalk as tw
from tapewalk import nn
from tapewalk.twins.mini_gpt import Attention


def same_gradients(mine, other, rtol=1e-5, atol=1e-6):
    theirs = dict(other.named_parameters())
    for name, parameter in mine.named_parameters():
        np.testing.assert_allclose(parameter.grad, theirs[name].grad, rtol, atol, err_msg=name)


class TorchAttention(Attention):
    def forward(self, x, mask=0.0):
        return super().forward(x, mask)


def attention(lib, **form):
    if lib is nn:
        return nn.MultiHeadAttention(8, 2, **form)
    return TorchAttention(8, 2, fused=False)


def mlp(lib):
    if lib is nn:
        return nn.MLP([4, 8, 8, 2], nn.GELU)
    first, second, third = lib.Linear(4, 8), lib.Linear(8, 8), lib.Linear(8, 2)
    return lib.Sequential(first, lib.GELU(), second, lib.GELU(), third)


# Functions that return a layer of `nn` or of `torch.nn`, and the shape of the input.
LAYERS = {
    "linear": (lambda lib: lib.Linear(4, 3), (5, 4)),
    "linear 3d": (lambda lib: lib.Linear(4, 3), (2, 5, 4)),
    "linear unfused": (
        lambda lib: lib.Linear(4, 3, **({"fused": False} if lib is nn else {})),
        (5, 4),
    ),
    "linear without bias": (lambda lib: lib.Linear(4, 3, bias=False), (5, 4)),
    "layer norm": (lambda lib: lib.LayerNorm(4), (2, 5, 4)),
    "layer norm 2": (lambda lib: lib.LayerNorm((5, 4)), (2, 5, 4)),
    "batch norm": (lambda lib: lib.BatchNorm1d(4), (6, 4)),
    "batch norm 3d": (lambda lib: lib.BatchNorm1d(4), (6, 4, 3)),
    "batch norm 2d": (lambda lib: lib.BatchNorm2d(4), (3, 4, 2, 5)),
    "no gain": (lambda lib: lib.BatchNorm1d(4, affine=False), (6, 4)),
    "layer norm without shift": (lambda lib: lib.LayerNorm(4, bias=False), (5, 4)),
    "layer norm alone": (lambda lib: lib.LayerNorm(4, elementwise_affine=False), (5, 4)),
    "mlp": (mlp, (5, 4)),
    "sequential": (
        lambda lib: lib.Sequential(lib.Linear(4, 4), lib.Tanh(), lib.ReLU(), lib.Sigmoid()),
        (5, 4),
    ),
    "attention": (attention, (2, 5, 8)),
    "attention fused": (lambda lib: attention(lib, fused=True), (2, 5, 8)),
}


@pytest.mark.parametrize("name", LAYERS)
def test_layers_exchange_states_and_agree(name):
    make, shape = LAYERS[name]
    torch.manual_seed(0)
    mine, other = make(nn), make(torch.nn)
    assert list(mine.state_dict()) == list(other.state_dict())
    mine.load_state_dict(other.state_dict())
    array = np.random.default_rng(0).standard_normal(shape).astype(np.float32)
    x, t = tw.Tensor(array, requires_grad=True), torch.tensor(array, requires_grad=True)
    for training in (True, True, False):
        mine.train(training)
        other.train(training)
        mine.zero_grad()
        other.zero_grad()
        x.grad = t.grad = None
        a, b = mine(x), other(t)
        np.testing.assert_allclose(a.data, b.detach().numpy(), rtol=1e-4, atol=1e-5)
        (a * a * a + a).sum().backward()
        (b * b * b + b).sum().backward()
        same_gradients(mine, other, rtol=1e-3, atol=1e-4)
        np.testing.assert_allclose(x.grad, t.grad.numpy(), rtol=1e-3, atol=1e-4)
    state = {key: torch.from_numpy(np.array(v)) for key, v in mine.state_dict().items()}
    other.load_state_dict(state)
    assert a.dtype == np.float32 and x.grad.dtype == np.float32


@pytest.mark.parametrize("padding", [None, 1, -1])
def test_embedding(padding):
    mine = nn.Embedding(6, 3, generator=0, padding_idx=padding)
    other = torch.nn.Embedding(6, 3, padding_idx=padding)
    assert [not row.any() for row in mine.weight.data] == [not row.any() for row in other.weight]
    mine.load_state_dict(other.state_dict())
    places = np.array([[1, 1], [5, 0]])
    mine(places).sum().backward()
    other(torch.from_numpy(places)).sum().backward()
    same_gradients(mine, other)
    assert mine(tw.Tensor(places)).shape == (2, 2, 3) and "6, 3" in repr(mine)


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.embed = nn.Embedding(4, 2, generator=0)
        self.blocks = nn.ModuleList([nn.Linear(2, 2, generator=i) for i in range(2)])
        self.norm = nn.BatchNorm1d(2)
        self.scale = nn.Parameter([1.0])
        self.tied = self.embed.weight

    def forward(self, x):
        h = self.embed(x)
        for block in self.blocks:
            h = block(h)
        return self.norm(h) * self.scale


def test_names_modes_and_freezing():
    model = Model()
    names = [name for name, _ in model.named_parameters()]
    assert names == [
        "scale", "tied", "blocks.0.weight", "blocks.0.bias", "blocks.1.weight", "blocks.1.bias",
        "norm.weight", "norm.bias",
    ]  # fmt: skip
    assert {"embed.weight", "tied", "norm.running_mean"} <= set(model.state_dict())
    assert len(list(model.parameters())) == 8
    assert [name for name, _ in model.named_modules()][:4] == ["", "embed", "blocks", "blocks.0"]
    assert len(list(model.children())) == 3
    model.eval()
    assert not model.norm.training and not model.training
    model.train()
    assert all(module.training for module in model.modules())
    model(np.array([0, 1])).sum().backward()
    assert model.scale.grad is not None
    model.zero_grad()
    assert model.scale.grad is None
    model.blocks.requires_grad_(False)
    model(np.array([0, 1])).sum().backward()
    assert model.blocks[0].weight.grad is None and model.scale.grad is not None
    assert "(blocks): ModuleList(\n    (0): Linear(in_features=2" in repr(model)
    del model.scale
    assert "scale" not in model.state_dict() and len(model.blocks) == 2


def test_model_changes_its_number_type():
    mine, other = Model(), torch.nn.BatchNorm1d(2)
    mine(np.array([0, 1, 2])).sum().backward()
    for model in (mine.double(), other.double()):
        assert {str(p.dtype).split(".")[-1] for p in model.parameters()} == {"float64"}
    assert {p.grad.dtype for p in mine.parameters() if p.grad is not None} == {np.dtype(float)}
    assert [name for name, _ in mine.norm.named_buffers()] == [n for n, _ in other.named_buffers()]
    assert mine.norm.num_batches_tracked.dtype == np.int64 and len(list(mine.buffers())) == 3
    assert mine.to("cpu").float().embed.weight.dtype == np.float32
    with pytest.raises(ValueError, match="CPU only"):
        mine.to("cuda:0")


def test_states_are_saved_and_loaded(tmp_path):
    first, second = Model(), Model()
    first.embed.weight.data += 1
    tw.save(first.state_dict(), tmp_path / "model")
    second.load_state_dict(tw.load(tmp_path / "model"))
    for name, array in first.state_dict().items():
        np.testing.assert_array_equal(second.state_dict()[name], array)
    with pytest.raises(TypeError, match=r"use state_dict\(\)"):
        tw.save(first, tmp_path / "model")


def test_positions_become_rows_as_in_pytorch():
    at = np.array([[0, 2], [1, 1]])
    for classes in (-1, 4):
        rows = nn.functional.one_hot(at, classes)
        other = torch.nn.functional.one_hot(torch.tensor(at), classes)
        assert rows.dtype == np.int64 and rows.tolist() == other.tolist()
    with pytest.raises(IndexError):
        nn.functional.one_hot(at, 2)
    for arguments in ((0, 1, 5), (-2, 3, 1)):
        mine, other = tw.linspace(*arguments), torch.linspace(*arguments)
        np.testing.assert_array_equal(mine.data, other)


def test_batch_norm_keeps_running_averages():
    norm = nn.BatchNorm1d(3)
    norm(tw.randn(8, 3, generator=0))
    assert norm.num_batches_tracked.item() == 1 and norm.running_mean.data.any()
    before = norm.running_mean.data.copy()
    norm.eval()
    x = tw.randn(8, 3, generator=1, requires_grad=True)
    evaluated = norm(x)
    assert np.array_equal(norm.running_mean.data, before)
    scale = 1 / np.sqrt(norm.running_var.data + norm.eps)
    norm.train()(x.detach())  # updates the averages that the graph of `evaluated` used
    evaluated.sum().backward()
    np.testing.assert_allclose(x.grad, np.broadcast_to(scale, x.shape), rtol=1e-6)


def test_errors_of_modules():
    class Early(nn.Module):
        def __init__(self):
            self.x = nn.Parameter([1.0])

    with pytest.raises(AttributeError, match=r"cannot assign 'x' before Module.__init__\(\) call"):
        Early()
    with pytest.raises(KeyError, match=r"missing \['bias'\], unexpected \['bia'\]"):
        nn.Linear(1, 1).load_state_dict({"weight": np.ones((1, 1)), "bia": np.ones(1)})
    with pytest.raises(ValueError, match=r"size mismatch for weight: copying a param with shape"):
        nn.Linear(1, 2).load_state_dict({"weight": np.ones((1, 1)), "bias": np.ones(2)})
    nn.Linear(1, 1).load_state_dict({"weight": np.ones((1, 1))}, strict=False)
    with pytest.raises(ValueError, match=r"attention takes \(batch, time, d_model\), got shape"):
        nn.MultiHeadAttention(4, 2)(tw.zeros(3, 4))
    with pytest.raises(AttributeError, match="forward"):
        nn.Module()(1)


def test_seeds_make_the_same_weights():
    a, b, c = (nn.MLP([3, 4, 1], generator=seed) for seed in (0, 0, 1))
    assert np.array_equal(a[0].weight.data, b[0].weight.data)
    assert not np.array_equal(a[0].weight.data, c[0].weight.data)
    assert not np.array_equal(a[0].weight.data[:1], a[2].weight.data[:, :3])
    assert len(list(a)) == 3
