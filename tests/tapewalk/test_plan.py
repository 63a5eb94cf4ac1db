"""Plans against the memory in use: a count of live storages while the changed model trains."""

from __future__ import annotations

import copy
import weakref
from contextlib import nullcontext
from functools import partial

import pytest
import torch
from torch import nn
from torch.autograd.graph import saved_tensors_hooks
from torch.utils._python_dispatch import TorchDispatchMode
from torch.utils._pytree import tree_leaves

import tapewalk
from tapewalk import plan, score
from tapewalk.figures.alone import draws
from tapewalk.trace.score import held_bytes


class Live(TorchDispatchMode):
    """Counts the bytes of all storages that exist, each once, and the most of them."""

    def __init__(self, *tensors):
        super().__init__()
        self.now = self.most = 0
        self.alive = {}
        self.add(tensors)

    def add(self, tensors):
        for tensor in tensors:
            storage = tensor.untyped_storage()
            if (key := storage._cdata) not in self.alive:
                gone = partial(self.gone, key, storage.nbytes())
                self.alive[key] = weakref.ref(storage, gone)
                self.now += storage.nbytes()
                self.most = max(self.most, self.now)

    def gone(self, key, size, _):
        del self.alive[key]
        self.now -= size

    def __torch_dispatch__(self, function, types, args=(), kwargs=None):
        result = function(*args, **(kwargs or {}))
        self.add(part for part in tree_leaves(result) if isinstance(part, torch.Tensor))
        return result


def measured(model, x, optimizer=None, around=None):
    """Return the most bytes in use while a model trains, from its second step on."""
    known = [*model.parameters(), *model.buffers(), x]
    if optimizer is not None:
        loss_of(model(x)).backward()
        optimizer.step()
        optimizer.zero_grad()
        known += [part for part in tree_leaves(dict(optimizer.state)) if hasattr(part, "nbytes")]
    with Live(*known) as live:
        with around or nullcontext():
            loss = loss_of(model(x))
        loss.backward()
        if optimizer is not None:
            optimizer.step()
    model.zero_grad()
    return live.most


def loss_of(scores):
    scores = scores.flatten(0, -2)
    targets = torch.zeros(len(scores), dtype=torch.long, device=scores.device)
    return nn.functional.cross_entropy(scores, targets)


class Attention(nn.Module):
    def __init__(self, width, heads, causal):
        super().__init__()
        self.heads, self.causal, self.fused = heads, causal, False
        self.qkv, self.out = nn.Linear(width, 3 * width), nn.Linear(width, width)

    def forward(self, x):
        b, t, d = x.shape
        parts = self.qkv(x).split(d, -1)
        q, k, v = (part.view(b, t, self.heads, -1).transpose(1, 2) for part in parts)
        if self.fused:
            y = nn.functional.scaled_dot_product_attention(q, k, v, is_causal=self.causal)
        else:
            scores = q @ k.transpose(-2, -1) / (d // self.heads) ** 0.5
            if self.causal:
                later = torch.ones(t, t, dtype=torch.bool, device=x.device).triu(1)
                scores = scores.masked_fill(later, float("-inf"))
            y = scores.softmax(-1) @ v
        return self.out(y.transpose(1, 2).reshape(b, t, d))


class Block(nn.Module):
    def __init__(self, width, heads=4, causal=True):
        super().__init__()
        self.norms = nn.ModuleList(nn.LayerNorm(width) for _ in range(2))
        self.attention = Attention(width, heads, causal)
        wide = nn.Linear(width, 4 * width), nn.GELU(), nn.Linear(4 * width, width)
        self.forward_net = nn.Sequential(*wide)

    def forward(self, x):
        x = x + self.attention(self.norms[0](x))
        return x + self.forward_net(self.norms[1](x))


class Residual(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.first, self.second = nn.Linear(width, 2 * width), nn.Linear(2 * width, width)

    def forward(self, x):
        return x + self.second(torch.tanh(self.first(x)))


class Convolutions(nn.Module):
    def __init__(self, before, width, stride=1):
        super().__init__()
        self.first = nn.Conv2d(before, width, 3, stride, 1, bias=False)
        self.second = nn.Conv2d(width, width, 3, 1, 1, bias=False)
        self.norms = nn.ModuleList(nn.BatchNorm2d(width) for _ in range(2))
        self.relu = nn.ReLU(inplace=True)
        self.skip = nn.Conv2d(before, width, 1, stride) if stride > 1 else nn.Identity()

    def forward(self, x):
        y = self.relu(self.norms[0](self.first(x)))
        return self.relu(self.norms[1](self.second(y)) + self.skip(x))


class Recurrent(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.lstm, self.out = nn.LSTM(width, width, batch_first=True), nn.Linear(width, width)

    def forward(self, x):
        return x + self.out(self.lstm(x)[0])


class Patches(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.patch = nn.Conv2d(3, width, 4, 4)
        self.first = nn.Parameter(torch.zeros(1, 1, width))

    def forward(self, x):
        x = self.patch(x).flatten(2).transpose(1, 2)
        return torch.cat((self.first.expand(len(x), -1, -1), x), 1)


class Stack(nn.Module):
    """A start, equal blocks, and a linear layer; an image is averaged before it."""

    def __init__(self, start, blocks, width, outputs):
        super().__init__()
        self.start, self.blocks = start, nn.ModuleList(blocks)
        self.head = nn.Linear(width, outputs)

    def forward(self, x):
        x = self.start(x)
        for block in self.blocks:
            x = block(x)
        return self.head(x.mean((2, 3)) if x.ndim == 4 else x)


def gpt(width, layers, batch, length, words=60):
    blocks = (Block(width) for _ in range(layers))
    model = Stack(nn.Embedding(words, width), blocks, width, words)
    return model, torch.randint(words, (batch, length))


def encoder(width, layers, batch, length, words=60):
    layer = partial(nn.TransformerEncoderLayer, width, 4, 2 * width, 0.0, batch_first=True)
    model = Stack(nn.Embedding(words, width), (layer() for _ in range(layers)), width, words)
    return model, torch.randint(words, (batch, length))


def mlp(width, layers, batch):
    blocks = (Residual(width) for _ in range(layers))
    return Stack(nn.Linear(20, width), blocks, width, 10), torch.randn(batch, 20)


def resnet(width, layers, batch, side):
    same = (Convolutions(2 * width, 2 * width) for _ in range(layers - 1))
    blocks = (Convolutions(width, 2 * width, 2), *same)
    model = Stack(nn.Conv2d(3, width, 3, 1, 1), blocks, 2 * width, 10)
    return model, torch.randn(batch, 3, side, side)


def vit(width, layers, batch, side):
    blocks = (Block(width, causal=False) for _ in range(layers))
    return Stack(Patches(width), blocks, width, 10), torch.randn(batch, 3, side, side)


def lstm(width, layers, batch, length, words=60):
    blocks = (Recurrent(width) for _ in range(layers))
    model = Stack(nn.Embedding(words, width), blocks, width, words)
    return model, torch.randint(words, (batch, length))


SIZES = {
    gpt: [(32, 3, 4, 48), (64, 2, 2, 32), (32, 6, 2, 64), (48, 4, 8, 16), (64, 3, 1, 128)],
    encoder: [(32, 3, 4, 48), (64, 2, 2, 32), (32, 6, 2, 64), (48, 4, 8, 16), (64, 3, 1, 128)],
    mlp: [(64, 3, 256), (32, 6, 512), (128, 2, 64), (64, 8, 512), (16, 4, 1024)],
    resnet: [(8, 3, 8, 16), (16, 2, 4, 16), (8, 5, 4, 24), (4, 4, 16, 16), (12, 3, 2, 32)],
    vit: [(32, 3, 8, 32), (64, 2, 4, 24), (32, 6, 4, 32), (48, 4, 2, 40), (64, 3, 16, 16)],
    lstm: [(32, 3, 8, 32), (64, 2, 4, 16), (32, 5, 4, 48), (48, 3, 16, 16), (64, 3, 2, 70)],
}
STEPS = [
    pytest.param(make, sizes, id=f"{make.__name__}-{at}", marks=[pytest.mark.full] * (at > 0))
    for make, all_sizes in SIZES.items()
    for at, sizes in enumerate(all_sizes)
]


def changed(model, proposals):
    """Return a model with some proposals, as their code says, and what its forward runs in."""
    model, around = copy.deepcopy(model), None
    for one in proposals:
        if one.kind == "checkpoint":
            exec(one.code, {"model": model})
        elif one.kind == "attention":
            for block in model.blocks:
                block.attention.fused = True
        elif one.kind == "autocast":
            around = torch.autocast("cpu", torch.bfloat16)
        elif one.kind == "offload":
            around = saved_tensors_hooks(away, back)
    return model, around


def away(tensor):
    return tensor.detach().numpy().copy(), tensor.dtype


def back(stored):
    array, dtype = stored
    tensor = torch.empty(array.shape, dtype=dtype)
    tensor.numpy()[...] = array
    return tensor


@pytest.mark.parametrize(("make", "sizes"), STEPS)
def test_peaks_are_those_of_the_changed_model(make, sizes):
    model, x = make(*sizes)

    def peak(proposals):
        own, around = changed(model, proposals)
        fused = any(one.kind == "fused_step" for one in proposals)
        return measured(own, x, torch.optim.Adam(own.parameters(), fused=fused), around)

    optimizer = torch.optim.Adam(model.parameters())
    base = 4 * sum(parameter.nbytes for parameter in model.parameters())
    result = plan(model, x, loss_fn=loss_of, optimizer=optimizer, budget=int(1.1 * base))
    assert result.peak == pytest.approx(peak([]), rel=0.03)
    saved = max(held_bytes(score(lambda: loss_of(model(x)), model)))
    # The workspace of a long LSTM is extrapolated.
    assert result.saved == pytest.approx(saved, rel=0.01 if make is lstm else 0)
    found = {one.kind for one in result.proposals}
    assert found & {"autocast", "fused_step"}
    assert ("attention" in found) == (make in (gpt, vit))
    for one in result.proposals:
        assert one.alone == pytest.approx(peak([one]), rel=0.03), one.kind
    together = [one for one in result.proposals if one.peak is not None]
    assert result.planned == together[-1].peak == pytest.approx(peak(together), rel=0.03)


@pytest.mark.parametrize(("make", "sizes"), [(gpt, (32, 3, 4, 48)), (resnet, (8, 3, 8, 16))])
def test_meta_model_is_planned_for_a_card(make, sizes):
    model, x = make(*sizes)
    large = copy.deepcopy(model).to("meta")
    result = plan(large, x.to("meta"), loss_fn=loss_of, budget="1 GB")
    found = {one.kind: one for one in result.proposals}
    assert result.peak == pytest.approx(measured(model, x), rel=0.03)
    own, around = changed(model, [found["offload"]])
    assert found["offload"].alone == pytest.approx(measured(own, x, None, around), rel=0.03)
    assert found["offload"].bus > result.saved


def test_the_cheapest_changes_come_first_and_no_more_than_needed():
    model, x = gpt(16, 3, 4, 48)
    ample = plan(model, x, loss_fn=loss_of, budget="1 GB")
    assert ample.fits and all(one.peak is None for one in ample.proposals)
    attention, _, checkpoint = ample.proposals
    assert (attention.work, checkpoint.count) == (0, 3)
    assert 0 < checkpoint.work < 1 / 3

    one = plan(model, x, loss_fn=loss_of, budget=attention.alone)
    assert [change.peak for change in one.proposals] == [attention.alone, None, None]
    never = plan(model, x, loss_fn=loss_of, budget=int(ample.parts["parameter"] * 2.1))
    assert not never.fits and never.planned == never.proposals[-1].peak
    middle = (never.planned + never.proposals[-2].peak) // 2
    some = plan(model, x, loss_fn=loss_of, budget=middle)
    assert some.fits and some.proposals[-1].count < 3


def test_planning_changes_nothing():
    model, x = resnet(4, 2, 2, 16)
    before, seed = copy.deepcopy(model.state_dict()), torch.get_rng_state()
    optimizer = torch.optim.AdamW(model.parameters())
    plan(model, x, loss_fn=loss_of, optimizer=optimizer)
    assert all(torch.equal(value, before[name]) for name, value in model.state_dict().items())
    assert all(parameter.grad is None for parameter in model.parameters())
    assert torch.equal(seed, torch.get_rng_state()) and not optimizer.state


def test_plan_is_shown_in_both_languages():
    model, x = gpt(32, 3, 4, 48)
    result = plan(model, x, loss_fn=loss_of, budget="1 MB")
    for lang, word in (("en", "backward pass"), ("es", "pasada hacia atrás")):
        assert word in result.text(lang) and word in result.html(lang)
        assert "for block in model.blocks" in result.text(lang)
    shown = result._repr_mimebundle_()
    assert str(result) == result.text() == shown["text/plain"]
    assert "iframe" in shown["text/html"] if draws() else shown["text/html"] == result.html()


def test_mountain_of_each_choice_has_the_peaks_of_the_plan():
    model, x = gpt(32, 3, 4, 48)
    result = plan(model, x, loss_fn=loss_of, budget="1 MB")
    drawn = result.mountain()["plan"]

    def peak(chosen):
        step = drawn["steps"]["".join(str(int(is_on)) for is_on in chosen)]
        count = sum(step["phases"].values())
        assert count <= drawn["span"]
        columns = [own if isinstance(own, list) else [own] * count for own in step["held"].values()]
        return max(map(sum, zip(*columns, strict=True)))

    many = len(result.proposals)
    assert len(drawn["steps"]) == 2**many and peak([False] * many) == result.peak
    for at, one in enumerate(result.proposals):
        assert peak([other == at for other in range(many)]) == one.alone
    assert peak([one.peak is not None for one in result.proposals]) == result.planned


class Choosing(nn.Linear):
    def forward(self, x):
        return super().forward(x[x > 0].view(1, -1))


@pytest.mark.parametrize(
    ("model", "budget", "error", "words"),
    [
        (nn.Linear(4, 4), "8 apples", ValueError, "8 apples.*is not an amount of memory"),
        (nn.Linear(4, 4), None, TypeError, "NoneType"),
        (nn.Linear(4, 4), -1, ValueError, "positive"),
        (nn.Linear(4, 4).requires_grad_(False), "8 GB", ValueError, "no parameter of Linear"),
        (nn.Linear(4, 4), "100", ValueError, "parameters 80 B, gradients 80 B"),
        (Choosing(4, 4), "8 GB", RuntimeError, "needs their values"),
        (tapewalk.nn.Linear(4, 4), "8 GB", TypeError, "PyTorch modules"),
    ],
)
def test_what_cannot_be_planned_is_said(model, budget, error, words):
    with pytest.raises(error, match=words):
        plan(model, torch.ones(4, 4), budget=budget)


def test_units_of_a_budget():
    from tapewalk.planning.budget import bytes_in

    written = {"8 GB": 8e9, "500 MiB": 500 * 2**20, "1.5gib": 1.5 * 2**30, "70": 70, "2 kB": 2000}
    assert {text: bytes_in(text) for text in written} == written
