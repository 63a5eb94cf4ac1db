"""T1 in NumPy with the backward pass written out: the practical floor of every NumPy engine."""

from __future__ import annotations

import numpy as np

from bench.workloads import Work
from bench.workloads.names_mlp import BATCH, CONTEXT, EPS, LETTERS, LR, Array, D, start


def by_hand() -> Work:
    """Return the work; sums over rows are products with ones, the fastest form in NumPy."""
    parameters, contexts, targets = start()
    c, w1, b1, gain, bias, w2, b2 = parameters
    rows, n = np.arange(BATCH), np.float32(BATCH)
    ones, columns = np.ones(BATCH, np.float32), np.arange(D)
    letters = np.ones(LETTERS, np.float32)
    grads: list[Array] = []

    def step() -> float:
        emb = c.take(contexts, axis=0).reshape(BATCH, CONTEXT * D)
        distance = emb @ w1
        distance += b1
        distance -= (ones @ distance) / n
        r = ((ones @ (distance * distance)) / n + np.float32(EPS)) ** np.float32(-0.5)
        xhat = distance * r
        h = xhat * gain
        h += bias
        np.tanh(h, out=h)
        logits = h @ w2
        logits += b2
        logits -= np.maximum.reduce(logits, axis=1, keepdims=True)
        p = np.exp(logits)
        total = p @ letters
        loss = float(np.add.reduce(np.log(total) - logits[rows, targets]) / n)

        p /= total[:, None]
        p[rows, targets] -= 1
        p /= n
        dh = p @ w2.T
        dy = 1 - h * h
        dy *= dh
        dbias, dgain = ones @ dy, ones @ (dy * xhat)
        dpre = dy - dbias / n
        dpre -= xhat * (dgain / n)
        dpre *= r * gain
        demb = dpre @ w1.T
        dc = np.zeros(LETTERS * D, np.float32)
        # The contexts differ from batch to batch, so this belongs to the step.
        np.add.at(dc, (contexts.reshape(-1, 1) * D + columns).reshape(-1), demb.reshape(-1))
        grads[:] = (
            dc.reshape(LETTERS, D),
            emb.T @ dpre,
            ones @ dpre,
            dgain,
            dbias,
            h.T @ p,
            ones @ p,
        )
        for parameter, grad in zip(parameters, grads, strict=True):
            parameter -= LR * grad
        return loss

    return Work(step, lambda: list(grads))
