"""Saved values in the walk, and the ledger over them, against the tensors that PyTorch packs."""

import numpy as np
import pytest
import torch

from tapewalk import Tensor, inspect, score, walk
from tapewalk.graph import saved_bytes
from tests.tapewalk.test_mini_gpt import text, twins


def packed(program):
    """Return the result of a program of PyTorch's, and every tensor that its nodes saved."""
    tensors = []

    def pack(tensor):
        tensors.append(tensor)
        return tensor

    with torch.autograd.graph.saved_tensors_hooks(pack, lambda tensor: tensor):
        result = program()
    return result, tensors


def their_loss(time=8, **sizes):
    model = twins(context=64, **sizes)[1]
    tokens, targets = text(time=time)
    return model, lambda: model(torch.tensor(tokens), torch.tensor(targets))


def test_ledger_of_the_pytorch_mini_gpt():
    model, loss = their_loss()
    nodes = list(walk(loss(), model))
    saved = [s for n in nodes for s in n.saved]
    assert tuple(saved_bytes(nodes)) == (88_580, 526_848, 115_204)
    assert len({s.storage for s in saved if s.of is None}) == 39
    assert len({s.storage for s in saved if s.of is not None}) == 23
    names = {name for name, _ in model.named_parameters()}
    never = {n for n in names if n.endswith("bias") and "ln" not in n} | {
        "token_embedding.weight",
        "position_embedding.weight",
    }
    assert {s.of for s in saved} - {None} == names - never


@pytest.mark.parametrize("fused", [False, True])
def test_saved_tensors_equal_those_pytorch_packs(fused):
    model, loss = their_loss(fused=fused)
    _, tensors = packed(loss)
    saved = [s for n in walk(loss(), model) for s in n.saved]
    assert len(tensors) == 69 or fused
    assert sorted(s.shape for s in saved) == sorted(tuple(t.shape) for t in tensors)
    assert sum(s.bytes for s in saved) == sum(t.nbytes for t in tensors)


def test_tensors_in_a_list_and_of_frozen_parameters():
    x = torch.ones(4, requires_grad=True)
    (node, _) = walk(x[torch.tensor([0, 1, 1])])
    assert [(s.name, s.shape, s.bytes) for s in node.saved] == [("indices[0]", (3,), 24)]
    model = torch.nn.Linear(3, 2)
    model.weight.requires_grad_(False)
    node = next(iter(walk(model(torch.ones(1, 3, requires_grad=True)), model)))
    assert [s.of for s in node.saved] == ["weight"]


class TwoResults(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, y):
        product = x * y
        ctx.save_for_backward(x, product, None)
        ctx.variable = "not a leaf"
        return product, x + y

    @staticmethod
    def backward(ctx, by_product, by_sum):
        x, product, _ = ctx.saved_tensors
        return by_product * product / x + by_sum, by_product * x + by_sum


def test_custom_functions_of_pytorch():
    x = torch.tensor([1.0, 2.0], requires_grad=True)
    product, total = TwoResults.apply(x, x.exp())
    loss = (product * total).sum()
    node = next(n for n in walk(loss) if n.name == "TwoResultsBackward")
    assert (node.op, node.shape, node.is_leaf) == ("TwoResults", (2,), False)
    assert [s.name for s in node.saved] == ["saved_tensors[0]", "saved_tensors[1]"]
    assert [s.of for s in node.saved] == ["leaf", None]
    loss.backward()
    with pytest.raises(RuntimeError, match="has freed its saved arrays"):
        list(walk(loss))


def test_saved_view_keeps_its_whole_memory():
    for of in (Tensor, torch.tensor):
        x = of(np.ones((4, 5)), requires_grad=True)
        (mul,) = [n for n in walk((x[0] * x[1]).sum()) if n.op == "Mul"]
        listed = [(s.bytes, s.storage_bytes, s.storage, s.of) for s in mul.saved]
        assert listed == [(40, 160, 0, "leaf")] * 2


def test_overwritten_saved_tensor_is_refused():
    x = torch.ones(2, requires_grad=True)
    y = x.exp()
    loss = y.sum()
    y.add_(1)
    with pytest.raises(RuntimeError, match=r"^ExpBackward0 can't show .* inplace operation"):
        list(walk(loss))


def test_saved_bytes_of_meta_and_sparse_tensors():
    x = torch.ones(3, 2, device="meta", requires_grad=True)
    assert saved_bytes(walk(x.exp().exp().sum())) == (48, 0, 48)
    sparse = torch.eye(3).to_sparse()
    weight = torch.ones(3, 2, requires_grad=True)
    node = next(iter(walk(torch.sparse.mm(sparse, weight))))
    assert {s.bytes for s in node.saved} <= {36, 24} and node.saved


class _Hooked(torch.nn.Module):
    """Two layers whose saved tensors of a batch are packed by hooks."""

    def __init__(self, pack, unpack):
        super().__init__()
        self.first, self.second = torch.nn.Linear(4, 4), torch.nn.Linear(4, 4)
        self._hooks = pack, unpack

    def forward(self, x):
        with torch.autograd.graph.saved_tensors_hooks(*self._hooks):
            return self.second(self.first(x).tanh())


def test_what_hooks_pack_is_what_is_held():
    x = torch.ones(8, 4)
    model = _Hooked(
        lambda t: (t.half(),) if t.shape == x.shape else t,
        lambda kept: kept[0].float() if isinstance(kept, tuple) else kept,
    )
    plain = _Hooked(lambda t: t, lambda t: t)
    held, full = (inspect(one, x, loss_fn=torch.sum).saved for one in (model, plain))
    assert (held.activations, held.parameters) == (full.activations // 2 + 64, full.parameters)


def test_what_is_moved_to_the_processor_is_not_held_on_the_device():
    # "meta" stands for a graphics card, and these hooks for `save_on_cpu`.
    model = _Hooked(
        lambda t: (t.device, torch.empty(t.shape)),
        lambda kept: torch.empty(kept[1].shape, device=kept[0]),
    )
    model, x = model.to("meta"), torch.empty(8, 4, device="meta")
    assert inspect(model, x, loss_fn=torch.sum).saved.activations == 0
    assert score(lambda: model(x).sum(), model=model)["storages"] == []
