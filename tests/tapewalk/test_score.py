"""Scores against the memory in use: hooks on every saved tensor, and the ends of arrays."""

from __future__ import annotations

import re
import weakref
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from torch import nn
from torch.autograd.graph import saved_tensors_hooks
from torch.utils.checkpoint import checkpoint

import tapewalk
from tapewalk import Tensor, score, validate
from tapewalk.engine import backward
from tapewalk.engine.memory import owner
from tapewalk.graph.tensor_graph import TensorGraph
from tapewalk.trace import score_torch
from tapewalk.trace.score import held_bytes
from tapewalk.twins import MiniGPT, TransformerBlock
from tests.tapewalk.test_mini_gpt import text, twins


class Account:
    """Counts what PyTorch stores for backward, each piece of memory once, while it is stored.

    Everything that is packed is held by an object of ours, and PyTorch drops that when it drops
    the tensor.
    """

    def __init__(self, parameters):
        self.own = {p.untyped_storage().data_ptr() for p in parameters}
        self.holders, self.sizes = {}, {}
        self.most, self.is_back = 0, False

    def pack(self, tensor):
        account = self

        class Held:
            def __init__(self):
                self.tensor, storage = tensor, tensor.untyped_storage()
                if tensor.is_leaf and tensor.requires_grad and not account.is_back:
                    account.own.add(storage.data_ptr())
                self.key, self.at = storage.data_ptr(), torch.autograd._get_sequence_nr() - 1
                account.sizes[self.key] = storage.nbytes()
                account.holders.setdefault(self.key, []).append(id(self))
                account.most = max(account.most, account.held())

            def __del__(self):
                account.holders[self.key].remove(id(self))

        return Held()

    def held(self):
        """Return the bytes that are stored now, parameters and leaves aside."""
        live = (key for key, holders in self.holders.items() if holders and key not in self.own)
        return sum(self.sizes[key] for key in live)


def accounted(loss, model):
    """Return the bytes stored after forward and as each node runs, and the account."""
    account = Account(model.parameters())
    held, stack, handles = [], [], {}
    with saved_tensors_hooks(account.pack, lambda held: held.tensor):
        root = loss()
        at_end = account.held()
        account.most = at_end
        stack = [root.grad_fn]
        while stack:
            node = stack.pop()
            if node is not None and node not in handles:
                note = partial(lambda name, _: held.append((name, account.held())), _op(node))
                handles[node] = node.register_prehook(note)
                stack.extend(n for n, _ in node.next_functions)
        account.is_back = True
        root.backward()
    return at_end, held, account


def gpt(run=None, **settings):
    batch, time = settings.pop("batch", 1), settings.pop("time", 8)
    torch.manual_seed(0)
    model = MiniGPT(**settings)
    tokens, targets = map(torch.tensor, text(batch, time, settings.get("vocab", 512)))
    for block in model.blocks if run else ():
        block.forward = partial(run, block.forward)
    return model, lambda: model(tokens, targets)


def squared(model, *shape, pick=lambda out: out, cast=None):
    x = torch.randn(*shape)

    def loss():
        with torch.autocast("cpu", cast, enabled=cast is not None):
            return (pick(model(x)).float() ** 2).mean()

    return model, loss


def _op(node):
    name = node.name().rpartition("::")[2]
    return "leaf" if name == "AccumulateGrad" else re.sub(r"Backward\d*$", "", name)


class Cube(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        square = x * x
        ctx.save_for_backward(x, square)
        return square * x

    @staticmethod
    def backward(ctx, grad):
        x, square = ctx.saved_tensors
        return grad * (square + 2 * x * x)


class Calls(nn.Linear):
    """A linear layer whose rows go on through a function."""

    def __init__(self, function):
        super().__init__(6, 6)
        self.function = function

    def forward(self, x):
        return self.function(super().forward(x))


def pieces(x):
    first, *_, last = x.split(2, -1)
    one, other = first.exp().chunk(2, -1)
    return (one * other).sum() + last.sin()


class Tied(nn.Module):
    def __init__(self):
        super().__init__()
        self.table, self.head = nn.Embedding(9, 6), nn.Linear(6, 9, bias=False)
        self.head.weight = self.table.weight

    def forward(self, x):
        rows = self.table(x.abs().long() % 9)
        return self.head(rows.tanh())


def cnn():
    return nn.Sequential(
        *(nn.Conv2d(2, 4, 3), nn.BatchNorm2d(4), nn.ReLU(), nn.MaxPool2d(2)),
        *(nn.Flatten(), nn.Dropout(0.3), nn.Linear(36, 3), nn.LogSoftmax(-1)),
    )


GPTS = {
    "the lesson's": {},
    "fused": {"fused": True},
    "three texts": {"batch": 3},
    "three texts, fused": {"batch": 3, "fused": True},
    "five tokens": {"time": 5},
    "one token": {"time": 1},
    "one block": {"layers": 1},
    "four blocks": {"layers": 4, "d_model": 16, "d_ff": 24},
    "one head": {"heads": 1, "d_model": 12, "d_ff": 8, "vocab": 5},
    "twelve heads": {"heads": 12, "d_model": 12, "d_ff": 48, "vocab": 30, "batch": 2},
    "a longer text": {"time": 32, "context": 32},
}
PROGRAMS = {
    **{name: partial(gpt, **settings) for name, settings in GPTS.items()},
    "block of module 04": lambda: squared(TransformerBlock(24, 4), 2, 8, 24),
    "block with weights": lambda: squared(TransformerBlock(24, 4, need_weights=True), 2, 8, 24),
    "CNN": lambda: squared(cnn(), 2, 2, 8, 8),
    "LSTM": lambda: squared(nn.LSTM(4, 3, num_layers=2), 5, 2, 4, pick=lambda out: out[0]),
    "GRU": lambda: squared(nn.GRU(4, 3, bidirectional=True), 5, 2, 4, pick=lambda out: out[0]),
    "encoder layer": lambda: squared(nn.TransformerEncoderLayer(8, 2, 16), 5, 2, 8),
    "tied weights": lambda: squared(Tied(), 3, 4),
    "autocast": lambda: squared(TransformerBlock(24, 4), 2, 8, 24, cast=torch.bfloat16),
    "custom function": lambda: squared(Calls(Cube.apply), 3, 6),
    "vmap": lambda: squared(Calls(torch.vmap(lambda row: (row * row.exp()).sin())), 3, 6),
    "split and chunk": lambda: squared(Calls(pieces), 3, 6),
    "checkpoint": partial(gpt, partial(checkpoint, use_reentrant=False)),
    "checkpoint, reentrant": partial(gpt, partial(checkpoint, use_reentrant=True)),
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_bytes_and_lifetimes_equal_saved_tensor_hooks(name):
    model, loss = PROGRAMS[name]()
    step = score(loss, model)
    validate(step)
    torch.manual_seed(0)
    at_end, held, account = accounted(loss, model)
    ahead, again = len(step["forward"]), set(step["again"])
    assert held_bytes(step)[ahead - 1] == at_end
    # The hooks of a checkpoint hide its recomputed tensors from all others.
    hidden = name == "checkpoint"
    outer = {**step, "storages": [s for s in step["storages"] if s["from"] < ahead or not hidden]}
    then = held_bytes(outer)[ahead:]
    stored = [
        (step["nodes"][node]["op"], then[at])
        for at, node in enumerate(step["backward"])
        if at not in again
    ]
    if name == "checkpoint, reentrant":
        # The nodes that it makes in the backward pass have no hooks of the test.
        waiting = iter(stored)
        assert all(entry in waiting for entry in held)
    else:
        assert stored == held
    assert hidden or max(held_bytes(step)) == account.most


@pytest.mark.parametrize("kind", ["checkpoint", "checkpoint, reentrant"])
def test_checkpoint_stores_what_its_function_stores(kind):
    model, loss = PROGRAMS[kind]()
    step = score(loss, model)
    x = torch.randn(1, 8, 64, requires_grad=True)
    account = Account(model.parameters())
    with saved_tensors_hooks(account.pack, lambda held: held.tensor):
        result = type(model.blocks[0]).forward(model.blocks[0], x, torch.zeros(8, 8))
    again = [s for s in step["storages"] if s["from"] >= len(step["forward"]) and s["of"] is None]
    assert result.requires_grad
    assert sum(s["bytes"] for s in again) == 2 * account.held()


def lines_of(step):
    source, placed = step["source"], [node for node in step["nodes"] if node["place"]]
    return {(n["op"], source[n["place"][0]]["name"], n["place"][1]) for n in placed}


def test_moved_bytes_follow_shapes_and_dtypes():
    linear, mask = nn.Linear(4, 3, dtype=torch.float64), torch.ones(5, 3, dtype=torch.bool)
    x = torch.ones(2, 5, 4, dtype=torch.float64, requires_grad=True)
    step = score(
        lambda: linear(x.transpose(0, 1).transpose(0, 1)).masked_fill(mask, 0.0).sum(), linear
    )
    ops = [step["nodes"][node]["op"] for node in (*step["forward"], *step["backward"])]
    moved = dict(zip(ops, step["moved"], strict=True))
    rows, factors, bias, out = 8 * 40, 8 * 12, 8 * 3, 8 * 30
    forward = dict(zip(ops[: len(step["forward"])], step["moved"], strict=False))
    assert forward["Addmm"] == rows + factors + bias + out
    assert forward["MaskedFill"] == out + 15 + out
    assert forward["Sum"] == out + 8
    assert {forward[op] for op in ("Transpose", "View", "T")} == {0} == {moved["leaf"]}
    # The gradient of the result, both factors, and the gradients of all three operands.
    assert moved["Addmm"] == out + (rows + factors) + (rows + factors + bias)
    ours = tapewalk.nn.Linear(4, 3)
    array = Tensor(np.ones((5, 4), np.float32), requires_grad=True)
    step = score(lambda: (ours(array) * 2.0).sum(), ours)
    assert step["moved"][0] == 4 * (20 + 12 + 3 + 15)


@pytest.mark.parametrize("name", ["the lesson's", "checkpoint", "checkpoint, reentrant"])
def test_seconds_belong_to_moments_that_compute(name):
    model, loss = PROGRAMS[name]()
    step = score(loss, model, time=True)
    validate(step)
    moments = len(step["forward"]) + len(step["backward"])
    assert len(step["seconds"]) == len(step["moved"]) == moments
    ahead = len(step["forward"])
    for moment, node in enumerate((*step["forward"], *step["backward"])):
        is_product = step["nodes"][node]["op"] in ("Addmm", "Bmm", "NativeLayerNorm")
        # The last node of a checkpoint is not always run again.
        if is_product and moment - ahead not in step["again"]:
            assert step["seconds"][moment] > 0 and step["moved"][moment] > 0
    again = [step["seconds"][ahead + at] for at in step["again"]]
    assert sum(second > 0 for second in again) >= len(again) - 2 * len(model.blocks)
    assert "seconds" not in score(loss, model)


def test_recomputed_operations_keep_their_lines():
    plain, again = gpt(), PROGRAMS["checkpoint, reentrant"]()
    lines = [lines_of(score(loss, model)) for model, loss in (plain, again)]
    assert lines[0] == lines[1]


@pytest.mark.parametrize("settings", [{}, {"fused": True}, {"batch": 3, "time": 5}, "checkpoint"])
def test_lifetimes_in_tapewalk_equal_those_of_arrays(settings):
    held_again = settings == "checkpoint"
    settings = {} if held_again else dict(settings)
    batch, time = settings.pop("batch", 1), settings.pop("time", 8)
    model = twins(**settings)[0]
    tokens, targets = text(batch, time)
    for block in model.blocks if held_again else ():
        block.forward = tapewalk.checkpoint(block.forward)
    step = score(lambda: model(tokens.copy(), targets.copy()), model)
    validate(step)
    root = model(tokens.copy(), targets.copy())
    order = [n for n in TensorGraph(root).order if not isinstance(n, Tensor)]
    own = {id(owner(p._data)) for p in model.parameters()}
    live = {}

    def look(nodes):
        for node in nodes:
            arguments = node.segment.arguments if node.segment else ()
            for array in (*(node.saved or ()), *arguments):
                array = getattr(array, "_data", array)
                base = owner(array) if isinstance(array, np.ndarray) else None
                if base is not None and id(base) not in own and id(base) not in live:
                    size, key = base.nbytes, id(base)
                    live[key] = size
                    weakref.finalize(base, live.pop, key)

    look(order)
    held = []

    def observe(node, *_):
        look(order)  # a checkpoint has computed again
        held.append(sum(live.values()))

    backward.run([(root, root._start(None))], wanted=list(model.parameters()), observe=observe)
    ahead, again = len(step["forward"]), set(step["again"])
    assert any(s.get("beside") for s in step["storages"]) is held_again
    stored = held_bytes(step)[ahead:]
    at_nodes = [
        stored[at]
        for at, node in enumerate(step["backward"])
        if at not in again and step["nodes"][node]["op"] != "leaf"
    ]
    assert at_nodes == held


def test_score_records_lines_and_changes_nothing():
    model, loss = gpt(layers=1)
    model.head.bias.grad = kept = torch.ones(512)
    optimizer = torch.optim.Adam(model.parameters())
    step = score(loss, model, optimizer=optimizer)
    assert model.head.bias.grad is kept and model.head.weight.grad is None
    assert not model._forward_hooks
    lines = {tuple(node["place"]) for node in step["nodes"] if node["place"]}
    source = step["source"]
    at = {source[f]["lines"][line - source[f]["first"]].strip() for f, line in lines}
    assert "x = x + self.attention(self.ln1(x), mask)" in at
    assert "y = (scores + mask).softmax(-1) @ v" in at
    (softmax,) = [node for node in step["nodes"] if node["op"] == "Softmax"]
    assert softmax["group"] == "blocks 0 / attention"
    sizes = {step["nodes"][g["node"]]["label"]: g["bytes"] for g in step["gradients"]}
    assert sizes == {name: p.nbytes for name, p in model.named_parameters()}
    assert step["parameters"] == sum(sizes.values()) and step["optimizer"] == 0
    optimizer.step()
    state = score(loss, model, optimizer=optimizer, source=False)
    # Adam remembers two means of the one that had a gradient, and its number of steps.
    assert state["optimizer"] == 2 * 4 * 512 + 4
    assert state["source"] == [] and {node["place"] for node in state["nodes"]} == {None}


def test_score_of_tapewalk_and_invalid_steps():
    model, tokens = twins()[0], text()
    before = [p.grad for p in model.parameters()]
    step = score(lambda: model(*tokens), model)
    assert [p.grad for p in model.parameters()] == before
    assert sum(g["bytes"] for g in step["gradients"]) == step["parameters"] == 666_624
    assert {f["name"] for f in step["source"]} == {
        "MiniGPT.forward",
        "Block.forward",
        "FeedForward.forward",
    }
    # Code from a file has its path; typed code has an empty one.
    assert {Path(f["file"]).suffix for f in step["source"]} == {".py"}
    typed: dict[str, Any] = {"x": torch.ones(3, requires_grad=True), "score": score}
    exec(compile("step = score(lambda: (x * x).sum())", "/tmp/ipykernel_1/2.py", "exec"), typed)
    assert {f["file"] for f in typed["step"]["source"]} == {""}
    x = torch.ones(3, requires_grad=True)
    assert score(lambda: (x * x).sum())["engine"] == "torch"  # the result decides, without a model
    for wrong, error in (
        (x.sum(), "needs a function"),
        (lambda: None, "returned None"),
        (lambda: x * 2, "scalar outputs"),
        (lambda: torch.ones(()), "does not require grad"),
    ):
        with pytest.raises((TypeError, RuntimeError), match=error):
            score(wrong)
    assert x.grad is None
    step["storages"][0]["until"] = 10_000
    with pytest.raises(ValueError, match=r"not a score: at storages\[0\], it should be held"):
        validate(step)


def summed(way):
    """Return a mini-GPT whose blocks write their first sum as `way` does."""

    def forward(block, x, mask):
        a = block.attention(block.ln1(x), mask)
        x = way(x, a)
        return x + block.feed_forward(block.ln2(x))

    model, loss = gpt(lambda run, x, mask: forward(run.__self__, x, mask))
    return model, loss


WAYS = {
    "x + a": lambda x, a: x + a,
    "a.add_(x)": lambda x, a: a.add_(x),
    "x.add_(a)": lambda x, a: x.add_(a),
    "x.data.add_(a)": lambda x, a: (x.data.add_(a), x)[1],
}


@pytest.mark.parametrize("name", WAYS)
def test_score_records_writes_and_failures(name):
    model, loss = summed(WAYS[name])
    error = None
    try:
        loss().backward()
    except RuntimeError as raised:
        error = str(raised)
    step = score(loss, model, norms=True)
    validate(step)
    writes = step.get("writes", [])
    assert len(writes) == (0 if name == "x + a" else 2)
    assert all(write["shape"] == [1, 8, 64] and write["version"] == 1 for write in writes)
    assert any("counted" in write for write in writes) is (name == "x.data.add_(a)")
    assert ("failed" in step) is (error is not None) is (name == "x.add_(a)")
    if error is None:
        assert held_bytes(step)[-1] in (0, 64)  # the tokens, until the tables have run
        at_end, _, account = accounted(loss, model)
        if name != "x.data.add_(a)":  # there the account keeps the detached part alive
            assert held_bytes(step)[len(step["forward"]) - 1] == at_end
        return
    failed = step["failed"]
    node = step["nodes"][failed["node"]]
    saved = node["saved"][failed["saved"]]
    assert step["backward"][-1] == failed["node"] and node["op"] == "NativeLayerNorm"
    assert f"is at version {failed['found']}; expected version {saved['version']} instead" in error
    assert step["nodes"][writes[1]["node"]]["op"] == "Add"
    assert writes[1]["storage"] == saved["storage"]
    assert failed["left"] == len(step["nodes"]) - len(step["backward"])
    last = len(step["forward"]) + len(step["backward"]) - 1
    others = [n for n in step["nodes"] if n["saved"] and step["nodes"].index(n) < failed["node"]]
    stored = [step["storages"][s["storage"]] for n in others for s in n["saved"]]
    assert stored and all(storage["until"] == last for storage in stored)


def of_a_custom_function(x):
    cube = Cube.apply(x)
    cube.grad_fn.saved_tensors[1].add_(1)
    return cube


def of_an_index(x):
    index = torch.tensor([0, 1])
    rows = x[index]
    index.add_(0)
    return rows


@pytest.mark.parametrize(
    ("program", "name"),
    [(of_a_custom_function, "saved_tensors[1]"), (of_an_index, "indices[0]")],
)
def test_score_finds_overwritten_tensors_of_all_nodes(program, name):
    x = torch.ones(3, requires_grad=True)
    step = score(lambda: program(x).sum())
    validate(step)
    node = step["nodes"][step["failed"]["node"]]
    assert node["saved"][step["failed"]["saved"]]["name"] == name
    with pytest.raises(RuntimeError, match=f"is at version {step['failed']['found']}; expected"):
        program(x).sum().backward()


def test_norms_equal_the_gradients_of_both_engines():
    ours, theirs = twins()
    tokens, targets = text()
    rows = [torch.tensor(a) for a in (tokens, targets)]
    steps = [
        score(lambda: ours(tokens, targets), ours, norms=True),
        score(lambda: theirs(*rows), theirs, norms=True),
    ]
    theirs(*rows).backward()
    gradients = {name: float(p.grad.norm()) for name, p in theirs.named_parameters()}
    for step in steps:
        validate(step)
        found = {
            step["nodes"][node]["label"]: norm
            for node, norm in zip(step["backward"], step["norms"], strict=True)
            if step["nodes"][node]["op"] == "leaf"
        }
        assert found == pytest.approx(gradients, rel=1e-4, abs=1e-7)
        assert step["norms"][0] == 1.0
    saving, loss = PROGRAMS["checkpoint"]()
    step = score(loss, saving, norms=True)
    assert [at for at, norm in enumerate(step["norms"]) if norm is None] == step["again"]


def test_allocator_of_a_gpu_is_read_separately(monkeypatch):
    """Read a list in place of the allocator, because the tests have no GPU."""
    weight = torch.ones(2, requires_grad=True)
    weight.grad = kept = torch.zeros(2)
    stored, asked = iter([100, 700]), []
    for name, answer in {
        "synchronize": lambda *_: asked.append("synchronize"),
        "reset_peak_memory_stats": lambda *_: asked.append("reset"),
        "memory_allocated": lambda *_: asked.append("allocated") or next(stored),
        "max_memory_allocated": lambda *_: asked.append("peak") or 900,
    }.items():
        monkeypatch.setattr(torch.cuda, name, answer)

    class OnACard:
        device, grad = torch.device("cuda:0"), None

    class Model:
        def parameters(self):
            yield OnACard()
            yield weight

    found = score_torch._allocated(lambda: (weight * weight).sum(), Model())
    assert found == {"before": 100, "forward": 700, "peak": 900}
    assert asked == ["synchronize", "reset", "allocated", "allocated", "synchronize", "peak"]
    assert weight.grad is kept
    model, loss = gpt(layers=1)
    assert "allocator" not in score(loss, model)
