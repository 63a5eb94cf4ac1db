"""Reports on layers that ship with PyTorch, in all their modes; its own graph is the oracle."""

from __future__ import annotations

from collections import Counter

import pytest
import torch
from torch import nn

from tapewalk import inspect
from tests.tapewalk.blocks import squares


def names_behind(loss):
    """Return how often each node name is in the graph of a loss, by `next_functions` alone."""
    seen, waiting = set(), [loss.grad_fn]
    while waiting:
        node = waiting.pop()
        if node is not None and node not in seen:
            seen.add(node)
            waiting += [into for into, _ in node.next_functions]
    return Counter(type(node).__name__ for node in seen)


def checked_report(make_loss, model):
    """Return the report after checking its nodes and parameters against PyTorch's."""
    loss = make_loss()
    report = inspect(make_loss, model)
    assert Counter(node.name for node in report.nodes) == names_behind(loss)
    assert "unknown" not in report.categories
    loss.backward()
    assert {p.name for p in report.missing} == {
        name for name, p in model.named_parameters() if p.grad is None
    }
    return report


MODES = [
    pytest.param({}, {}, id="self"),
    pytest.param({}, {"attn_mask": torch.zeros(5, 7)}, id="float mask"),
    pytest.param({}, {"attn_mask": torch.eye(5, 7, dtype=torch.bool)}, id="bool mask"),
    pytest.param({}, {"key_padding_mask": torch.eye(2, 7, dtype=torch.bool)}, id="padding"),
    pytest.param({"kdim": 6, "vdim": 10}, {}, id="k and v of other widths"),
    pytest.param({"add_bias_kv": True}, {}, id="a bias for k and v"),
    pytest.param({"add_zero_attn": True}, {}, id="a row of zeros"),
    pytest.param({"bias": False}, {}, id="no biases"),
    pytest.param({"batch_first": False}, {}, id="length first"),
]


@pytest.mark.parametrize("need_weights", [False, True])
@pytest.mark.parametrize(("settings", "given"), MODES)
def test_attention_in_all_its_modes(settings, given, need_weights):
    torch.manual_seed(0)
    settings = {"batch_first": True, **settings}
    model = nn.MultiheadAttention(8, 2, **settings)
    q = torch.randn(2, 5, 8)
    k = torch.randn(2, 7, settings.get("kdim", 8))
    v = torch.randn(2, 7, settings.get("vdim", 8))
    if not settings["batch_first"]:
        q, k, v = (rows.transpose(0, 1).contiguous() for rows in (q, k, v))
    report = checked_report(
        lambda: squares(model(q, k, v, need_weights=need_weights, **given)[0]), model
    )
    (core,) = report.attention
    assert core.fused is not need_weights
    assert core.reason == ("need_weights" if need_weights else None)


@pytest.mark.parametrize("averaged", [False, True])
def test_loss_on_attention_weights(averaged):
    model = nn.MultiheadAttention(8, 2, batch_first=True)
    x = torch.randn(2, 5, 8)
    report = checked_report(
        lambda: squares(model(x, x, x, average_attn_weights=averaged)[1]), model
    )
    # The result after the weights was computed, but this loss does not depend on it.
    assert {p.name for p in report.missing} == {"out_proj.weight", "out_proj.bias"}


@pytest.mark.parametrize("make", [nn.LSTM, nn.GRU, nn.RNN])
@pytest.mark.parametrize("settings", [{}, {"bidirectional": True}, {"num_layers": 2}], ids=str)
def test_recurrent_layers(make, settings):
    model = make(4, 3, batch_first=True, **settings)
    report = checked_report(lambda: squares(model(torch.randn(2, 5, 4))[0]), model)
    assert report.missing == ()


@pytest.mark.filterwarnings("ignore:LSTM with projections")  # slower, and no matter here
def test_lstm_with_projections():
    model = nn.LSTM(4, 6, proj_size=3)
    report = checked_report(lambda: squares(model(torch.randn(5, 2, 4))[0]), model)
    assert len(report.parameters) == 5 and report.missing == ()


def test_checkpointed_layer_under_autocast():
    from torch.utils.checkpoint import checkpoint

    model = nn.TransformerEncoderLayer(8, 2, 16, 0.0, batch_first=True)
    x = torch.randn(2, 5, 8)

    def loss():
        with torch.autocast("cpu", torch.bfloat16):
            return squares(checkpoint(model, x, use_reentrant=False))

    report = checked_report(loss, model)
    assert report.missing == () and report.categories["dtype_copy"] > 0
