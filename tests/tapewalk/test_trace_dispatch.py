"""`trace` finds out by itself whose graph it reads."""

import pytest
import torch

from tapewalk import Tensor, Value, nn, trace


def test_each_engine_is_told_by_its_root():
    assert trace(Value(2.0) * 3)["engine"] == "value"
    assert trace((Tensor([1.0, 2.0], requires_grad=True) ** 2).sum())["engine"] == "tensor"
    assert trace((torch.ones(2, requires_grad=True) ** 2).sum())["engine"] == "torch"


def test_a_function_with_a_model_is_told_by_the_model():
    ours, theirs = nn.Linear(2, 1), torch.nn.Linear(2, 1)
    walk = trace(lambda: ours(Tensor([[1.0, 2.0]])).sum(), model=ours)
    assert walk["engine"] == "tensor"
    assert {"weight", "bias"} <= {node["label"] for node in walk["nodes"]}
    assert trace(lambda: theirs(torch.ones(1, 2)).sum(), model=theirs)["engine"] == "torch"


def test_a_function_that_returns_something_else_is_refused():
    with pytest.raises(TypeError, match="returned 3.0 of type float, not a Tensor"):
        trace(lambda: 3.0)
