"""The names MLP of module 03 at several steps of its training, for the figures of its pages."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np

from tapewalk import data

CONTEXT, EMBEDDING, HIDDEN, EPS, BATCH = 3, 10, 64, 1e-5, 32

Array = np.ndarray[Any, Any]


class Checkpoint(NamedTuple):
    """A model with batch norm worked into the weights before it, in float16.

    Attributes:
        steps: How many training steps it had.
        dev: Its loss on the names of `dev`.
    """

    steps: int
    dev: float
    C: Array
    W1: Array
    b1: Array
    W2: Array
    b2: Array


def logits(model: Checkpoint, contexts: Array) -> Array:
    """Return the scores of the next letter.

    Args:
        model: The model.
        contexts: Integers of shape (n, 3).
    """
    C, W1, b1, W2, b2 = (part.astype(np.float32) for part in model[2:])
    h = np.tanh(C[contexts].reshape(len(contexts), -1) @ W1 + b1)
    scores: Array = h @ W2 + b2
    return scores


def checkpoints(steps: Sequence[int]) -> Iterator[Checkpoint]:
    """Train as the page *Trained by hand* does, with autograd, and yield the model at some steps.

    Args:
        steps: Ascending; 0 is the model before its training.
    """
    import torch
    import torch.nn.functional as F  # noqa: N812

    letters = len(data.vocabulary(data.names()))
    parts = data.split(data.names())
    X, Y = (torch.from_numpy(part) for part in data.contexts(parts.train))
    generator = torch.Generator().manual_seed(1)

    def normal(*shape: int) -> torch.Tensor:
        return torch.randn(*shape, generator=generator)

    C, fan_in = normal(letters, EMBEDDING), EMBEDDING * CONTEXT
    W1 = normal(fan_in, HIDDEN) * (5 / 3) / fan_in**0.5
    b1, W2, b2 = normal(HIDDEN) * 0.1, normal(HIDDEN, letters) * 0.1, normal(letters) * 0.1
    gain, bias = normal(1, HIDDEN) * 0.1 + 1, normal(1, HIDDEN) * 0.1
    parameters = [C, W1, b1, W2, b2, gain, bias]
    drawing = torch.Generator().manual_seed(2)
    for p in parameters:
        p.requires_grad_()
    for step in range(max(steps) + 1):
        if step in steps:
            with torch.no_grad():
                before = C[X].view(len(X), -1) @ W1 + b1
                scale = gain[0] * (before.var(0) + EPS) ** -0.5
                shift = scale * (b1 - before.mean(0)) + bias[0]
                found = [p.numpy().astype(np.float16) for p in (C, W1 * scale, shift, W2, b2)]
            yield _measured(Checkpoint(step, 0.0, *found), parts.dev)
        rows = torch.randint(0, len(X), (BATCH,), generator=drawing)
        u = C[X[rows]].view(BATCH, -1) @ W1 + b1
        normed = (u - u.mean(0)) * (u.var(0) + EPS) ** -0.5
        loss = F.cross_entropy((gain * normed + bias).tanh() @ W2 + b2, Y[rows])
        gradients = torch.autograd.grad(loss, parameters)
        with torch.no_grad():
            for p, gradient in zip(parameters, gradients, strict=True):
                p -= (0.1 if step < 2000 else 0.01) * gradient


def _measured(model: Checkpoint, names: Sequence[str]) -> Checkpoint:
    X, Y = data.contexts(names)
    scores = logits(model, X)
    log_sum = np.log(np.exp(scores).sum(1))
    return model._replace(dev=float((log_sum - scores[np.arange(len(Y)), Y]).mean()))


def packed(models: Sequence[Checkpoint]) -> dict[str, Any]:
    """Return the models as the view `nextLetter` reads them.

    Args:
        models: The models.
    """
    return {
        "symbols": "".join(data.vocabulary(data.names()).symbols),
        "context": CONTEXT,
        "embedding": EMBEDDING,
        "hidden": HIDDEN,
        "checkpoints": [
            {"steps": model.steps, "dev": round(model.dev, 3), "weights": _text(model[2:])}
            for model in models
        ],
    }


def _text(parts: Sequence[Array]) -> str:
    return b64encode(b"".join(part.astype("<f2").tobytes() for part in parts)).decode()


def greedy(model: Checkpoint) -> str:
    """Return the name that the model writes at temperature 0, at most 16 letters, without its dot.

    Args:
        model: The model.
    """
    symbols = [0] * CONTEXT
    while len(symbols) < CONTEXT + 16:
        symbols.append(int(logits(model, np.array([symbols[-CONTEXT:]])).argmax()))
        if symbols[-1] == 0:
            break
    return data.vocabulary(data.names()).decode(symbols[CONTEXT:]).rstrip(".")


def vowel_shares(models: Sequence[Checkpoint]) -> tuple[dict[int, float], float]:
    """Return how much of the chance goes to vowels after a consonant, on the names of `dev`.

    Args:
        models: The models.

    Returns:
        The share by the model's steps, and how often a vowel follows in the names.
    """
    X, Y = data.contexts(data.split(data.names()).dev)
    vowels = data.vocabulary(data.names()).encode("aeiou")
    after_consonant = ~np.isin(X[:, -1], [0, *vowels])
    shares = {}
    for model in models:
        counts = np.exp(logits(model, X[after_consonant]))
        shares[model.steps] = float((counts[:, vowels].sum(1) / counts.sum(1)).mean())
    return shares, float(np.isin(Y[after_consonant], vowels).mean())
