"""03.6: the whole backward pass of the network that invents names, and training steps."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import numpy as np

from tapewalk.nn import functional
from tapewalk_course.checking.exercise import (
    FOR_INPUTS,
    Case,
    Exercise,
    Factor,
    nothing,
    times_input,
)
from tapewalk_course.checking.folder import Folder
from tapewalk_course.checking.oracles import Array, leaf, with_torch
from tapewalk_course.exercises.module_03.network.run import NAMES, run
from tapewalk_course.exercises.module_03.pieces import EPS, draw_right, one_hot, softmax

_PLACES: Final = 3

_Parameters = dict[str, Array]


def _draw(rng: np.random.Generator) -> list[Case]:
    cases = []
    for n in (4, 6, 3):
        letters, depth, width = (int(x) for x in rng.permutation([4, 2, 3]))
        letters += 2
        looked_up = rng.integers(0, letters - 1, size=(n, _PLACES))
        looked_up[0] = [0, 0, 1]  # dots, as at the beginning of a name
        inputs: dict[str, Any] = {
            "C": rng.normal(size=(letters, depth)),
            "W1": rng.normal(size=(_PLACES * depth, width)),
            "b1": 0.1 * rng.normal(size=width),
            "W2": rng.normal(size=(width, letters)),
            "b2": 0.1 * rng.normal(size=letters),
            "bngain": rng.uniform(0.7, 1.3, size=(1, width)),
            "bnbias": 0.1 * rng.normal(size=(1, width)),
            "Xb": looked_up,
            "Yb": draw_right(rng, n, letters),
        }
        cases.append(Case({**inputs, "rate": float(rng.uniform(0.1, 0.3))}))
    return cases


def _step(parameters: _Parameters, looked_up: Array, right: Array, rate: float) -> float:
    loss, (embcat, raw, root, h, probs) = _forward(parameters, looked_up, right)
    scores = (probs - one_hot(right, probs.shape[1])) / len(right)
    a = (1 - h**2) * (scores @ parameters["W2"].T)
    x = parameters["bngain"] * root * a
    x = x - x.mean(0) - raw * (raw * x).mean(0)
    arrived = (x @ parameters["W1"].T).reshape(-1, parameters["C"].shape[1])
    read = one_hot(looked_up.reshape(-1), len(parameters["C"]))
    gradients = (
        read.T @ arrived,
        embcat.T @ x,
        x.sum(0),
        h.T @ scores,
        scores.sum(0),
        (raw * a).sum(0, keepdims=True),
        a.sum(0, keepdims=True),
    )
    for name, gradient in zip(NAMES, gradients, strict=True):
        parameters[name] = parameters[name] - rate * gradient
    return loss


def _forward(p: _Parameters, looked_up: Array, right: Array) -> tuple[float, tuple[Array, ...]]:
    """Return the loss, and the values for the backward pass."""
    embcat = p["C"][looked_up].reshape(len(right), -1)
    x = embcat @ p["W1"] + p["b1"]
    root = (x.var(0) + EPS) ** -0.5
    raw = (x - x.mean(0)) * root
    h = np.tanh(p["bngain"] * raw + p["bnbias"])
    probs = softmax(h @ p["W2"] + p["b2"])
    loss = float(-np.log(probs[np.arange(len(right)), right]).mean())
    return loss, (embcat, raw, root, h, probs)


def _by_autograd(
    case: Case, made_leaf: Callable[[Array], Any], positions: Callable[[Array], Any], library: Any
) -> Any:
    """Return losses and parameters after right steps, with gradients by a library.

    `positions` converts an array of integers into the library's indices.
    """

    def step(parameters: _Parameters, looked_up: Array, right: Array, rate: float) -> float:
        leaves = {name: made_leaf(value) for name, value in parameters.items()}
        emb = library.embedding(positions(looked_up), leaves["C"])
        x = emb.reshape(len(right), -1) @ leaves["W1"] + leaves["b1"]
        flat = {"weight": leaves["bngain"].reshape(-1), "bias": leaves["bnbias"].reshape(-1)}
        h = library.batch_norm(x, None, None, **flat, training=True, eps=EPS).tanh()
        logits = h @ leaves["W2"] + leaves["b2"]
        loss = library.cross_entropy(logits, positions(right))
        loss.backward()
        for name, each in leaves.items():
            parameters[name] = parameters[name] - rate * np.asarray(each.grad)
        return float(loss.item())

    return run((step,), case.inputs)


@with_torch
def _by_torch(pytorch: Any, case: Case) -> Any:
    def torch_leaf(value: Array) -> Any:
        return pytorch.tensor(value, requires_grad=True)

    return _by_autograd(case, torch_leaf, pytorch.tensor, pytorch.nn.functional)


EXERCISE: Final = Exercise(
    id="03.6",
    takes=("step_by_hand",),
    points=4,
    draw=_draw,
    call=lambda work, case: run(work, case.inputs),
    oracles={
        "formula": lambda case: run((_step,), case.inputs),
        "engine": lambda case: _by_autograd(case, leaf, np.asarray, functional),
        "torch": _by_torch,
    },
    mistakes=Folder(__name__, tools=("entropy", "layer", "norm")),
    # Its tools have factors of their own, its network does not.
    factor=Factor(
        (
            ("backward(logits, Yb)", "backward(logits, Yb) * {c} / {f[03.2]}"),
            (
                "= layer_backward(dlogits, h, W2)",
                "= (g / {f[03.3]} for g in layer_backward(dlogits, h, W2))",
            ),
            (
                "= batch_norm_backward(dhpreact, hprebn, bngain)",
                "= (g / {f[03.5]} for g in batch_norm_backward(dhpreact, hprebn, bngain))",
            ),
        ),
        multiplies=nothing,
        plain=times_input("rate"),
        choices=FOR_INPUTS,
    ),
)
