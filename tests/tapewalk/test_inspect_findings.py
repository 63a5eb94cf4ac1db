"""The first finding is the mistake, at its line; a healthy model has no finding."""

import inspect as reading
from dataclasses import dataclass
from pathlib import Path

import pytest
import torch
from torch import nn
from torch.nn.functional import (
    batch_norm,
    binary_cross_entropy_with_logits,
    cross_entropy,
    linear,
    log_softmax,
    mse_loss,
    nll_loss,
    relu,
    scaled_dot_product_attention,
)
from torch.utils.checkpoint import checkpoint

import tapewalk
from tapewalk import inspect
from tapewalk.inspect import Report
from tapewalk.inspect.__main__ import main
from tapewalk.inspect.rules import rules

X = torch.randn(32, 8, generator=torch.Generator().manual_seed(0))
CLASSES = torch.arange(32) % 3
NUMBERS = X.sum(1)


@pytest.fixture(autouse=True)
def same_numbers():
    torch.manual_seed(0)


class Net(nn.Module):
    def __init__(self, middle=None):
        super().__init__()
        self.first, self.last = nn.Linear(8, 16), nn.Linear(16, 3)
        self.middle = middle

    def forward(self, x):
        h = relu(self.first(x))
        return self.last(h if self.middle is None else self.middle(h))


def entropy(scores):
    return cross_entropy(scores, CLASSES)


def weighted(h, again=False):
    """Attention of each row's parts to one another, with weights that add up along the queries."""
    parts = h.view(-1, 4, 4)
    weights = (parts @ parts.mT / 2).softmax(-2)
    return ((weights / weights.sum(-1, True) if again else weights) @ parts).flatten(1)


def in_no_grad(h):
    with torch.no_grad():
        return torch.tanh(h)


class Shares(nn.Module):
    """Looks a vector up by the largest unit."""

    def __init__(self):
        super().__init__()
        self.table = nn.Embedding(16, 16)

    def forward(self, h):
        return self.table(h.argmax(-1))


class Unused(Net):
    def __init__(self):
        super().__init__()
        self.spare = nn.Linear(16, 16)


class Block(nn.Module):
    def __init__(self):
        super().__init__()
        self.norm, self.up = nn.LayerNorm(16), nn.Linear(16, 16)

    def forward(self, h):
        return h + relu(self.up(self.norm(h)))


class Normed(Net):
    """Runs one layer twice on the same rows."""

    def __init__(self):
        super().__init__()
        self.norm = nn.LayerNorm(16)
        self.middle = lambda h: self.norm(h) * torch.tanh(self.norm(h))


class Parts(Net):
    """Runs one layer on each half of the rows, and a block in a loop."""

    def __init__(self):
        super().__init__()
        self.block, self.norm = Block(), nn.LayerNorm(16)
        self.middle = self.in_parts

    def in_parts(self, h):
        h = torch.cat([self.norm(part) for part in h.chunk(2)])
        for _ in range(2):
            h = self.block(h)
        return h


class Stack(Net):
    """Puts one checkpoint around all its blocks."""

    def __init__(self, blocks):
        super().__init__()
        self.blocks = nn.Sequential(*blocks)
        self.middle = lambda h: checkpoint(self.blocks, h, use_reentrant=False)


class Running(Net):
    """Adds up its losses, with their graphs."""

    running = 0.0

    def forward(self, x):
        scores = super().forward(x)
        self.running = self.running + entropy(scores)
        return scores


class Listed(Net):
    def __init__(self):
        super().__init__()
        self.hidden = [nn.Linear(16, 16)]

    def forward(self, x):
        return self.last(relu(self.hidden[0](relu(self.first(x)))))


class Adds(Net):
    def forward(self, x):
        h = torch.sigmoid(self.first(x))
        h += 1
        return self.last(h)


class Copied(nn.Module):
    def __init__(self):
        super().__init__()
        self.table = nn.Embedding(10, 8)
        self.head = nn.Linear(8, 10, bias=False)
        self.head.weight = nn.Parameter(self.table.weight.detach().clone())

    def forward(self, tokens):
        return self.head(torch.tanh(self.table(tokens)))


class Critic(nn.Module):
    """A generator and its critic, each with an optimizer of its own."""

    def __init__(self):
        super().__init__()
        self.maker, self.critic = nn.Linear(8, 8), Net()

    def forward(self, x):
        return self.critic(self.maker(x).detach())


class Teacher(Net):
    """Learns what its own first layer gives with dropout, which nothing records."""

    def __init__(self, share):
        super().__init__(nn.Dropout(share))

    def forward(self, x):
        with torch.no_grad():
            target = self.middle(self.first(x))
        return self.last(relu(self.first(x)) - target)


class Kept(Net):
    """Adds what it takes for its residual, after a write in place."""

    def __init__(self, in_place):
        super().__init__()
        self.middle = lambda h: nn.functional.relu(h := h + 1, inplace=in_place) + h


class Lost(nn.Module):
    """Ties its head to its table, and then draws all weights again."""

    def __init__(self, draw):
        super().__init__()
        self.table, self.head = nn.Embedding(10, 8), nn.Linear(8, 10, bias=False)
        self.head.weight = self.table.weight
        self.apply(draw)

    def forward(self, tokens):
        return self.head(torch.tanh(self.table(tokens)))


class Rising(Net):
    """Multiplies by a factor that starts at zero, and does so behind a sum."""

    def __init__(self):
        super().__init__()
        self.rate = nn.Parameter(torch.zeros(16))
        self.middle = lambda h: h * (self.rate.exp() - 1)


def anew(module):
    if hasattr(module, "weight"):
        module.weight = nn.Parameter(torch.randn_like(module.weight))


def in_place(module):
    if hasattr(module, "weight"):
        nn.init.normal_(module.weight)


def frozen(*layers, trained_before=True):
    """Return a net of which some layers are frozen, the first one with trained numbers."""
    model = Net(nn.Sequential(nn.Linear(16, 16), nn.Tanh()))
    if trained_before:
        nn.init.normal_(model.first.weight)
    for name in layers:
        getattr(model, name).requires_grad_(False)
    return model


def padded(draw):
    table = nn.Embedding(10, 8, padding_idx=0)
    draw(table.weight)
    model = nn.Sequential(table, nn.Tanh(), nn.Linear(8, 3))
    return inspect(model, torch.arange(32) % 10, loss_fn=entropy)


def two_steps(loss_fn=entropy, parts=("maker", "critic")):
    model = Critic()
    optimizers = [torch.optim.SGD(getattr(model, part).parameters(), 0.1) for part in parts]
    return inspect(model, X, loss_fn=loss_fn, optimizer=optimizers)


def judged(model, **settings):
    return inspect(model, X, loss_fn=entropy, **settings)


def with_(loss_fn, model=None):
    return inspect(model or Net(), X, loss_fn=loss_fn)


def filled(value, name="first.weight"):
    model = Net()
    nn.init.constant_(dict(model.named_parameters())[name], value)
    return judged(model)


def trained(model, rate=0.1, parameters=None, change=None):
    optimizer = torch.optim.SGD(parameters or model.parameters(), rate)
    if change:
        change(model)
    return inspect(model, X, loss_fn=entropy, optimizer=optimizer)


def grown():
    cell, state = nn.RNNCell(8, 8), torch.zeros(32, 8)
    for _ in range(3):
        state = cell(X, state)
    return inspect(lambda: cell(X, state).pow(2).mean(), cell, findings=True)


def large():
    model = nn.Sequential(*[nn.Sequential(nn.Linear(8, 8), nn.ReLU()) for _ in range(10)])
    for parameter in model.parameters():
        nn.init.normal_(parameter, 0, 3)
    return judged(nn.Sequential(model, nn.Linear(8, 3)))


def one_image():
    model = nn.Sequential(nn.Conv2d(1, 4, 3), nn.BatchNorm2d(4), nn.Flatten(), nn.Linear(144, 3))
    return inspect(model, torch.randn(1, 1, 8, 8), loss_fn=lambda scores: scores.exp().mean())


def looked():
    attention = nn.MultiheadAttention(8, 2, batch_first=True)
    return inspect(
        attention, X[None], X[None], X[None], loss_fn=lambda given: given[0].exp().mean()
    )


def stepped(model):
    """Return a model after a step."""
    entropy(model(X)).backward()
    return model


SICK = {
    "nan_loss": lambda: with_(lambda scores: scores.clamp(max=0).log().mean()),
    "nan_gradient": lambda: with_(lambda s: entropy(s) + (s - s.detach()).pow(2).sum().sqrt()),
    "written_over": lambda: judged(Adds()),
    "argmax": lambda: judged(Net(Shares())),
    "detached": lambda: judged(Net(torch.Tensor.detach)),
    "detached by data": lambda: judged(Net(lambda h: h.data)),
    "no_grad_block": lambda: judged(Net(in_no_grad)),
    "not_called": lambda: judged(Unused()),
    "list_of_modules": lambda: judged(Listed()),
    "result_unused": lambda: judged(Net(torch.zeros_like)),
    "strangers_in_optimizer": lambda: trained(
        Net(), change=lambda model: setattr(model, "last", nn.Linear(16, 3))
    ),
    "not_in_optimizer": lambda: trained(model := Net(), parameters=model.first.parameters()),
    "no_rate": lambda: trained(Net(), 0.0),
    "frozen_in_optimizer": lambda: trained(
        Net(), change=lambda model: model.first.requires_grad_(False)
    ),
    "twice_in_optimizer": lambda: trained(
        model := Net(), parameters=[*model.parameters(), model.first.weight]
    ),
    "one_module_twice": lambda: judged(Net(nn.Sequential(*[Block()] * 3))),
    "softmax_twice": lambda: with_(lambda scores: entropy(scores.softmax(-1))),
    "softmax_twice by hand": lambda: with_(lambda s: entropy((s - s.logsumexp(-1, True)).exp())),
    "softmax_twice by a sigmoid": lambda: with_(entropy, nn.Sequential(Net(), nn.Sigmoid())),
    "softmax_twice in two joined halves": lambda: with_(
        lambda s: entropy(torch.cat([s[:16].softmax(-1), s[16:].softmax(-1)]))
    ),
    "sigmoid_twice": lambda: with_(
        lambda s: binary_cross_entropy_with_logits(s[:, 0].sigmoid(), (NUMBERS > 0).float())
    ),
    "softmax_no_log": lambda: with_(lambda scores: nll_loss(scores.softmax(-1), CLASSES)),
    "softmax_no_log of scores": lambda: with_(lambda scores: nll_loss(scores, CLASSES)),
    "one_class": lambda: with_(lambda s: cross_entropy(s, CLASSES * 0), nn.Linear(8, 1)),
    "broadcast_loss": lambda: with_(lambda y: mse_loss(y, NUMBERS), nn.Linear(8, 1)),
    "broadcast_loss by hand": lambda: with_(
        lambda y: (y - NUMBERS).square().mean(), nn.Linear(8, 1)
    ),
    "softmax_over_batch": lambda: with_(lambda s: nll_loss(log_softmax(s, dim=0), CLASSES)),
    "softmax_over_queries": lambda: judged(Net(weighted)),
    "made_in_forward": lambda: judged(Net(lambda h: nn.Linear(16, 16)(h))),
    "no_slope": lambda: judged(Net(torch.round)),
    "same_weights": lambda: filled(0.5),
    "exploding": large,
    "dead": lambda: filled(-50.0, "first.bias"),
    "saturated": lambda: judged(Net(lambda h: torch.tanh(1e3 * h + 50))),
    "number_in_loss": lambda: with_(lambda s: entropy(s) + s.square().mean().item()),
    "dropout_unrecorded": lambda: judged(Teacher(0.5)),
    "residual_overwritten": lambda: judged(Kept(in_place=True)),
    "padding_row": lambda: padded(nn.init.normal_),
    "fresh_and_frozen": lambda: judged(frozen("first", "middle")),
    "tie_lost": lambda: inspect(
        Lost(anew), torch.arange(10), loss_fn=lambda s: cross_entropy(s, torch.arange(10))
    ),
    "underflow": lambda: inspect(
        Net().half(), X.half(), loss_fn=lambda s: cross_entropy(s.float(), CLASSES) * 1e-6
    ),
    "zero_gradient": lambda: with_(lambda scores: entropy(scores) * 0),
    "vanishing": lambda: inspect(
        nn.Sequential(*[nn.Sequential(nn.Linear(8, 8), nn.Sigmoid()) for _ in range(12)]),
        X,
        loss_fn=lambda given: given.square().mean(),
    ),
    "batch_of_one that PyTorch refuses": lambda: inspect(
        nn.Sequential(nn.Linear(8, 3), nn.BatchNorm1d(3)),
        X[:1],
        loss_fn=lambda s: cross_entropy(s, CLASSES[:1]),
    ),
    "batch_of_one": one_image,
    "kept_between_steps": grown,
    "evaluation": lambda: trained(Net(nn.Dropout(0.5)).eval()),
    "reduced_twice": lambda: with_(lambda scores: entropy(scores) / 32),
    "reduced_twice by a mask": lambda: with_(lambda s: entropy(s) / (CLASSES > 0).sum()),
    "reduced_twice by all pixels": lambda: with_(
        lambda s: cross_entropy(s.view(4, 8, 3).mT, CLASSES.view(4, 8)) / 32
    ),
    "no_longer_tied by a transpose": lambda: inspect(
        Transposed(), X, loss_fn=lambda made: mse_loss(made, X)
    ),
    "no_longer_tied": lambda: inspect(
        Copied(), torch.arange(10), loss_fn=lambda s: cross_entropy(s, torch.arange(10))
    ),
    "no_activation": lambda: with_(entropy, nn.Sequential(nn.Linear(8, 16), nn.Linear(16, 3))),
    "dtype_and_back": lambda: judged(Net(lambda h: h.half().float())),
    "dtype_and_back around a sum": lambda: judged(Net(lambda h: (h.half() + 1).float())),
    "attention_apart": looked,
    "checkpoint_saves_nothing": lambda: judged(
        Net(lambda h: checkpoint(torch.neg, h, use_reentrant=False))
    ),
    "checkpoint_around_all": lambda: judged(Stack([Block() for _ in range(4)])),
    "computed_twice": lambda: judged(Normed()),
    "computed_twice by copies": lambda: judged(
        Net(lambda h: (h.T.contiguous().view(8, -1) + h.T.contiguous().view(8, -1)).view_as(h))
    ),
    "kept_between_steps by a running loss": lambda: judged(stepped(Running())),
    "copied_for_nothing": lambda: judged(Net(torch.clone)),
    "copied_for_nothing by contiguous": lambda: judged(Net(lambda h: (h.T.contiguous() + 1).T)),
}
# Findings whose place is the line of a call.
PLACED = {
    "softmax_over_queries",
    "made_in_forward",
    "tie_lost",
    "residual_overwritten",
    "number_in_loss",
    "nan_loss",
    "written_over",
    "argmax",
    "no_grad_block",
    "softmax_twice",
    "broadcast_loss",
}


def test_every_rule_has_a_faulty_model():
    assert {name.split()[0] for name in SICK} == set(rules())


# PyTorch warns of two of them too.
@pytest.mark.filterwarnings("ignore:Using a target size", "ignore:optimizer contains a parameter")
@pytest.mark.parametrize("name", SICK)
def test_first_finding_is_the_mistake(name):
    kind = name.split()[0]
    report = SICK[name]()
    found = report.findings
    assert all("{" not in report.text(lang) + report.html(lang) for lang in ("en", "es"))
    assert found and found[0].kind == kind, [finding.kind for finding in found]
    if kind in PLACED:
        file, line = found[0].place.rsplit(":", 1)
        assert file.endswith("test_inspect_findings.py")
        assert 0 < int(line) < len(Path(__file__).read_text().splitlines())


def test_place_of_a_list_is_the_line_that_sets_it():
    lines, first = reading.getsourcelines(Listed.__init__)
    (found, *_) = judged(Listed()).findings
    assert found.place.endswith(f":{first + 2}") and "self.hidden = [" in lines[2]


class TwoInOneBlock(Net):
    """Two of its layers run in one block of no_grad."""

    def __init__(self):
        super().__init__()
        self.extra = nn.Sequential(nn.Linear(8, 8), nn.ReLU(), nn.Linear(8, 8), nn.ReLU())

    def forward(self, x):
        with torch.no_grad():
            x = self.extra(x)
        return super().forward(x)


def test_modules_in_one_block_are_one_finding():
    (finding,) = judged(TwoInOneBlock()).findings
    assert (finding.kind, finding.module, finding.facts["count"]) == ("no_grad_block", "extra", 4)


def test_equal_blocks_are_one_finding():
    blocks = [nn.Sequential(nn.Linear(16, 16), nn.Linear(16, 16), nn.Tanh()) for _ in range(3)]
    report = judged(Net(nn.Sequential(*blocks)))
    (finding,) = report.findings
    assert (finding.kind, finding.times, finding.module) == ("no_activation", 3, "middle.0.1")
    assert "[warning]" in report.text("en") and "(3 times)" in report.text("en")
    assert "[aviso]" in report.text("es") and "(3 veces)" in report.text("es")


def test_sizes_of_one_step_are_notes():
    model = Rising()
    before = {name: tensor.clone() for name, tensor in model.state_dict().items()}
    (finding,) = judged(model, steps=1).findings
    assert (finding.kind, finding.confidence) == ("zero_gradient", "note")
    assert judged(model).findings == ()
    assert all(torch.equal(before[name], tensor) for name, tensor in model.state_dict().items())
    (finding,) = filled(-50.0, "first.bias").findings
    assert (finding.kind, finding.confidence) == ("dead", "warning")


def test_second_look_leaves_an_older_graph_usable():
    model = Rising()
    older = entropy(model(X))
    judged(model)
    older.backward()
    assert model.rate.grad.any()


def test_cause_hides_its_symptoms():
    model = Net()
    nn.init.constant_(model.first.bias, -50.0)
    assert [f.kind for f in judged(model).findings] == ["dead"]


def test_two_optimizers_that_lack_a_layer():
    model = Critic()
    lists = [model.maker.parameters()], [model.critic.first.parameters()]
    optimizers = {"a": torch.optim.SGD(*lists[0], 0.1), "b": torch.optim.SGD(*lists[1], 0.1)}
    report = inspect(model, X, loss_fn=entropy, optimizer=optimizers)
    assert [finding.kind for finding in report.findings] == ["not_in_optimizer"]
    assert report.unknown == ()


@dataclass
class Result:
    loss: torch.Tensor
    scores: torch.Tensor


class Wrapped(Net):
    """Returns a result in the form of other libraries."""

    def __init__(self, form):
        super().__init__()
        self.form = form

    def forward(self, x):
        scores = super().forward(x)
        return self.form(entropy(scores), scores)


class Transposed(nn.Sequential):
    """Starts its decoder as the transpose of its encoder."""

    def __init__(self):
        super().__init__(nn.Linear(8, 16), nn.Tanh(), nn.Linear(16, 8))
        self[2].weight = nn.Parameter(self[0].weight.detach().T.clone())


def with_identity(layer):
    nn.init.eye_(layer.weight)
    return layer


class Shared(Net):
    """Uses the first layer's result twice: once through the last, once as it is."""

    def forward(self, x):
        h = self.first(x)
        return self.last(h.view(32, 16)) + h.view(32, 16)[:, :3].sin()


class Residual(nn.Module):
    """A classifier of images whose parts start as recipes have them: close to zero."""

    def __init__(self, gate, head):
        super().__init__()
        self.cls = nn.Parameter(torch.randn(1, 1, 16) * 1e-6)
        self.first, self.up, self.down = nn.Linear(8, 16), nn.Linear(16, 64), nn.Linear(64, 16)
        self.norm, self.gate, self.last = nn.LayerNorm(16), gate, nn.Linear(16, 3)
        if head is not None:
            nn.init.trunc_normal_(self.last.weight, std=head)

    def forward(self, x):
        x = torch.cat([self.cls.expand(len(x), -1, -1), self.first(x)[:, None]], 1)
        for _ in range(2):
            x = x + self.gate(self.down(self.up(self.norm(x)).relu()))
        return self.last(self.norm(x).mean(1))


class Scale(nn.Module):
    def __init__(self, start):
        super().__init__()
        self.by = nn.Parameter(torch.full((16,), start))

    def forward(self, x):
        return x * self.by


class Squeezed(nn.Module):
    """A residual block's end: a normalisation that starts at zero, and a gate on its result."""

    def __init__(self):
        super().__init__()
        self.norm, self.squeeze = nn.LayerNorm(16), nn.Linear(16, 16)
        nn.init.zeros_(self.norm.weight)

    def forward(self, x):
        x = self.norm(x)
        return x * self.squeeze(x.mean(1, keepdim=True)).sigmoid()


class Alike(nn.Module):
    """Queries and keys that start so small that all scores are alike."""

    def __init__(self):
        super().__init__()
        self.first, self.norm = nn.Linear(8, 16), nn.LayerNorm(16)
        self.query, self.key, self.value = (nn.Linear(16, 16) for _ in range(3))
        for layer in (self.query, self.key):
            nn.init.normal_(layer.weight, std=1e-3)
            nn.init.zeros_(layer.bias)
        self.last = nn.Linear(16, 3)

    def forward(self, x):
        x = self.norm(self.first(x)).view(4, 8, 16)
        x = scaled_dot_product_attention(self.query(x), self.key(x) * 1e-2, self.value(x))
        return self.last(x.flatten(0, 1))


class Standardised(nn.Linear):
    def forward(self, x):
        weight = batch_norm(self.weight.reshape(1, 3, 8), None, None, training=True)
        return linear(x, weight.view_as(self.weight), self.bias)


def blanked(h):
    h = h.clone()
    h[:, :2].zero_()
    return h


def asleep_below():
    model = Net(nn.BatchNorm1d(16))
    for part in (model.first, model.middle.eval()):
        part.requires_grad_(False)
    return trained(model, parameters=model.last.parameters())


def frozen_below():
    model = Net()
    model.first.requires_grad_(False)
    return trained(model, parameters=model.last.parameters())


HEALTHY = {
    "a layer on each of several parts": lambda: judged(Parts()),
    "net": lambda: trained(Net()),
    "slots whose weights are normalised again": lambda: judged(Net(lambda h: weighted(h, True))),
    "convolution": lambda: inspect(
        nn.Sequential(
            nn.Conv2d(1, 4, 3), nn.BatchNorm2d(4), nn.ReLU(), nn.Flatten(), nn.Linear(144, 3)
        ),
        torch.randn(16, 1, 8, 8),
        loss_fn=lambda scores: cross_entropy(scores, CLASSES[:16]),
    ),
    "recurrent": lambda: inspect(nn.LSTM(8, 8), X[:, None], loss_fn=lambda y: y[0].square().mean()),
    "gated": lambda: inspect(nn.GRU(8, 8), X[:, None], loss_fn=lambda y: y[0].square().mean()),
    "transformer": lambda: inspect(
        nn.TransformerEncoderLayer(8, 2, 16, batch_first=True),
        X[None],
        loss_fn=lambda y: y.exp().mean(),
    ),
    "frozen below": frozen_below,
    "asleep where it is frozen": asleep_below,
    "used between two layers": lambda: judged(Shared()),
    "begun with identities": lambda: inspect(
        nn.Sequential(*[with_identity(nn.Linear(8, 8)), nn.Tanh(), with_identity(nn.Linear(8, 8))]),
        X,
        loss_fn=lambda y: y.exp().mean(),
    ),
    "layer scale": lambda: judged(Residual(Scale(1e-6), 0.02)),
    "a head of nearly zero": lambda: judged(Residual(nn.Identity(), 2e-5)),
    "a normalisation that starts at zero": lambda: judged(Residual(Squeezed(), None)),
    "queries and keys that are small": lambda: judged(Alike()),
    "standardised weights": lambda: judged(Standardised(8, 3)),
    "a critic's step with the optimizer of each": two_steps,
    "a critic's step with its own optimizer": lambda: two_steps(parts=["critic"]),
    "a number for the log": lambda: with_(lambda s: entropy(s) + 0 * len(str(s.mean().item()))),
    "a teacher without dropout": lambda: judged(Teacher(0.0)),
    "a residual": lambda: judged(Kept(in_place=False)),
    "a padding row of zeros": lambda: padded(lambda weight: nn.init.normal_(weight[1:].detach())),
    "trained layers that are frozen": lambda: judged(frozen("first")),
    "a sketch that is frozen": lambda: judged(frozen("first", "middle", trained_before=False)),
    "a tie drawn in place": lambda: inspect(
        Lost(in_place), torch.arange(10), loss_fn=lambda s: cross_entropy(s, torch.arange(10))
    ),
    "a head of zeros": lambda: filled(0.0, "last.weight"),
    "a head of scores and a gate": lambda: judged(Net(lambda h: h * torch.sigmoid(h))),
    "halves joined": lambda: with_(lambda s: entropy(torch.cat([s[:16], s[16:]]))),
    "a checkpoint that stores pieces": lambda: judged(
        Net(
            lambda h: checkpoint(
                lambda *parts: torch.cat(parts, -1).exp(), *h.chunk(4, -1), use_reentrant=False
            )
        )
    ),
    "a copy written to through a view": lambda: judged(Net(blanked)),
    "evaluated": lambda: judged(Net(nn.Dropout(0.5)).eval()),
    "a dict": lambda: inspect(Wrapped(lambda loss, scores: {"loss": loss, "scores": scores}), X),
    "a dataclass": lambda: inspect(Wrapped(Result), X),
    "a tuple": lambda: inspect(Wrapped(lambda loss, scores: (scores, [scores])), X),
    "one number": lambda: inspect(Wrapped(lambda loss, scores: loss), X),
    "no loss": lambda: inspect(Net(), X),
    "mean of a column": lambda: with_(lambda y: mse_loss(y.squeeze(1), NUMBERS), nn.Linear(8, 1)),
    "logarithms": lambda: with_(lambda s: nll_loss(s.log_softmax(-1), CLASSES)),
    "masked": lambda: with_(
        lambda s: entropy(s.masked_fill(torch.arange(3) > CLASSES.max(), -torch.inf))
    ),
}


@pytest.mark.parametrize("name", HEALTHY)
def test_healthy_model_has_no_finding(name):
    report = HEALTHY[name]()
    assert report.findings == () and report.gradients == "computed"


def test_our_own_models_have_findings():
    from tapewalk import Tensor
    from tapewalk import nn as ours

    model = ours.Sequential(ours.Linear(4, 4), ours.Linear(4, 1))
    report = inspect(
        model, Tensor(X[:, :4].numpy()), optimizer=tapewalk.optim.SGD(model[1].parameters(), 0.1)
    )
    assert report.engine == "tapewalk" and report.gradients == "computed"
    assert [finding.kind for finding in report.findings] == ["not_in_optimizer"]


def test_only_a_model_takes_inputs():
    with pytest.raises(TypeError, match=r"only a model in its place takes inputs, got mask"):
        inspect(lambda: entropy(Net()(X)), Net(), mask=None)
    with pytest.raises(TypeError, match="got 2 inputs"):
        inspect(lambda: entropy(Net()(X)), Net(), X)


def test_findings_precede_the_census_and_survive_json():
    report = judged(Net(torch.Tensor.detach))
    for lang, words in (
        ("en", "cuts the path of first.weight"),
        ("es", "corta el camino de first"),
    ):
        text = report.text(lang)
        assert words in text and text.index(words) < text.index("float32")
        assert words in report.html(lang)
    assert Report.from_json(report.to_json()) == report


MODELS = """
import torch
from torch import nn

def cut():
    layers = nn.Linear(2, 2), nn.Linear(2, 1)
    model = nn.Sequential(*layers)
    return model, (lambda: layers[1](layers[0](torch.ones(3, 2)).detach()).mean())

model, loss = cut()

def optimizers():
    return [torch.optim.SGD([p], 0.1) for p in model.parameters()]
"""


def test_command_fails_except_on_ignored_findings(tmp_path, monkeypatch, capsys):
    (tmp_path / "cut_models.py").write_text(MODELS)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.chdir(tmp_path)

    def run(*options):
        status = main(["cut_models:loss", "--model", "cut_models:model", *options])
        return status, capsys.readouterr().out

    assert run()[0] == 0
    status, output = run("--fail-on", "any", "--html", "report.html")
    assert status == 1 and "cut_models.py:8: detach cuts" in output
    page = Path("report.html").read_text(encoding="utf-8")
    assert "detach cuts the path" in page and "src=" not in page and page.startswith("<!doctype")
    assert run("--fail-on", "dead", "--fail-on", "nan_loss")[0] == 0
    assert run("--fail-on", "any", "--ignore", "detached")[0] == 0
    with pytest.raises(SystemExit, match="2"):
        run("--fail-on", "nonsense")
    # Each parameter has an optimizer of its own, and nothing trains those that are cut.
    status, output = run("--optimizer", "cut_models:optimizers", "--fail-on", "any")
    assert (status, "Nothing looks wrong" in output) == (0, True)
    status, output = run("--fail-on", "error", "--github", "--accept", "accepted.json")
    assert status == 1
    assert "::error file=cut_models.py,line=8,title=tapewalk detached::detach cuts" in output
    status, output = run("--fail-on", "note", "--github", "--accepted", "accepted.json")
    assert status == 0 and "::error" not in output
    Path("report.json").write_text(run("--json")[1])
    assert main(["diff", "report.json", "report.json"]) == 0
    assert capsys.readouterr().out == "no difference\n"
    assert main(["diff", "report.json", "cut_models.py"]) == 2
    assert "cut_models.py does not contain a report" in capsys.readouterr().err
