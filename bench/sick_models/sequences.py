"""Sick models for sequences: characters, speech, time series, translation."""

import torch
import torch.nn.functional as F  # noqa: N812
from torch import nn

from bench.sick_models.cases import call, sick


class Forecaster(nn.Module):
    """Only one of the two states of an LSTM is detached."""

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

    return call(model, torch.randn(16, 10), loss_fn=loss_fn)
