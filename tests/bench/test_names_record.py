"""The record of the full training of the names MLP is of these names, this model and this code."""

from __future__ import annotations

import gzip
import hashlib
import json
from importlib.resources import files
from itertools import pairwise
from statistics import fmean
from typing import Any

import pytest

from bench import names_mlp
from bench.workloads import names_training
from tapewalk import data


@pytest.fixture(scope="module")
def record() -> dict[str, Any]:
    loaded: dict[str, Any] = json.loads(names_mlp.RECORD.read_text(encoding="utf-8"))
    return loaded


def test_it_is_of_the_names_that_ship(record: dict[str, Any]) -> None:
    packed = files("tapewalk.data").joinpath("names.txt.gz").read_bytes()
    content = gzip.decompress(packed)
    assert record["names"]["sha256"] == hashlib.sha256(content).hexdigest()


def test_it_is_of_a_full_run_that_learnt(record: dict[str, Any]) -> None:
    assert record["training"]["steps"] == names_mlp.STEPS
    means = record["losses"]["mean"]
    assert len(means) == names_mlp.STEPS // names_mlp.BLOCK == 200
    # Even the mean over 1,000 batches is noisy: ten of them together must fall, all the way.
    tens = [fmean(means[i : i + 10]) for i in range(0, 200, 10)]
    assert tens[0] > tens[9] > tens[19]
    assert max(after - before for before, after in pairwise(tens)) < 0.01
    assert record["final"]["train"] == record["losses"]["checked"][-1]["train"]


def test_its_first_block_comes_out_again(record: dict[str, Any]) -> None:
    x, y = data.contexts(data.split(data.names(), names_mlp.SEEDS["split"]).train)
    _, step = names_training.by_hand(names_mlp.SEEDS["parameters"])
    rows = names_training.batches(names_mlp.SEEDS["batches"], 0, len(y), names_mlp.BLOCK)
    mean = fmean(step(x[chosen], y[chosen], names_mlp.RATES[0]) for chosen in rows)
    # Another processor rounds otherwise, and a thousand steps carry that on.
    assert mean == pytest.approx(record["losses"]["mean"][0], abs=2e-3)


def test_its_samples_are_made_up_of_the_letters(record: dict[str, Any]) -> None:
    assert len(record["samples"]) == names_mlp.SAMPLES
    assert set("".join(record["samples"])) <= set("abcdefghijklmnopqrstuvwxyz")
