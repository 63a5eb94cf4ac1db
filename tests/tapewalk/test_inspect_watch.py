"""Watched training runs: the problems found and their steps; training itself is unchanged."""

import pytest
import torch
from torch import nn
from torch.nn.functional import mse_loss

from tapewalk import inspect

X = torch.randn(32, 4, generator=torch.Generator().manual_seed(0))


def net():
    torch.manual_seed(0)
    return nn.Sequential(nn.Linear(4, 16), nn.ReLU(), nn.Linear(16, 1))


def train(model, steps=60, rate=0.01, change=None, watched=True, every=10):
    """Train, changing the model after some step."""
    optimizer = torch.optim.SGD(model.parameters(), rate)
    run = inspect.watch(model, optimizer, every) if watched else None
    for step in range(1, steps + 1):
        optimizer.zero_grad()
        mse_loss(model(X), X[:, :1]).backward()
        optimizer.step()
        if change and step == change[0]:
            with torch.no_grad():
                change[1](model)
    return run


def test_watched_run_ends_in_the_same_bits():
    one, other = net(), net()
    run = train(one)
    train(other, watched=False)
    assert all(torch.equal(a, b) for a, b in zip(one.parameters(), other.parameters(), strict=True))
    assert run.steps == [1, 11, 21, 31, 41, 51] and run.turns == ()
    assert str(run) == "51 steps watched: nothing went wrong"
    run.close()
    assert not any(module._forward_hooks for module in one.modules())


def test_sizes_are_those_of_the_gradients():
    model = net()
    optimizer = torch.optim.SGD(model.parameters(), 0.0)
    with inspect.watch(model, optimizer, every=1) as run:
        given = model(X)
        mse_loss(given, X[:, :1]).backward()
        optimizer.step()
    for name, parameter in model.named_parameters():
        if parameter.ndim > 1:
            assert run.gradients[name][0] == pytest.approx(
                float(parameter.grad.pow(2).mean().sqrt())
            )
    assert run.results["2"][0] == pytest.approx(float(given.detach().pow(2).mean().sqrt()))
    rows = (model[0].weight.grad == 0).all(1).float().mean()
    assert 0 <= rows < 1
    assert run.silent["0.weight"][0] == pytest.approx(float(rows))


# Changes made after step 25, and the parameter or module where step 31 shows the problem.
TURNS = {
    "dead": ("0.weight", lambda model: model[0].bias.fill_(-100)),
    "nan_result": ("0", lambda model: model[0].weight[0].fill_(float("nan"))),
    "exploding": ("2.weight", lambda model: model[0].weight.mul_(100)),
}


@pytest.mark.parametrize("kind", TURNS)
def test_problem_is_reported_with_its_step(kind):
    name, change = TURNS[kind]
    run = train(net(), steps=35, rate=1e-6, change=(25, change))
    first = next(turn for turn in run.turns if turn.kind == kind and turn.name == name)
    assert (first.before, first.since, first.until) == (21, 31, None)
    assert "Between steps 21 and 31: " in str(run) and "Fix: " in str(run)
    assert "Entre los pasos 21 y 31: " in run.text("es")


KEPT = []


def as_it_should(model, optimizer, step):
    optimizer.zero_grad()
    for part in X.split(16):  # gradients of two parts are added up
        (mse_loss(model(part), part[:, :1]) / 2).backward()
    nn.utils.clip_grad_norm_(model.parameters(), 1.0)
    optimizer.step()


def of_two_losses(model, optimizer, step):
    """The loss of another optimizer leaves gradients, which the step of this one clears."""
    model(X).square().mean().backward()
    optimizer.zero_grad()
    mse_loss(model(X[: 8 + step]), X[: 8 + step, :1]).backward()
    optimizer.step()


def without_zeros(model, optimizer, step):
    mse_loss(model(X), X[:, :1]).backward()
    optimizer.step()


def clipped_away(model, optimizer, step):
    optimizer.zero_grad()
    mse_loss(model(X), X[:, :1]).backward()
    nn.utils.clip_grad_value_(model.parameters(), 0.0)
    optimizer.step()


def with_a_list(model, optimizer, step):
    optimizer.zero_grad()
    loss = mse_loss(model(X), X[:, :1])
    KEPT.append(loss)
    loss.backward()
    optimizer.step()


def with_a_sum(model, optimizer, step):
    optimizer.zero_grad()
    loss = mse_loss(model(X), X[:, :1])
    KEPT[:] = [loss + (KEPT[0] if KEPT else 0.0)]
    loss.backward()
    optimizer.step()


def with_the_last_result(model, optimizer, step):
    optimizer.zero_grad()
    KEPT[:] = [model(X)]
    mse_loss(KEPT[0], X[:, :1]).backward()
    optimizer.step()


@pytest.mark.parametrize(
    ("one_step", "kinds"),
    [
        (as_it_should, set()),
        (of_two_losses, set()),
        (with_the_last_result, set()),
        (without_zeros, {"not_zeroed"}),
        (clipped_away, {"clipped"}),
        (with_a_list, {"leak"}),
        (with_a_sum, {"leak"}),
    ],
)
@pytest.mark.parametrize("every", [1, 3])
def test_what_steps_keep_is_reported(one_step, kinds, every):
    KEPT.clear()
    model = net()
    optimizer = torch.optim.SGD(model.parameters(), 1e-4)
    with inspect.watch(model, optimizer, every) as run:
        for step in range(20):
            one_step(model, optimizer, step)
    KEPT.clear()
    assert {turn.kind for turn in run.turns} - {"dead"} == kinds
    for lang in ("en", "es"):
        assert "{" not in run.text(lang) and len(run.text(lang).splitlines()) == 1 + len(run.turns)
    assert not any(p._backward_hooks for p in model.parameters())


def test_end_of_a_problem_is_reported():
    model = net()
    bias = model[0].bias.detach().clone()
    optimizer = torch.optim.SGD(model.parameters(), 1e-6)
    run = inspect.watch(model, optimizer, every=2)
    for step in range(10):
        with torch.no_grad():
            model[0].bias.copy_(bias - 100 * (step in (4, 5)))
        optimizer.zero_grad()
        mse_loss(model(X), X[:, :1]).backward()
        optimizer.step()
    (turn,) = [turn for turn in run.turns if turn.kind == "dead"]
    assert (turn.before, turn.since, turn.until) == (3, 5, 7)


def test_half_precision_that_underflows():
    model = net().half()
    optimizer = torch.optim.SGD(model.parameters(), 0.0)
    with inspect.watch(model, optimizer, every=1) as run:
        (model(X.half()).float().square().mean() * 1e-6).backward()
        optimizer.step()
    assert {turn.kind for turn in run.turns} == {"underflow"}
    assert "GradScaler" in str(run)


def test_page_has_both_charts():
    run = train(net(), steps=31)
    for lang in ("en", "es"):
        page = run.page(lang)
        assert page.count('data-draws="chart"') == 2 and f'<html lang="{lang}">' in page
    assert "<iframe" in run._repr_mimebundle_()["text/html"]


def test_unwatchable_arguments_are_refused():
    model = net()
    with pytest.raises(TypeError, match="needs a PyTorch optimizer"):
        inspect.watch(model, object())
    with pytest.raises(ValueError, match="every must be 1 or more"):
        inspect.watch(model, torch.optim.SGD(model.parameters()), every=0)


class Wrapped(torch.optim.Optimizer):
    """An optimizer around another, as Accelerate's: its own hooks are missing."""

    def __init__(self, optimizer):
        self.optimizer = optimizer

    def step(self):
        self.optimizer.step()


def test_wrapped_optimizer_is_watched():
    model = net()
    optimizer = Wrapped(torch.optim.SGD(model.parameters(), 0.01))
    with inspect.watch(model, optimizer, every=1) as run:
        mse_loss(model(X), X[:, :1]).backward()
        optimizer.step()
    assert run.steps == [1]
