"""Sick models for sequences: characters, speech, time series, translation."""

import torch
import torch.nn.functional as F  # noqa: N812
from torch import nn

from bench.sick_models.cases import call, sick


class CharRNN(nn.Module):
    """Carries its state from one piece of text to the next."""

    def __init__(self, letters=27, width=32):
        super().__init__()
        self.embed = nn.Embedding(letters, 16)
        self.rnn = nn.GRU(16, width, batch_first=True)
        self.out = nn.Linear(width, letters)
        self.hidden = None

    def forward(self, tokens):
        if self.hidden is None:
            self.hidden = torch.zeros(1, len(tokens), self.rnn.hidden_size)
        states, self.hidden = self.rnn(self.embed(tokens), self.hidden)
        return self.out(states)


@sick("kept between steps", "self.hidden = self.rnn(")
def char_rnn():
    model = CharRNN()
    optimizer = torch.optim.Adam(model.parameters(), lr=2e-3)
    text = torch.randint(0, 27, (4, 13))

    def loss_fn(logits):
        return F.cross_entropy(logits.flatten(0, 1), text[:, 1:].flatten())

    loss_fn(model(text[:, :-1])).backward()
    optimizer.step()
    optimizer.zero_grad()
    return call(model, text[:, :-1], loss_fn=loss_fn, optimizer=optimizer)


class Forecaster(nn.Module):
    """Of the two states of an LSTM one is let go."""

    def __init__(self, features=3, width=24):
        super().__init__()
        self.lstm = nn.LSTM(features, width, 1, batch_first=True)
        self.head = nn.Sequential(nn.Linear(width, 24), nn.ReLU(), nn.Linear(24, 1))
        self.width = width
        self.state = None

    def forward(self, series):
        if self.state is None:
            self.state = (torch.zeros(1, len(series), self.width),) * 2
        states, (hidden, cell) = self.lstm(series, self.state)
        self.state = (hidden.detach(), cell)
        return self.head(states[:, -1]).squeeze(-1)


@sick("kept between steps", "self.state = (hidden.detach(), cell)")
def half_let_go():
    model = Forecaster()
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)
    series, target = torch.randn(8, 12, 3), torch.randn(8)
    F.mse_loss(model(series), target).backward()
    optimizer.step()
    optimizer.zero_grad()
    return call(model, series, loss_fn=lambda out: F.mse_loss(out, target), optimizer=optimizer)


class ProbabilisticForecast(nn.Module):
    """Mean and spread of the next value."""

    def __init__(self, width=16):
        super().__init__()
        self.gru = nn.GRU(1, width, batch_first=True)
        self.mean = nn.Linear(width, 1)
        self.spread = nn.Linear(width, 1)

    def forward(self, series):
        state = self.gru(series.unsqueeze(-1))[0][:, -1]
        return self.mean(state), self.spread(state)


@sick("nan", "torch.log(spread)")
def negative_spread():
    model = ProbabilisticForecast()
    target = torch.randn(16, 1)

    def loss_fn(out):
        mean, spread = out
        return (torch.log(spread) + (target - mean) ** 2 / (2 * spread**2)).mean()

    return call(
        model,
        torch.randn(16, 10),
        loss_fn=loss_fn,
        optimizer=torch.optim.Adam(model.parameters()),
    )
