"""The backward pass by hand is right: against PyTorch's autograd and against our engine."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
import torch

import tapewalk
from bench.workloads import names_mlp_manual as manual
from bench.workloads import names_training as training
from tapewalk import data

# Both sides run the same operations in the same order, up to the tanh.
EXACT = (
    *("logprobs", "probs", "counts_sum_inv", "counts_sum", "counts", "norm_logits"),
    *("logit_maxes", "logits", "h", "W2", "b2"),
)


@pytest.fixture(scope="module")
def batch() -> tuple[Any, Any]:
    x, y = data.contexts(data.split(data.names()).train)
    chosen = training.batches(1, 0, len(y), 1)[0]
    return x[chosen], y[chosen]


def recorded(make: Any, x: Any, y: Any) -> tuple[manual.Parameters, SimpleNamespace, Any]:
    """Return parameters, values and gradients of the small steps, from an engine's backward."""
    parameters = manual.Parameters(*map(make, manual.initial(0)))
    t = manual.small_steps(parameters, x, y)
    named = vars(t) | parameters._asdict()
    seen = {name: named[name] for name in manual.GRADIENTS}
    for value in seen.values():
        value.retain_grad()
    t.loss.backward()
    return parameters, t, {name: value.grad for name, value in seen.items()}


@pytest.fixture(scope="module")
def from_pytorch(batch: tuple[Any, Any]) -> tuple[manual.Parameters, SimpleNamespace, Any]:
    given = map(torch.from_numpy, batch)
    return recorded(lambda a: torch.from_numpy(a).requires_grad_(), *given)


def test_the_model_has_the_size_that_the_lesson_tells() -> None:
    assert sum(array.size for array in manual.initial(0)) == 12_297
    assert sum(array.size for array in manual.initial(0, hidden=64)) == 4_137


@pytest.mark.parametrize("name", manual.GRADIENTS)
def test_each_of_the_26_gradients_is_pytorchs(name: str, from_pytorch: Any) -> None:
    parameters, t, wanted = from_pytorch
    got = manual.small_steps_backward(parameters, t)
    assert len(got) == len(wanted) == 26
    outcome = tapewalk.compare(name, got[name], wanted[name], show=False)
    assert outcome.close
    assert outcome.exact or name not in EXACT


def test_the_rule_for_tanh_alone_keeps_the_other_gradients_from_being_exact(
    from_pytorch: Any,
) -> None:
    _, t, wanted = from_pytorch
    by_hand = (1.0 - t.h**2) * wanted["h"]
    pytorchs = torch.ops.aten.tanh_backward(wanted["h"], t.h)
    assert tapewalk.compare("tanh", pytorchs, wanted["hpreact"], show=False).exact
    assert not tapewalk.compare("tanh", by_hand, wanted["hpreact"], show=False).exact


@pytest.mark.parametrize("name", manual.GRADIENTS)
def test_our_engine_finds_the_same_26(name: str, batch: Any, from_pytorch: Any) -> None:
    _, _, got = recorded(lambda a: tapewalk.Tensor(a, requires_grad=True), *batch)
    wanted = from_pytorch[2]
    # float32: what cancels to nearly 0 keeps the rounding of what it was made from
    assert tapewalk.compare(name, got[name], wanted[name], 1e-4, 1e-7, show=False).close


def test_cross_entropy_and_batch_norm_in_a_line_give_what_their_steps_gave(
    from_pytorch: Any,
) -> None:
    parameters, t, wanted = from_pytorch
    with torch.no_grad():
        dlogits = manual.cross_entropy_backward(t.logits, t.Y)
        dhprebn = manual.batch_norm_backward(
            wanted["hpreact"], parameters.bngain, t.bnraw, t.bnvar_inv
        )
    np.testing.assert_allclose(dlogits, wanted["logits"], rtol=1e-5, atol=1e-8)
    np.testing.assert_allclose(dhprebn, wanted["hprebn"], rtol=1e-5, atol=1e-8)


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
