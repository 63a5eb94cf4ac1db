"""Callbacks of training loops, called as by their libraries (`bench.training_loops` has these)."""

import sys
from types import ModuleType, SimpleNamespace

import pytest
import torch
from torch import nn

from tapewalk.inspect.callbacks import for_lightning, for_transformers

X = torch.randn(8, 4, generator=torch.Generator().manual_seed(0))


@pytest.fixture
def libraries(monkeypatch):
    """Put modules with the base classes of the callbacks in the place of the libraries."""
    for name, base in (("transformers", "TrainerCallback"), ("lightning.pytorch", "Callback")):
        module = ModuleType(name)
        setattr(module, base, type(base, (), {}))
        monkeypatch.setitem(sys.modules, name, module)
    monkeypatch.setitem(sys.modules, "lightning", ModuleType("lightning"))


def two_layers():
    torch.manual_seed(0)
    model = nn.Sequential(nn.Linear(4, 4), nn.Tanh(), nn.Linear(4, 1))
    return model, [torch.optim.SGD(model[at].parameters(), 0.01) for at in (0, 2)]


def step(model, optimizer):
    optimizer.zero_grad()
    model(X).square().mean().backward()
    optimizer.step()


def test_trainer_of_transformers(libraries):
    model, (optimizer, _) = two_layers()
    logged = []
    callback = for_transformers(2, lambda scalars, at: logged.append((at, scalars)))
    callback.on_train_begin(None, None, None, model=model, optimizer=optimizer)
    for at in range(1, 5):
        step(model, optimizer)
        callback.on_step_end(None, SimpleNamespace(global_step=at), None, model=model)
    callback.on_train_end(None, None, None)
    step(model, optimizer)
    assert [at for at, _ in logged] == [1, 3] == callback.runs[0].steps
    assert logged[0][1]["tapewalk/gradient/0.weight"] == callback.runs[0].gradients["0.weight"][0]


def test_trainer_of_lightning_with_two_optimizers(libraries):
    model, optimizers = two_layers()
    logged = []
    logger = SimpleNamespace(log_metrics=lambda scalars, at: logged.append((at, scalars)))
    trainer = SimpleNamespace(optimizers=optimizers, loggers=[logger], global_step=0)
    callback = for_lightning(every=1)
    callback.on_train_start(trainer, model)
    for optimizer in optimizers:

        def closure(optimizer=optimizer):
            optimizer.zero_grad()
            loss = model(X).square().mean()
            loss.backward()
            return loss

        optimizer.step(closure)
    trainer.global_step = 2
    callback.on_train_batch_end(trainer, model, None, None, 0)
    callback.on_train_end(trainer, model)
    ((at, scalars),) = logged
    size = float(model[2].weight.grad.square().mean().sqrt())
    assert at == 2 and scalars["tapewalk/1/gradient/2.weight"] == pytest.approx(size)
    assert scalars["tapewalk/0/graph/older"] == callback.runs[0].graphs[-1].older
