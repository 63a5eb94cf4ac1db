"""T1: one training step of the names MLP (batch 32, embedding 10, hidden 200, batch norm, SGD)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from bench.workloads import Work

Array = np.ndarray[Any, Any]
BATCH, CONTEXT, LETTERS, D, HIDDEN, LR, EPS = 32, 3, 27, 10, 200, 0.1, 1e-5


def start() -> tuple[list[Array], Array, Array]:
    """Return the parameters (matrices have a row for each input), contexts and targets."""
    rng = np.random.default_rng(0)

    def draw(*shape: int, scale: float) -> Array:
        return (rng.standard_normal(shape) * scale).astype(np.float32)

    parameters = [
        draw(LETTERS, D, scale=1.0),
        draw(CONTEXT * D, HIDDEN, scale=0.3),
        draw(HIDDEN, scale=0.1),
        draw(HIDDEN, scale=0.1) + np.float32(1),
        draw(HIDDEN, scale=0.1),
        draw(HIDDEN, LETTERS, scale=0.1),
        draw(LETTERS, scale=0.1),
    ]
    contexts = rng.integers(0, LETTERS, (BATCH, CONTEXT))
    return parameters, contexts, rng.integers(0, LETTERS, BATCH)


def forward(f: Any, form: str, parameters: list[Any], contexts: Any, targets: Any) -> Any:
    """Return the loss.

    tapewalk and PyTorch run these same lines: "fused" with linear layers and batch norm as one
    node each, "semi" with both from primitives, as the lesson builds them.

    Args:
        f: The engine's `nn.functional`.
        form: "fused" or "semi".
        parameters: As `start` returns them; with "fused" the matrices have a row for each output.
        contexts: The letters before.
        targets: The letters to predict.
    """
    c, w1, b1, gain, bias, w2, b2 = parameters
    emb = f.embedding(contexts, c).reshape(BATCH, CONTEXT * D)
    if form == "fused":
        pre = f.linear(emb, w1, b1)
        h = f.batch_norm(pre, None, None, gain, bias, True, eps=EPS).tanh()
        return f.cross_entropy(f.linear(h, w2, b2), targets)
    pre = emb @ w1 + b1
    distance = pre - pre.mean(0, keepdim=True)
    var = (distance**2).mean(0, keepdim=True)
    h = (distance * (var + EPS) ** -0.5 * gain + bias).tanh()
    return f.cross_entropy(h @ w2 + b2, targets)


def tapewalk(form: str) -> Work:
    """Return the work with tapewalk, `form` "fused" or "semi"."""
    import tapewalk as tw
    from tapewalk.nn import functional

    arrays, contexts, targets = start()
    parameters = [tw.Tensor(a, requires_grad=True) for a in _laid_out(arrays, form)]

    def update() -> None:
        for p in parameters:
            p.data -= LR * p.grad  # counts as a write, so a graph that saved p would detect it

    return _training(functional, form, parameters, (contexts, targets), update)


def torch(form: str) -> Work:
    """Return the work with PyTorch eager, `form` "fused" (F.batch_norm) or "semi" (composed)."""
    import torch as pt
    from torch.nn import functional

    arrays, contexts, targets = start()
    parameters = [pt.from_numpy(a).requires_grad_() for a in _laid_out(arrays, form)]
    given = pt.from_numpy(contexts), pt.from_numpy(targets)

    def update() -> None:
        with pt.no_grad():
            for p in parameters:
                p -= LR * p.grad

    return _training(functional, form, parameters, given, update)


def _laid_out(arrays: list[Array], form: str) -> list[Array]:
    """Return the parameters with the matrices in the layout of `linear`, if it is used."""
    return [
        np.ascontiguousarray(a.T) if form == "fused" and position in (1, 5) else a
        for position, a in enumerate(arrays)
    ]


def _training(
    f: Any, form: str, parameters: list[Any], given: tuple[Any, Any], update: Callable[[], None]
) -> Work:
    def step() -> float:
        loss = forward(f, form, parameters, *given)
        for p in parameters:
            p.grad = None
        loss.backward()
        update()
        return float(loss.item())

    return Work(step, lambda: _laid_out([np.array(p.grad) for p in parameters], form))


def tapewalk_product(form: str) -> Work:
    """Return the Hessian of the loss times a vector, with tapewalk."""
    import tapewalk as tw
    from tapewalk.nn import functional

    arrays, contexts, targets = start()
    parameters = [tw.Tensor(a, requires_grad=True) for a in _laid_out(arrays, form)]
    vectors = [tw.Tensor(v) for v in _laid_out(_directions(arrays), form)]
    return _product(functional, form, tw.grad, parameters, vectors, (contexts, targets))


def torch_product(form: str) -> Work:
    """Return the Hessian of the loss times a vector, with PyTorch."""
    import torch as pt
    from torch.nn import functional

    arrays, contexts, targets = start()
    parameters = [pt.from_numpy(a).requires_grad_() for a in _laid_out(arrays, form)]
    vectors = [pt.from_numpy(v) for v in _laid_out(_directions(arrays), form)]
    given = pt.from_numpy(contexts), pt.from_numpy(targets)
    return _product(functional, form, pt.autograd.grad, parameters, vectors, given)


def _directions(arrays: list[Array]) -> list[Array]:
    rng = np.random.default_rng(1)
    return [rng.standard_normal(a.shape).astype(np.float32) for a in arrays]


def _product(
    f: Any, form: str, grad: Any, parameters: list[Any], vectors: list[Any], given: tuple[Any, Any]
) -> Work:
    products: list[Any] = []

    def step() -> float:
        loss = forward(f, form, parameters, *given)
        firsts = grad(loss, parameters, create_graph=True)
        along = sum((g * v).sum() for g, v in zip(firsts, vectors, strict=True))
        products[:] = grad(along, parameters)
        return float(loss.item())

    return Work(step, lambda: _laid_out([np.array(p) for p in products], form))


def hips() -> Work:
    """Return the work with HIPS autograd, everything from primitives."""
    import autograd.numpy as anp
    from autograd import value_and_grad

    parameters, contexts, targets = start()
    rows = np.arange(BATCH)
    grads: list[Array] = []

    def loss_of(parameters: Any) -> Any:
        c, w1, b1, gain, bias, w2, b2 = parameters
        emb = anp.reshape(c[contexts], (BATCH, CONTEXT * D))
        pre = anp.dot(emb, w1) + b1
        distance = pre - anp.mean(pre, axis=0, keepdims=True)
        var = anp.mean(distance**2, axis=0, keepdims=True)
        h = anp.tanh(distance * (var + EPS) ** -0.5 * gain + bias)
        logits = anp.dot(h, w2) + b2
        shifted = logits - anp.max(logits, axis=1, keepdims=True)
        scores = shifted - anp.log(anp.sum(anp.exp(shifted), axis=1, keepdims=True))
        return -anp.mean(scores[rows, targets])

    both = value_and_grad(loss_of)

    def step() -> float:
        loss, grads[:] = both(parameters)
        for parameter, grad in zip(parameters, grads, strict=True):
            parameter -= (LR * grad).astype(np.float32, copy=False)
        return float(loss)

    return Work(step, lambda: list(grads))
