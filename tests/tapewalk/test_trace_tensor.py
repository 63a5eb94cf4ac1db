"""Traces of tensor graphs and of PyTorch's: schema, numbers, groups, no side effects."""

import json

import numpy as np
import pytest
import torch

from tapewalk import Tensor, nn, trace, validate
from tapewalk.graph.groups import group_name
from tapewalk.trace.parts import summary


class Block(nn.Module):
    def __init__(self):
        super().__init__()
        self.norm = nn.LayerNorm(4)
        self.attention = nn.MultiHeadAttention(4, 2, generator=0)

    def forward(self, x):
        return x + self.attention(self.norm(x))


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.embed = nn.Embedding(7, 4, generator=1)
        self.blocks = nn.ModuleList([Block(), Block()])
        self.head = nn.Linear(4, 7, generator=2)

    def forward(self, tokens):
        h = self.embed(tokens)
        for block in self.blocks:
            h = block(h)
        return self.head(h)


TOKENS = np.array([[1, 2, 3]])


def loss_of(model):
    return lambda: nn.functional.cross_entropy(model(TOKENS).reshape(3, 7), np.array([2, 3, 4]))


def test_trace_of_a_model_equals_backward():
    model = Model()
    walk = trace(loss_of(model), model=model)
    validate(walk)
    json.dumps(walk, allow_nan=False)
    assert all(p.grad is None for p in model.parameters())
    loss_of(model)().backward()
    by_label = {node["label"]: node["id"] for node in walk["nodes"] if node["label"]}
    for name, parameter in model.named_parameters():
        entry = walk["grads"][str(by_label[name])]
        assert entry["shape"] == list(parameter.shape)
        assert entry["norm"] == pytest.approx(float(np.linalg.norm(parameter.grad)), rel=1e-5)
        if parameter.size <= 64:
            np.testing.assert_allclose(entry["values"], parameter.grad.reshape(-1), atol=1e-7)
    assert len(by_label) == len(list(model.named_parameters()))
    assert (walk["nodes"][-1]["op"], walk["engine"]) == ("CrossEntropy", "tensor")
    assert walk["nodes"][-1]["value"] == pytest.approx(loss_of(model)().item())


def test_events_run_newest_first_and_totals_add_up():
    walk = trace(loss_of(Model()))
    order = [event["node"] for event in walk["backward"]]
    assert order == sorted(walk["forward"], reverse=True)
    arrived = {walk["nodes"][-1]["id"]: 1.0}
    for event in walk["backward"]:
        grad = event["grad"]
        if event["node"] in arrived:
            assert arrived.pop(event["node"]) == grad
        for sent in event["sends"]:
            arrived[walk["edges"][sent["edge"]]["from"]] = sent["total"]
    assert {str(node): total for node, total in arrived.items()} == walk["grads"]


def test_groups_follow_the_modules():
    model = Model()
    walk = trace(loss_of(model), model=model)
    groups = {(node["op"], node["group"]) for node in walk["nodes"]}
    assert ("LayerNorm", "blocks 0 / norm") in groups
    assert ("Linear", "blocks 1 / attention / q") in groups
    assert ("Softmax", "blocks 0 / attention") in groups
    assert ("Add", "blocks 1") in groups and ("Embedding", "embed") in groups
    assert ("leaf", "blocks 0 / attention / q") in groups and ("CrossEntropy", None) in groups
    alone = {node["group"] for node in trace(loss_of(model))["nodes"]}
    assert "Model 0 / attention / q" in alone
    assert group_name("") is None and group_name("a.1.2.b") == "a 1 2 / b"


def test_tensor_alone_has_shapes_but_no_results():
    x = Tensor([[1.0, 2.0]], requires_grad=True)
    loss = (x.exp() * 3).sum()
    walk = trace(loss, labels={"x": x})
    validate(walk)
    exp, mul, total = walk["nodes"][1:]
    assert exp["shape"] == [1, 2] and exp["value"] is None and "summary" not in exp
    assert exp["saved"] == [
        {"name": None, "shape": [1, 2], "dtype": "float32", "bytes": 8, "of": None, "storage": 0}
    ]
    assert mul["constants"] == [] and total["shape"] == []
    loss.backward()
    with pytest.raises(RuntimeError, match="a second time"):
        trace(loss)


def test_recorded_trace_has_results_and_constants():
    x = Tensor([[1.0, 2.0]], requires_grad=True)

    def program():
        y = x.exp() * 3
        z = y.sum()
        y.detach().zero_()  # the trace has a copy
        return z

    walk = trace(program, labels={"x": x})
    assert walk["nodes"][0]["label"] == "x"
    assert walk["nodes"][2]["constants"] == [{"slot": 1, "value": 3.0}]
    np.testing.assert_allclose(walk["nodes"][2]["summary"]["values"], 3 * np.exp([1.0, 2.0]), 1e-6)


def storages_of(walk, op):
    return [s["storage"] for n in walk["nodes"] if n["op"] == op for s in n["saved"]]


def test_saved_arrays_with_shared_memory_share_a_storage():
    w = Tensor(np.ones((3, 3)), requires_grad=True)
    y = w.exp()
    z = y.T @ y  # a result saved again, and a view of it
    walk = trace((z * z).sum(), labels={"w": w})
    validate(walk)
    (exp,) = storages_of(walk, "Exp")
    assert storages_of(walk, "MatMul") == [exp, exp]
    first, second = storages_of(walk, "Mul")
    assert first == second != exp
    assert walk["storages"] == [{"bytes": 72, "of": None}, {"bytes": 72, "of": None}]


def test_unlisted_storage_is_invalid():
    walk = trace(Tensor([1.0, 2.0], requires_grad=True).exp().sum())
    walk["nodes"][1]["saved"][0]["storage"] = 1
    with pytest.raises(ValueError, match="1 is not one of the 1 storages"):
        validate(walk)


def test_single_leaf_and_tensor_without_history():
    walk = trace(Tensor(2.0, requires_grad=True))
    validate(walk)
    assert (walk["forward"], walk["backward"], walk["grads"]) == ([], [], {"0": 1.0})
    with pytest.raises(RuntimeError, match="element 0 of tensors does not require grad"):
        trace(Tensor(2.0))


def test_summaries():
    assert summary(np.zeros((0, 2)), 64) == {"shape": [0, 2], "values": []}
    entry = summary(np.array([[1.0, -np.inf]]), 64)
    assert entry["min"] == "-Infinity" and entry["values"] == [1.0, "-Infinity"]
    assert "values" not in summary(np.zeros(65), 64)
    assert len(summary(np.zeros(64), 64)["values"]) == 64
    walk = trace(Tensor([1.0, 2.0], requires_grad=True).exp().sum(), values=1)
    assert "values" not in walk["grads"]["0"] and "norm" in walk["grads"]["0"]


def test_deep_graphs_can_be_traced():
    x = Tensor([1.0], requires_grad=True)
    y = x
    for _ in range(3000):
        y = y * 1.0
    assert len(trace(y)["nodes"]) == 3001


def torch_model():
    torch.manual_seed(0)
    return torch.nn.Sequential(
        torch.nn.Linear(2, 3), torch.nn.Tanh(), torch.nn.Sequential(torch.nn.Linear(3, 1))
    )


def test_trace_of_a_pytorch_model_equals_backward():
    model, x = torch_model(), torch.ones(5, 2)
    walk = trace(lambda: (model(x) ** 2).mean(), model=model)
    validate(walk)
    assert walk["engine"] == "torch"
    assert all(p.grad is None for p in model.parameters())
    loss = (model(x) ** 2).mean()
    loss.backward()
    labels = {node["label"]: node["id"] for node in walk["nodes"] if node["label"]}
    assert set(labels) == {name for name, _ in model.named_parameters()}
    for name, p in model.named_parameters():
        entry = walk["grads"][str(labels[name])]
        np.testing.assert_allclose(entry["values"], p.grad.numpy().reshape(-1), rtol=1e-5)
    ops = {(node["op"], node["group"]) for node in walk["nodes"]}
    assert {("AddmmBackward0", "0"), ("TanhBackward0", "1"), ("AddmmBackward0", "2 0")} <= ops
    assert ("MeanBackward0", None) in ops and ("leaf", "2 0") in ops
    saved = {s["name"]: s["of"] for node in walk["nodes"] for s in node["saved"]}
    assert saved["mat2"] == "2.0.weight" and saved["result"] is None
    assert walk["nodes"][-1]["value"] == pytest.approx(loss.item())
    order = [event["node"] for event in walk["backward"]]
    assert order == sorted(walk["forward"], reverse=True)


def test_pytorch_traces_of_tensors_and_their_errors():
    x = torch.ones(2, requires_grad=True)
    loss = (x * x).sum()
    walk = trace(loss, labels={"x": x})
    validate(walk)
    assert [node["op"] for node in walk["nodes"]] == ["leaf", "MulBackward0", "SumBackward0"]
    assert walk["grads"]["0"]["values"] == [2.0, 2.0]
    loss.backward()
    with pytest.raises(RuntimeError, match=r"a second time|freed"):
        trace(loss)
    with pytest.raises(RuntimeError, match="there is no graph to trace"):
        trace(torch.ones(1))


def test_pytorch_half_precision_can_be_traced():
    x = torch.ones(2, dtype=torch.bfloat16, requires_grad=True)
    validate(trace((x * 2).sum()))


@pytest.mark.parametrize("of", [Tensor, torch.tensor], ids=["tapewalk", "torch"])
def test_label_names_a_result_with_its_entries(of):
    x = of([[1.0, 2.0]], requires_grad=True)
    y = x * 2
    loss = (y * y).sum()
    walk = trace(loss, labels={"x": x, "y": y, "loss": loss})
    validate(walk)
    assert [node["label"] for node in walk["nodes"]] == ["x", "y", None, "loss"]
    assert walk["nodes"][1]["summary"]["values"] == [2.0, 4.0]
    assert walk["nodes"][3]["value"] == 20.0
    with pytest.raises(ValueError, match=r"'z' names a tensor of shape \(2,\)"):
        trace(loss, labels={"z": of([1.0, 1.0])})


def test_function_without_a_tensor_is_refused():
    with pytest.raises(TypeError, match="returned 3.0 of type float, not a Tensor"):
        trace(lambda: 3.0)
