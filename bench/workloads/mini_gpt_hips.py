"""T2 with HIPS autograd: layer norm, GELU, softmax and cross-entropy from primitives."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from bench.workloads import Work
from bench.workloads.mini_gpt import SIZES, Array, start

ROOT_HALF = np.float32(math.sqrt(0.5))


def hips(name: str) -> Work:
    """Return the work; it needs `autograd` and `scipy`."""
    import autograd.numpy as anp
    from autograd import value_and_grad
    from autograd.scipy.special import erf

    size = SIZES[name]
    p, tokens, targets, mask = start(size)
    rows, scale = np.arange(targets.size), np.float32(size.scale)
    grads: list[Array] = []

    def norm(p: Any, name: str, x: Any) -> Any:
        distance = x - anp.mean(x, axis=-1, keepdims=True)
        var = anp.mean(distance**2, axis=-1, keepdims=True)
        return distance * (var + 1e-5) ** -0.5 * p[f"{name}.w"] + p[f"{name}.b"]

    def linear(p: Any, name: str, x: Any) -> Any:
        return anp.matmul(x, p[f"{name}.w"].T) + p[f"{name}.b"]

    def softmax(x: Any) -> Any:
        e = anp.exp(x - anp.max(x, axis=-1, keepdims=True))
        return e / anp.sum(e, axis=-1, keepdims=True)

    def heads(x: Any) -> Any:
        return anp.swapaxes(anp.reshape(x, size.split), 1, 2)

    def loss_of(p: Any) -> Any:
        h = p["tok"][tokens] + p["pos"]
        for i in range(size.layers):
            x = norm(p, f"{i}.ln1", h)
            q, k, v = (heads(linear(p, f"{i}.{n}", x)) for n in "qkv")
            y = anp.matmul(softmax(anp.matmul(q, anp.swapaxes(k, -2, -1)) * scale + mask), v)
            y = anp.reshape(anp.swapaxes(y, 1, 2), (size.batch, size.time, size.d))
            h = h + linear(p, f"{i}.out", y)
            u = linear(p, f"{i}.up", norm(p, f"{i}.ln2", h))
            h = h + linear(p, f"{i}.down", u * 0.5 * (1 + erf(u * ROOT_HALF)))
        logits = anp.reshape(linear(p, "head", norm(p, "ln", h)), (-1, size.vocabulary))
        shifted = logits - anp.max(logits, axis=1, keepdims=True)
        scores = shifted - anp.log(anp.sum(anp.exp(shifted), axis=1, keepdims=True))
        return -anp.mean(scores[rows, targets])

    both = value_and_grad(loss_of)

    def step() -> float:
        loss, by_name = both(p)
        grads[:] = by_name.values()
        return float(loss)

    return Work(step, lambda: list(grads))
