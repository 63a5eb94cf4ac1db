"""`trace` recognises the engine of a graph by itself."""

import pytest
import torch

from tapewalk import Tensor, Value, nn, trace


def test_engine_follows_the_root():
    assert trace(Value(2.0) * 3)["engine"] == "value"
    assert trace((Tensor([1.0, 2.0], requires_grad=True) ** 2).sum())["engine"] == "tensor"
    assert trace((torch.ones(2, requires_grad=True) ** 2).sum())["engine"] == "torch"


def test_engine_of_a_function_follows_the_model():
    ours, theirs = nn.Linear(2, 1), torch.nn.Linear(2, 1)
    walk = trace(lambda: ours(Tensor([[1.0, 2.0]])).sum(), model=ours)
    assert walk["engine"] == "tensor"
    assert {"weight", "bias"} <= {node["label"] for node in walk["nodes"]}
    assert trace(lambda: theirs(torch.ones(1, 2)).sum(), model=theirs)["engine"] == "torch"


def test_function_without_a_tensor_is_refused():
    with pytest.raises(TypeError, match="returned 3.0 of type float, not a Tensor"):
        trace(lambda: 3.0)
