"""Inspecting leaves no trace: training goes on to the same bits, compiled parts stay compiled."""

import copy
import random
import subprocess
import sys

import numpy as np
import pytest
import torch
from torch import nn
from torch._subclasses.fake_tensor import FakeTensorMode
from torch.utils.checkpoint import checkpoint

import tapewalk as tw
from tapewalk import inspect
from tapewalk.trace.score import held_bytes

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


def test_inspect_hooks_each_module_once():
    hooks = []

    class Counts(nn.Linear):
        def forward(self, x):
            hooks.append((len(self._forward_pre_hooks), len(self._forward_hooks)))
            first = torch.autograd._get_sequence_nr()
            y = super().forward(x)
            assert torch.autograd._get_sequence_nr() == first + 2  # t and addmm
            return y

    inspect(nn.Sequential(Counts(4, 4), nn.ReLU(), Counts(4, 1)), X, findings=True)
    assert hooks == [(1, 1)] * 2


@pytest.mark.parametrize("make", [torch_net, our_net])
@pytest.mark.parametrize("settings", [{}, {"gradients": True}])
def test_inspected_training_ends_in_the_same_bits(make, settings):
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


def test_inspect_keeps_earlier_graphs_usable():
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
from torch._subclasses.fake_tensor import FakeTensorMode
from tapewalk import inspect

ran, eager = sys.argv[1:] == ["ran"], sys.argv[1:] == ["eager"]
layers = [(nn.Linear(4, 4), nn.BatchNorm1d(4), nn.Tanh()) for _ in range(10)]
model = nn.Sequential(*[nn.Sequential(*three) for three in layers])
compiled = torch.compile(model, backend="aot_eager")
x = torch.randn(2, 4)
if ran or eager:
    compiled(x).sum().backward()
report = inspect(compiled, x, loss_fn=torch.sum, eager=eager)
for _ in range(3):
    compiled(x).sum().backward()
assert counters["stats"]["unique_graphs"] == 1, counters["stats"]
assert (report.types["CompiledFunction"], report.types["Tanh"]) == ((1, 0) if ran else (0, 10))
assert ("Compiled: 1." in str(report)) == ran
model.zero_grad()
compiled(x).sum().backward()
for found, exact in zip(report.parameters, model.parameters()):
    assert abs(found.gradient.largest - exact.grad.abs().max()) < 1e-5
"""


@pytest.mark.by_turns(9)
@pytest.mark.parametrize("when", ["ran", "new", "eager"])
def test_compiled_model_is_not_compiled_again(when):
    command = [sys.executable, "-W", "ignore", "-c", COMPILED, when]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-2000:]


def test_penalties_sparse_and_complex_parameters_are_inspected():
    layer, x = nn.Linear(4, 8), X.clone().requires_grad_()

    def penalty():
        (slope,) = torch.autograd.grad(layer(x).tanh().sum(), x, create_graph=True)
        return (slope.norm() - 1) ** 2

    assert all(p.gradient for p in inspect(penalty, layer, gradients=True).parameters if p.name)
    table = nn.Embedding(5, 3, sparse=True)
    (found,) = inspect(lambda: table(torch.tensor([1, 1])).sum(), table, gradients=True).parameters
    assert found.gradient.largest == 2 and found.gradient.zeros == 0.8

    class Phase(nn.Module):
        def __init__(self):
            super().__init__()
            self.turn = nn.Parameter(torch.tensor([3 + 4j]))

        def forward(self):
            return (self.turn.conj() * self.turn).real.sum()

    phase = Phase()
    (found,) = inspect(phase).parameters
    assert found.gradient.largest == pytest.approx(10) and found.gradient.weight_rms == 5

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


class Checkpointed(nn.Module):
    """A model whose middle part is computed again in the backward pass."""

    def __init__(self, reentrant):
        super().__init__()
        self.first, self.reentrant = nn.Linear(4, 4), reentrant
        self.middle = nn.Sequential(nn.Linear(4, 4), nn.BatchNorm1d(4), nn.Tanh())

    def forward(self, x):
        for _ in range(2):
            x = checkpoint(self.middle, self.first(x), use_reentrant=self.reentrant)
        return (x * x).sum()


@pytest.mark.parametrize("reentrant", [True, False])
def test_checkpoint_gradients_are_those_of_backward(reentrant):
    torch.manual_seed(0)
    model = Checkpointed(reentrant)
    before = copy.deepcopy(model.state_dict())
    report = inspect(model, X)
    assert all(torch.equal(value, before[name]) for name, value in model.state_dict().items())
    assert all(parameter.grad is None for parameter in model.parameters())
    model(X).backward()
    for found in report.parameters:
        if found.gradient is not None:
            exact = model.get_parameter(found.name).grad
            assert found.gradient.largest == pytest.approx(float(exact.abs().max()), rel=1e-6)
    assert report.parameters[0].gradient is not None


def test_checkpoint_is_computed_again_once_per_reading():
    model, calls = Checkpointed(reentrant=False), []
    model.middle[0].register_forward_hook(lambda *_: calls.append(1))
    inspect(model, X)
    # Two checkpoints: forward, their saved tensors, their gradients.
    assert len(calls) == 6


@pytest.mark.parametrize("reentrant", [True, False])
def test_report_with_a_score_has_its_bytes(reentrant):
    x = X.clone().requires_grad_()
    report = inspect(Checkpointed(reentrant), x, score=True)
    stored = held_bytes(report.score)[len(report.score["forward"]) - 1]
    assert report.saved.activations == stored
    layer = nn.Sequential(nn.Linear(4, 4), nn.Tanh(), nn.Linear(4, 1))
    measured, read = inspect(layer, x, score=True), inspect(layer, x)
    assert (measured.saved, measured.groups) == (read.saved, read.groups)


def test_custom_function_may_take_what_is_no_tensor():
    class Scaled(torch.autograd.Function):
        @staticmethod
        def forward(ctx, factor, x, name):
            ctx.factor = factor
            return x * factor

        @staticmethod
        def backward(ctx, grad):
            return None, grad * ctx.factor, None

    layer = nn.Linear(4, 1)
    report = inspect(lambda: Scaled.apply(3.0, layer(X), "y").sum(), layer, gradients=True)
    sizes = {p.name: p.gradient.largest for p in report.parameters}
    assert sizes["bias"] == 3.0 * len(X)


def test_model_may_call_vmap():
    layer = nn.Linear(4, 4)
    report = inspect(lambda: torch.func.vmap(lambda row: layer(row).relu())(X).sum(), layer)
    assert report.value is not None


@pytest.mark.parametrize("device", ["meta", "fake"])
def test_tensors_without_values_are_inspected(device):
    with FakeTensorMode() if device == "fake" else torch.device("meta"):
        model, x = nn.Sequential(nn.Linear(4, 4), nn.ReLU(), nn.Linear(4, 4)), torch.ones(8, 4)
        report = inspect(model, x)
    assert (report.value, report.gradients, len(report.parameters)) == (None, None, 4)
    real = inspect(nn.Sequential(nn.Linear(4, 4), nn.ReLU(), nn.Linear(4, 4)), torch.ones(8, 4))
    assert report.saved == real.saved


def test_leaf_that_is_data_counts_as_activation():
    layer, x = nn.Linear(4, 4), X.clone().requires_grad_()
    saved = inspect(lambda: layer(x).tanh().sum(), layer).saved
    assert saved.parameters == layer.weight.nbytes
    assert saved.activations == x.nbytes + x.nbytes
