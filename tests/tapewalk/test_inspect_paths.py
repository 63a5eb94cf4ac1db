"""Parameters and their paths: which have none and why, and how large their gradients are."""

import math

import pytest
import torch
from torch import nn
from torch.nn import functional

from tapewalk import inspect
from tapewalk import nn as ours
from tapewalk.tensor.tensor import Tensor
from tests.tapewalk.blocks import rows, small_block, squares


def missing(loss, model):
    return {p.name: (p.status, p.module) for p in inspect(loss, model).missing}


class Chain(nn.Module):
    """Layers a, middle and b; `between` is what forward does with the result of a."""

    def __init__(self, between=lambda x: x, middle=None):
        super().__init__()
        self.a, self.b = nn.Linear(3, 3), nn.Linear(3, 3)
        self.middle = nn.Identity() if middle is None else middle
        self.between = between

    def forward(self, x):
        return self.b(self.middle(self.between(self.a(x))))


class Detaching(nn.Module):
    def forward(self, x):
        return x.detach()


class Bare(nn.Linear):
    def forward(self, x):
        return functional.linear(x, self.weight.data, self.bias)


class Silent(nn.Module):
    def __init__(self):
        super().__init__()
        self.inner = nn.Linear(3, 3)

    def forward(self, x):
        with torch.no_grad():
            y = self.inner(x)
        return x + y


X = torch.ones(2, 3)
BOTH = ("a.weight", "a.bias")


def test_parameters_have_the_leaves_of_pytorch():
    block = small_block()
    loss = squares(block(rows()))
    report = inspect(loss, block)
    assert [p.name for p in report.parameters] == [name for name, _ in block.named_parameters()]
    for parameter in report.parameters:
        node = report.nodes[parameter.node]
        assert (node.op, node.label, node.shape) == (
            *("AccumulateGrad", parameter.name, parameter.shape),
        )


@pytest.mark.parametrize(
    ("model", "status", "module"),
    [
        (Chain(torch.detach), "after", ""),
        (Chain(middle=Detaching()), "cut", "middle"),
        (Chain(middle=nn.Sequential(nn.ReLU(), Detaching())), "cut", "middle.1"),
    ],
)
def test_where_a_path_is_cut(model, status, module):
    found = missing(lambda: model(X).sum(), model)
    assert found == dict.fromkeys(BOTH, (status, module))
    assert missing(model(X).sum(), model) == dict.fromkeys(BOTH, ("untold", None))
    model(X).sum().backward()  # PyTorch agrees
    assert {n for n, p in model.named_parameters() if p.grad is None} == set(BOTH)
    assert not any(m._forward_hooks or m._forward_pre_hooks for m in model.modules())


def test_status_of_cut_frozen_and_unused_parameters():
    model = Chain(middle=Bare(3, 3))
    assert missing(lambda: model(X).sum(), model) == {"middle.weight": ("inside", "middle")}
    model = Chain(middle=Silent())
    names = ("middle.inner.weight", "middle.inner.bias")
    found = dict.fromkeys(names, ("no_grad", "middle.inner"))
    assert missing(lambda: model(X).sum(), model) == found
    model = Chain()
    model.c = nn.Linear(3, 3)
    model.b.requires_grad_(False)
    assert missing(lambda: model(X).sum(), model) == {
        **dict.fromkeys(("b.weight", "b.bias"), ("frozen", None)),
        **dict.fromkeys(("c.weight", "c.bias"), ("unused", "c")),
    }
    found = missing(lambda: model(X).sum().detach() + model.a.bias.sum(), model)
    assert found["a.weight"] == ("outside", None)


def test_tied_weights_have_one_accumulate_grad():
    model = nn.Sequential(nn.Linear(3, 3), nn.Linear(3, 3))
    model[1].weight = model[0].weight
    report = inspect(model(X).sum(), model)
    assert [(p.name, p.also) for p in report.parameters if p.also] == [("0.weight", ("1.weight",))]
    assert report.types["AccumulateGrad"] == 3
    shared = nn.Linear(3, 3)
    report = inspect(nn.Sequential(shared, shared)(X).sum(), nn.Sequential(shared, shared))
    assert {p.also for p in report.parameters} == {("1.weight",), ("1.bias",)}


def test_leaves_without_a_name():
    x = torch.ones(2, 3, requires_grad=True)
    layer = nn.Linear(3, 3)
    report = inspect(layer(x).sum(), layer)
    assert [p.name for p in report.parameters] == ["weight", "bias", ""]
    assert "Leaves that are not parameters of the model: 1." in report.text("en")
    assert not inspect(layer(x).sum()).with_model


class OurChain(ours.Module):
    def __init__(self):
        super().__init__()
        self.a, self.b, self.c = (ours.Linear(3, 3, generator=0) for _ in range(3))

    def forward(self, x):
        return self.b(self.a(x).detach())


def test_status_of_parameters_in_our_engine():
    model = OurChain()
    model.b.bias.requires_grad_(False)
    x = Tensor([[1.0, 2.0, 3.0]])
    assert missing(lambda: model(x).sum(), model) == {
        **dict.fromkeys(("a.weight", "a.bias"), ("broken", None)),
        **dict.fromkeys(("c.weight", "c.bias"), ("unrecorded", None)),
        "b.bias": ("frozen", None),
    }


def marks(report):
    return {p.name: p.gradient.mark for p in report.marked}


def test_gradients_match_backward_and_keep_grad():
    block = small_block()
    x = rows()
    report = inspect(lambda: squares(block(x)), block, gradients=True)
    assert all(p.grad is None for p in block.parameters()) and report.gradients == "computed"
    loss = squares(block(x))
    assert inspect(loss, block).gradients is None
    loss.backward(retain_graph=True)
    left = inspect(loss, block)
    assert left.gradients == "grad" and not left.freed and left.marked == ()
    for (name, tensor), one, other in zip(
        block.named_parameters(), report.parameters, left.parameters, strict=True
    ):
        want = tensor.grad.double().square().mean().sqrt().item()
        assert one.name == name and math.isclose(one.gradient.rms, want, rel_tol=1e-4, abs_tol=1e-9)
        assert math.isclose(other.gradient.rms, want, rel_tol=1e-7)
        assert math.isclose(other.gradient.largest, tensor.grad.abs().max().item(), rel_tol=1e-6)


def test_gradients_are_marked():
    deep = nn.Sequential(*[m for _ in range(9) for m in (nn.Linear(8, 8), nn.Sigmoid())])
    with torch.random.fork_rng():
        torch.manual_seed(0)
        for layer in deep[::2]:
            layer.reset_parameters()
        batch = torch.randn(4, 8)
    found = marks(inspect(deep(batch).sum(), deep, gradients=True))
    assert found["0.weight"] == "vanishing" and "16.weight" not in found
    block = small_block()
    with torch.no_grad():
        block.fc2.weight.zero_()
    # They get gradients as soon as fc2 has moved.
    assert marks(inspect(squares(block(rows())), block, gradients=True)) == {}
    block.fc2.weight.requires_grad_(False)
    zero = marks(inspect(squares(block(rows())), block, gradients=True))
    names = {"fc1.weight", "fc1.bias", "ln2.weight", "ln2.bias"}
    assert zero == dict.fromkeys(names, "zero")
    linear = nn.Linear(8, 8)
    loss = linear(batch).sum()
    found = marks(inspect(loss * 1e6, linear, gradients=True))
    assert found == {"weight": "exploding"}
    found = marks(inspect(loss * math.inf - loss * math.inf, linear, gradients=True))
    assert found == dict.fromkeys(("weight", "bias"), "nan")


def test_gradients_need_one_number_and_a_graph():
    layer = nn.Linear(3, 3)
    with pytest.raises(RuntimeError, match=r"a loss that is one number, got shape \(2, 3\)"):
        inspect(layer(X), layer, gradients=True)
    loss = layer(X).square().sum()
    loss.backward()
    with pytest.raises(RuntimeError, match=r"backward\(\) has freed this one"):
        inspect(loss, layer, gradients=True)
