"""FSDP2: parameters are DTensors, shared out over the processes of a group, here one."""

from __future__ import annotations

import copy

import pytest
import torch
import torch.distributed as dist
from torch import nn
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.fsdp import fully_shard

from tapewalk import inspect, score


@pytest.fixture
def models(tmp_path):
    """Yield a model and the same one sharded, in a group of one process."""
    dist.init_process_group("gloo", init_method=f"file://{tmp_path}/group", rank=0, world_size=1)
    torch.manual_seed(0)
    whole = nn.Sequential(nn.Linear(8, 8), nn.ReLU(), nn.Linear(8, 8), nn.ReLU(), nn.Linear(8, 4))
    sharded = copy.deepcopy(whole)
    for part in (sharded[0], sharded[2], sharded):
        fully_shard(part, mesh=init_device_mesh("cpu", (1,)))
    yield whole, sharded
    dist.destroy_process_group()


def trainer(model):
    return torch.optim.Adam(model.parameters())


def test_report_is_that_of_the_whole_model(models):
    whole, sharded = models
    rows, optimizer = torch.randn(32, 8), trainer(sharded)
    before = [parameter.to_local().clone() for parameter in sharded.parameters()]
    plain = inspect(whole, rows, optimizer=trainer(whole))
    own = inspect(sharded, rows, optimizer=optimizer)
    assert own.findings == () and own.saved == plain.saved
    assert [p.gradient for p in own.parameters] == [p.gradient for p in plain.parameters]
    kept = [parameter.to_local() for parameter in sharded.parameters()]
    assert all(map(torch.equal, before, kept))
    sharded(rows).square().mean().backward()
    optimizer.step()


def test_faults_of_a_sharded_model_are_found(models):
    _, sharded = models
    rows = torch.randn(32, 8)
    without = torch.optim.Adam(sharded[:4].parameters())
    (lacks,) = inspect(sharded, rows, optimizer=without).findings
    assert lacks.kind == "not_in_optimizer" and "4.weight" in lacks.facts["names"]
    sharded[3].forward = torch.Tensor.detach
    (cut,) = inspect(sharded, rows, optimizer=trainer(sharded)).findings
    assert cut.kind == "detached" and "0.weight" in cut.facts["names"]


def test_score_names_parameters_and_leaves_their_gradients(models):
    whole, sharded = models
    rows = torch.randn(32, 8)
    step = score(lambda: sharded(rows).square().mean(), sharded)
    plain = score(lambda: whole(rows).square().mean(), whole)
    pieces = [[(one["bytes"], one["of"]) for one in each["storages"]] for each in (step, plain)]
    assert pieces[0] == pieces[1]
    assert all(parameter.grad is None for parameter in sharded.parameters())


def test_watched_gradients_are_those_of_the_whole_model(models):
    rows, runs = torch.randn(32, 8), []
    for model in models:
        optimizer = trainer(model)
        with inspect.watch(model, optimizer, every=1) as run:
            for _ in range(3):
                optimizer.zero_grad()
                model(rows).square().mean().backward()
                optimizer.step()
        runs.append(run)
    for name, sizes in runs[0].gradients.items():
        assert runs[1].gradients[name] == pytest.approx(sizes)
    assert runs[1].turns == ()
