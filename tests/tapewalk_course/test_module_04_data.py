"""The families that module 04 shows are what their programs compute."""

from __future__ import annotations

from typing import Any

import pytest
import torch

from tapewalk_course import blocks, stacks


@pytest.mark.parametrize("skip", [False, True])
@pytest.mark.parametrize("norm", stacks.NORMS)
def test_stack_file_has_the_computed_sizes(skip: bool, norm: str) -> None:
    torch.set_num_threads(1)
    kind = stacks.NORMS.index(norm) + len(stacks.NORMS) * skip
    filed: dict[str, Any] = stacks.read()["stacks"][kind][stacks.GAINS.index(1)]
    depth = stacks.DEPTHS.index(8)
    model = stacks.stack(skip, norm, 8, 1)
    found = torch.tensor(stacks.gradients(model)).log10() * 100
    torch.testing.assert_close(found, torch.tensor(filed["gradients"][depth]) * 1.0, rtol=0, atol=1)
    cosines = [1000 * stacks.alike(rows) for rows in stacks.rows_through(model)]
    assert cosines == pytest.approx(filed["cosine"][depth], abs=1)


def test_shares_of_all_paths_are_the_whole() -> None:
    for norm in stacks.NORMS:
        assert sum(stacks.shares(stacks.stack(True, norm, 4, 1))) == pytest.approx(1)


@pytest.mark.parametrize(
    "switch, count",
    [("", 58), ("weights", 60), ("dropout", 75), ("mask", 58), ("bfloat16", 59), ("one", 56)],
)
def test_block_has_the_counted_nodes(switch: str, count: int) -> None:
    on = dict.fromkeys(blocks.SWITCHES, False) | {"batch_first": True}
    nodes = blocks.program(on | ({switch: True} if switch else {}))
    assert sum(map(len, nodes)) == count
