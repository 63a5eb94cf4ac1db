"""Residual additions, recognised by the form of the graph."""

import pytest
import torch
from torch import nn
from torch.nn import functional

from tapewalk import inspect

W = nn.Parameter(torch.randn(4, 4))
B = nn.Parameter(torch.randn(4))
SQUARE = nn.Parameter(torch.randn(3, 4))


def sums_of(make, given=True):
    x = torch.randn(3, 4, requires_grad=given)
    report = inspect(make(x).sum())
    return [n.category for n in report.nodes if n.op == "Add"]


def half(x):
    return x.bfloat16().float() + torch.tanh(x @ W)


@pytest.mark.parametrize(
    "make",
    [
        lambda x: x + torch.tanh(x @ W),
        lambda x: torch.tanh(x @ W) + x,
        lambda x: x.view(4, 3).view(3, 4) + torch.tanh(x @ W),
        half,
        lambda x: x + 0.5 * torch.tanh(x @ W),
        lambda x: x + functional.dropout(x @ W, 0.5),
        lambda x: x.add(x.exp()),
    ],
)
def test_residual_additions_are_recognised(make):
    assert sums_of(make) == ["residual"]


@pytest.mark.parametrize(
    "make",
    [
        lambda x: x @ W + B,
        lambda x: x @ W + SQUARE,
        lambda x: (x @ W) + (x @ W.t()),
        lambda x: torch.tanh(x) + torch.sigmoid(x),
        lambda x: x.exp() + 1,
        lambda x: (x @ W + torch.zeros(3, 4)).softmax(-1),
        lambda x: x.mean(1, keepdim=True) + x.exp(),
        lambda x: (lambda a, b: a + b.tanh())(*(x @ W).chunk(2, 1)),
        lambda x: (lambda a, b: a + torch.tanh(b))(*(x @ W).split(2, 1)),
        lambda x: x[:, :2] + x[:, 2:].exp(),
        lambda x: x[0] + torch.tanh(x[1] @ W),
        lambda x: (lambda a, b, c: a + b * c)(*(x @ W).unbind(0)),
        lambda x: x + torch.sigmoid(x @ W) * (torch.tanh(x @ W) - x),  # an interpolation
    ],
)
def test_other_additions_are_not_residual(make):
    assert sums_of(make) == ["compute"]


@pytest.mark.parametrize("kind", [nn.RNN, nn.GRU, nn.LSTM])
@pytest.mark.parametrize("layers", [1, 2])
def test_recurrent_nets_have_no_residuals(kind, layers):
    net = kind(4, 4, layers)
    report = inspect(lambda: net(torch.randn(3, 2, 4))[0].sum(), net)
    assert report.types["Add"] and "residual" not in report.categories or kind is nn.LSTM


def test_shared_bias_is_not_residual():
    assert sums_of(lambda x: torch.tanh(x @ W + SQUARE) @ W + SQUARE) == ["compute"] * 2


def test_skip_of_an_input_is_inferred():
    linear = nn.Linear(4, 4)
    assert sums_of(lambda x: x + linear(x), given=False) == ["residual"]
    assert sums_of(lambda x: linear(x) + x, given=False) == ["residual"]
    narrow = nn.Linear(4, 2)
    assert sums_of(lambda x: narrow(x) + torch.ones(3, 2), given=False) == ["compute"]
    embedding = nn.Embedding(5, 4)
    places = torch.randn(3, 4)
    assert sums_of(lambda x: embedding(torch.arange(3)) + places, given=False) == ["compute"]
    scores = nn.Linear(4, 4)
    mask = torch.zeros(3, 4)
    assert sums_of(lambda x: (scores(x) + mask).softmax(-1), given=False) == ["compute"]
    loss = (torch.ones(3, 4) + linear(torch.ones(3, 4))).square().sum()
    loss.backward()
    assert inspect(loss).of_category("unknown") == {"Add": 1}  # the saved tensors are freed


def test_nested_blocks_with_a_skip_around_all():
    def nested(x):
        y = x
        for _ in range(3):
            y = y + torch.tanh(y @ W)
        return x + y

    assert sums_of(nested) == ["residual"] * 4


def test_sums_of_many_terms_are_not_residual():
    x = torch.randn(3, requires_grad=True)
    terms = [x.exp() * k for k in range(3000)]
    total = terms[0]
    for term in terms[1:]:
        total = total + term
    assert inspect(total.sum()).of_category("compute")["Add"] == 2999


def test_graph_against_the_search_is_unknown():
    x = torch.randn(3, requires_grad=True)
    terms = [x.exp() * k for k in range(700)]
    total = terms[0]
    for term in terms[1:]:
        total = total + term
    both = total + sum(term.sum() for term in terms)  # now each term has two users
    report = inspect(both.sum())
    assert report.of_category("residual") == {}
    assert report.of_category("unknown")["Add"] > 0
