"""Each operation of the chains makes the one node that it is named after."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest
import torch

from bench import node_memory
from tests.pages.sources import ROOT


@pytest.mark.parametrize("name", node_memory.OPERATIONS)
def test_an_operation_makes_one_node_of_its_name(name: str) -> None:
    leaf = torch.ones(1, 1, requires_grad=True)
    node = node_memory.OPERATIONS[name](leaf).grad_fn
    assert node is not None
    assert node.name() == f"{name}Backward0"
    below = [found for found, _ in node.next_functions if found is not None]
    assert [found.name() for found in below] == ["torch::autograd::AccumulateGrad"]


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_a_node_of_one_kind_weighs_hundreds_of_bytes() -> None:
    # In a process of its own: this one would fill memory that it has freed before.
    command = [sys.executable, "-m", "bench.node_memory", "--only", "T"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    assert 100 < float(done.stdout) < 2_000


def test_the_record_has_every_operation_and_its_stamp() -> None:
    record = json.loads(node_memory.RECORD.read_text(encoding="utf-8"))
    assert record["bytes"].keys() == node_memory.OPERATIONS.keys()
    assert record["nodes"] == node_memory.NODES
    assert record["versions"]["torch"]
    for name, size in record["bytes"].items():
        rounds = record["measured"][name]
        assert len(rounds) == node_memory.ROUNDS
        assert min(rounds) - 1 <= size <= max(rounds) + 1
        # The rounds agree: it is memory, not time.
        assert max(rounds) < 1.02 * min(rounds)
