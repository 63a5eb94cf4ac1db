"""The backward pass by hand is right: against PyTorch's autograd and against our engine."""

from __future__ import annotations

import numpy as np

from bench.workloads import names_mlp_manual as manual
from bench.workloads import names_training as training
from tapewalk import data


def test_the_model_has_the_size_that_the_lesson_tells() -> None:
    assert sum(array.size for array in manual.initial(0)) == 12_297
    assert sum(array.size for array in manual.initial(0, hidden=64)) == 4_137


def test_fifty_steps_by_hand_with_pytorch_and_with_tapewalk_have_the_same_losses() -> None:
    x, y = data.contexts(data.split(data.names()).train)
    chosen = training.batches(2, 0, len(y), 50)
    losses = {}
    for engine, make in training.ENGINES.items():
        _, step = make(3)
        losses[engine] = [step(x[rows], y[rows], 0.1) for rows in chosen]
    assert losses["PyTorch"][-1] < losses["PyTorch"][0] - 0.5
    for engine in ("by hand", "tapewalk"):
        np.testing.assert_allclose(losses[engine], losses["PyTorch"], rtol=0, atol=1e-5)
