"""Inspecting leaves no trace: training goes on to the same bits, compiled parts stay compiled."""

import copy
import random
import subprocess
import sys

import numpy as np
import pytest
import torch
from torch import nn
from torch.utils.checkpoint import checkpoint

import tapewalk as tw
from tapewalk import inspect

X = torch.randn(8, 4)


def torch_net():
    torch.manual_seed(0)
    net = nn.Sequential(
        nn.Linear(4, 6), nn.BatchNorm1d(6), nn.Dropout(0.5), nn.Linear(6, 1), nn.Flatten()
    )
    return net, torch.optim.SGD(net.parameters(), 0.1, momentum=0.9), X


def our_net():
    tw.manual_seed(0)
    nn_ = tw.nn
    net = nn_.Sequential(nn_.Linear(4, 6), nn_.BatchNorm1d(6), nn_.Dropout(0.5), nn_.Linear(6, 1))
    return net, tw.optim.SGD(net.parameters(), 0.1, momentum=0.9), tw.Tensor(X.numpy())


def bits(model):
    return {name: repr(value.tolist()) for name, value in model.state_dict().items()}


@pytest.mark.parametrize("make", [torch_net, our_net])
@pytest.mark.parametrize("settings", [{}, {"gradients": True}, {"gradients": True, "trace": True}])
def test_ten_steps_of_training_end_in_the_same_bits(make, settings):
    def trained(looks):
        model, optimizer, x = make()
        for generator in (random.seed, np.random.seed, torch.manual_seed, tw.manual_seed):
            generator(1)
        for _ in range(10):
            noise = float(np.random.rand()) + random.random()
            optimizer.zero_grad()
            (model(x) * noise).mean().backward()
            if looks:
                model.eval()
                inspect(lambda: model(x).mean(), model, **settings)
                assert not model.training
                model.train()
                inspect(lambda: (np.random.rand() + random.random()) * model(x).mean(), model)
                inspect(lambda: backward_inside(model, x), model)
            optimizer.step()
        return bits(model)

    def backward_inside(model, x):
        model(x).sum().backward()
        model.train(False)
        return model(x).mean()

    assert trained(True) == trained(False)


def test_a_graph_from_before_can_still_be_walked():
    model, _, x = torch_net()
    model.eval()
    loss = model(x).sum()
    inspect(lambda: model.train()(x).sum(), model)
    expected = copy.deepcopy(model)
    expected.zero_grad()
    loss.backward()
    expected(x).sum().backward()
    for own, other in zip(model.parameters(), expected.parameters(), strict=True):
        assert torch.equal(own.grad, other.grad)


COMPILED = """
import sys, torch
from torch._dynamo.utils import counters
from torch import nn
from tapewalk import inspect

ran, eager = sys.argv[1:] == ["ran"], sys.argv[1:] == ["eager"]
layers = [(nn.Linear(4, 4), nn.BatchNorm1d(4), nn.Tanh()) for _ in range(10)]
model = nn.Sequential(*[nn.Sequential(*three) for three in layers])
compiled = torch.compile(model, backend="aot_eager")
x = torch.randn(2, 4)
if ran or eager:
    compiled(x).sum().backward()
report = inspect(lambda: compiled(x).sum(), compiled, eager=eager)
for _ in range(3):
    compiled(x).sum().backward()
assert counters["stats"]["unique_graphs"] == 1, counters["stats"]
assert (report.types["CompiledFunction"], report.types["Tanh"]) == ((1, 0) if ran else (0, 10))
assert ("Compiled: 1." in str(report)) == ran
"""


@pytest.mark.parametrize("when", ["ran", "new", "eager"])
def test_what_is_compiled_stays_as_it_was(when):
    if not hasattr(torch.compiler, "set_stance"):
        pytest.xfail("PyTorch has no stances before 2.6")
    command = [sys.executable, "-W", "ignore", "-c", COMPILED, when]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-2000:]


def test_what_used_to_stop_it():
    layer, x = nn.Linear(4, 8), X.clone().requires_grad_()

    def penalty():
        (slope,) = torch.autograd.grad(layer(x).tanh().sum(), x, create_graph=True)
        return (slope.norm() - 1) ** 2

    assert all(p.gradient for p in inspect(penalty, layer, gradients=True).parameters if p.name)
    table = nn.Embedding(5, 3, sparse=True)
    (told,) = inspect(lambda: table(torch.tensor([1, 1])).sum(), table, gradients=True).parameters
    assert told.gradient.largest == 2 and told.gradient.zeros == 0.8

    class Phase(nn.Module):
        def __init__(self):
            super().__init__()
            self.turn = nn.Parameter(torch.tensor([3 + 4j]))

        def forward(self):
            return (self.turn.conj() * self.turn).real.sum()

    phase = Phase()
    (told,) = inspect(phase).parameters
    assert told.gradient.largest == pytest.approx(10) and told.gradient.weight_rms == 5

    def reentrant():
        return checkpoint(layer, x, use_reentrant=True).sum()

    statuses = {p.status for p in inspect(reentrant, layer, gradients=True).parameters if p.name}
    assert statuses == {"checkpoint"}


def test_nodes_with_a_cpp_name_have_categories():
    layer = nn.Linear(4, 8)

    def written():
        rows = layer.weight * 1
        rows[0] = layer.bias[:4]
        wide = torch.zeros(8, 4, dtype=torch.float64)
        return wide.copy_(rows).sum()

    named = {node.op: node.category for node in inspect(written, layer).nodes}
    assert named["CopySlices"] == "layout_copy" and named["CopyBackwards"] == "dtype_copy"
