"""The wrong backward passes are wrong where they say, and the record is of this code."""

from __future__ import annotations

import json

import numpy as np
import pytest

from bench import wrong_gradients as runs
from bench.workloads.names_mlp_manual import initial
from tapewalk import data

WRONG = {
    "right": set(),
    "n": {"C", "W1"},
    "mean": {"C", "W1", "b1"},
    "variance": {"C", "W1"},
    "constants": {"C", "W1", "b1"},
    "assign": {"C"},
    "b2-sign": {"b2"},
    "w1-zero": {"W1"},
    "c-sign": {"C"},
    "tanh": {"C", "W1", "bngain", "bnbias"},
}


@pytest.mark.parametrize("wrong", runs.MISTAKES)
def test_it_differs_from_autograd_where_it_is_wrong(wrong: str) -> None:
    x, y = (part[:32] for part in data.contexts(data.split(data.names()).train))
    parameters = initial(3, runs.HIDDEN)
    mine = runs.backward(parameters, runs.forward(parameters, x, y), wrong)
    true = runs.by_autograd(parameters, x, y)
    differ = {
        name
        for name, one, other in zip(mine._fields, mine, true, strict=True)
        if not np.allclose(one, other, atol=1e-7)
    }
    assert differ == WRONG[wrong]


def test_the_record_starts_as_this_code_does() -> None:
    record = json.loads(runs.RECORD.read_text("utf-8"))
    assert {(run["rate"], run["gradient"]) for run in record["runs"]} == {
        (rate, wrong) for rate in runs.RATES for wrong in runs.MISTAKES
    }
    parts = data.split(data.names())
    x, y = data.contexts(parts.train)
    parameters = initial(runs.SEEDS[0], runs.HIDDEN)
    hprebn = runs.forward(parameters, x, y).hprebn
    statistics = hprebn.mean(0), hprebn.var(0, ddof=1)
    loss = runs.forward(parameters, *data.contexts(parts.dev), statistics).loss
    for run in record["runs"]:
        assert run["dev"][0][0] == pytest.approx(loss, abs=1e-3)
