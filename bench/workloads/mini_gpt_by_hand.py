"""T3 in NumPy with the backward pass written out: the floor of a NumPy engine on this BLAS."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from bench.workloads import Work
from bench.workloads.mini_gpt import SIZES, Array, start

EPS = np.float32(1e-5)


def by_hand(name: str) -> Work:
    """Return the work; saved arrays are kept in the order in which the backward pass reads them."""
    from scipy.special import erf

    size = SIZES[name]
    p, tokens, targets, mask = start(size)
    n, d, heads = size.batch * size.time, size.d, (0, 2, 1, 3)
    rows, scale = np.arange(n), np.float32(size.scale)
    grads: dict[str, Array] = {}

    def linear(name: str, x: Array) -> Array:
        y: Array = x @ p[f"{name}.w"].T
        y += p[f"{name}.b"]
        return y

    def linear_back(name: str, x: Array, g: Array) -> Array:
        grads[f"{name}.w"], grads[f"{name}.b"] = g.T @ x, np.add.reduce(g, 0)
        back: Array = g @ p[f"{name}.w"]
        return back

    def norm(name: str, x: Array) -> tuple[Array, Any]:
        xhat = x - np.add.reduce(x, 1, keepdims=True) / d
        r = (np.vecdot(xhat, xhat)[:, None] / d + EPS) ** np.float32(-0.5)
        xhat *= r
        return xhat * p[f"{name}.w"] + p[f"{name}.b"], (xhat, r)

    def norm_back(name: str, saved: Any, g: Array) -> Array:
        xhat, r = saved
        along = g * xhat
        grads[f"{name}.w"], grads[f"{name}.b"] = np.add.reduce(along, 0), np.add.reduce(g, 0)
        gain = p[f"{name}.w"]
        back: Array = g * gain
        back -= (g @ gain)[:, None] / d
        xhat *= (along @ gain)[:, None] / d
        back -= xhat
        back *= r
        return back

    def by_head(x: Array) -> Array:
        return x.reshape(size.split).transpose(heads)

    def joined(x: Array) -> Array:
        return x.transpose(heads).reshape(n, d)

    def block(i: int, h: Array) -> tuple[Array, Any]:
        x, first = norm(f"{i}.ln1", h)
        q, k, v = (by_head(linear(f"{i}.{one}", x)) for one in "qkv")
        shares = q @ k.mT
        shares *= scale
        shares += mask
        shares -= np.maximum.reduce(shares, -1, keepdims=True)
        np.exp(shares, out=shares)
        shares /= np.add.reduce(shares, -1, keepdims=True)
        y = joined(shares @ v)
        h = h + linear(f"{i}.out", y)
        z, second = norm(f"{i}.ln2", h)
        up = linear(f"{i}.up", z)
        below = (erf(up * np.float32(math.sqrt(0.5))) + 1) * np.float32(0.5)
        bent = up * below
        h = h + linear(f"{i}.down", bent)
        return h, (first, x, q, k, v, shares, y, second, z, up, below, bent)

    def block_back(i: int, saved: Any, g: Array) -> Array:
        first, x, q, k, v, shares, y, second, z, up, below, bent = saved
        density = np.exp(up * up * np.float32(-0.5)) * np.float32(1 / math.sqrt(2 * math.pi))
        by_up = linear_back(f"{i}.down", bent, g) * (below + up * density)
        g = g + norm_back(f"{i}.ln2", second, linear_back(f"{i}.up", z, by_up))
        by_y = by_head(linear_back(f"{i}.out", y, g))
        by_shares = by_y @ v.mT
        by_shares -= np.vecdot(by_shares, shares)[..., None]
        by_shares *= shares
        by_shares *= scale
        parts = {"q": by_shares @ k, "k": by_shares.mT @ q, "v": shares.mT @ by_y}
        by_x = sum(linear_back(f"{i}.{one}", x, joined(part)) for one, part in parts.items())
        return g + norm_back(f"{i}.ln1", first, by_x)

    def step() -> float:
        h, saved = (p["tok"][tokens] + p["pos"]).reshape(n, d), []
        for i in range(size.layers):
            h, kept = block(i, h)
            saved.append(kept)
        x, last = norm("ln", h)
        shares = linear("head", x)
        shares -= np.maximum.reduce(shares, 1, keepdims=True)
        at_target = shares[rows, targets]
        np.exp(shares, out=shares)
        total = np.add.reduce(shares, 1)
        loss = float(np.add.reduce(np.log(total) - at_target) / n)
        shares /= total[:, None]
        shares[rows, targets] -= 1
        shares /= n
        g = norm_back("ln", last, linear_back("head", x, shares))
        for i in reversed(range(size.layers)):
            g = block_back(i, saved[i], g)
        grads["tok"] = np.zeros_like(p["tok"])
        np.add.at(grads["tok"], tokens.reshape(-1), g)
        grads["pos"] = np.add.reduce(g.reshape(size.batch, size.time, d), 0)
        return loss

    return Work(step, lambda: [grads[key] for key in p])
