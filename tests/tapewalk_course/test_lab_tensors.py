"""The tensor engine of the lab: its gradients, and what the page of tensors checks edits with."""

from __future__ import annotations

from inspect import getsource
from typing import Any

import numpy as np
import pytest
import torch

from tapewalk_course.lab import tensor
from tapewalk_course.lab.edits import _EDITS, broken, tensor_edits
from tapewalk_course.lab.models import GPT
from tapewalk_course.lab.nudge import nudge
from tapewalk_course.lab.taped import taped
from tapewalk_course.lab.tensor import Tensor


def _is_right(told: dict[str, Any]) -> bool:
    return all(
        one["got"] is not None and np.allclose(one["got"], one["slope"], atol=1e-6)
        for one in told["leaves"]
    )


@pytest.mark.parametrize("cell", _EDITS)
def test_nudging_tells_right_edits_from_mistakes(cell: str) -> None:
    program, piece, wrong = _EDITS[cell]
    assert _is_right(nudge(getsource(tensor), program))
    for one in wrong:
        assert not _is_right(nudge(broken(piece, one), program)), one
    data = tensor_edits({cell: ("right", *wrong)})["cells"][cell]
    assert [mistake["say"] for mistake in data["mistakes"]] == list(wrong)


def test_gradients_of_all_operations_match_pytorch() -> None:
    rng = np.random.default_rng(3)
    x, w, b = rng.normal(size=(2, 3, 4)), rng.normal(size=(4, 3)), rng.normal(size=(3, 1))

    def run(x: Any, w: Any, b: Any, log_softmax: Any) -> Any:
        y = (x @ w + b).tanh() * 2.0 - b
        z = log_softmax(y)[[0, 1, 0], :, 1] ** 2 + (y.swapaxes(0, 1).relu() - 1.0).exp().sum(1)
        return (1.0 - z.reshape(9) * z.reshape(9)).mean() - y.sum() * 0.1

    ours = [Tensor(each.copy()) for each in (x, w, b)]
    theirs = [torch.tensor(each, requires_grad=True) for each in (x, w, b)]
    loss = run(*ours, lambda y: y.log_softmax())
    loss.backward()
    expected = run(*theirs, lambda y: y.log_softmax(-1))
    expected.backward()
    assert np.isclose(loss.data, expected.item())
    drawn = taped(loss, dict(zip("xwb", ours, strict=True)))
    by_name = {node["label"]: str(node["id"]) for node in drawn["nodes"] if node["label"]}
    for name, mine, its in zip("xwb", ours, theirs, strict=True):
        assert np.allclose(mine.grad, its.grad.numpy()), name
        values = drawn["grads"][by_name[name]]["values"]
        assert np.allclose(values, its.grad.numpy().ravel()), name


def test_gpt_never_looks_ahead() -> None:
    gpt = GPT(Tensor, np.random.default_rng(0), d=8, heads=2)
    texts = np.array([[1, 2, 3, 4], [1, 2, 9, 4]])
    scores = gpt(texts).data
    assert np.array_equal(scores[0, :2], scores[1, :2])
    assert not np.allclose(scores[0, 2:], scores[1, 2:])
