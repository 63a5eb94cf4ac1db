"""FSDP2: parameters are DTensors, shared out over the processes of a group, here one."""

from __future__ import annotations

import copy

import pytest
import torch
import torch.distributed as dist
from torch import nn
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.fsdp import fully_shard

from tapewalk import inspect


@pytest.fixture
def mesh(tmp_path):
    dist.init_process_group("gloo", init_method=f"file://{tmp_path}/group", rank=0, world_size=1)
    yield init_device_mesh("cpu", (1,))
    dist.destroy_process_group()


def test_sharded_model_saves_what_the_whole_one_saves(mesh):
    whole = nn.Sequential(nn.Linear(8, 8), nn.ReLU(), nn.Linear(8, 4))
    sharded = copy.deepcopy(whole)
    for part in (sharded[0], sharded):
        fully_shard(part, mesh=mesh)
    rows = torch.randn(3, 8)
    assert inspect(sharded, rows).saved == inspect(whole, rows).saved
