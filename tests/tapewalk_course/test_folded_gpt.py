"""The folded GPT gives the model's own gradients, and its cuts the numbers that they must."""

from __future__ import annotations

import math

import pytest

torch = pytest.importorskip("torch")

from tapewalk_course.folded_gpt import all_shares, cut_runs, parts_of  # noqa: E402
from tapewalk_course.letter_gpt import example, twin  # noqa: E402


def test_shares_add_up_to_the_gradient() -> None:
    gpt = twin(500)
    tokens, targets = map(torch.tensor, example())
    shares = all_shares(parts_of(gpt, tokens, targets))["shares"]
    rows = gpt.position_embedding(torch.arange(8))
    gpt.position_embedding.register_forward_hook(lambda *_: rows)
    rows.retain_grad()
    gpt(tokens, targets).backward()
    size = math.sqrt(sum(map(sum, shares["emb"]["gram"])))
    assert size == pytest.approx(rows.grad.norm().item(), rel=1e-4)
    assert len(shares["emb"]["paths"]) == 8


def test_cuts_leave_what_their_place_allows() -> None:
    tokens, targets = map(torch.tensor, example())
    runs = cut_runs(twin(500), tokens, targets)["runs"]
    assert runs["b0-* detach"]["counts"] == [20, 0, 18]
    assert runs["b0-* frozen"]["counts"] == [22, 0, 16]
    assert runs["b0-add1 detach"]["counts"] == [21, 17, 0]
    assert "does not require grad" in runs["head-loss detach"]["error"]
    assert "no attribute 'backward'" in runs["loss-end item"]["error"]
