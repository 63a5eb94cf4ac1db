"""T2 and T3: forward and backward of a mini-GPT (pre-LN, separate Q, K, V, exact GELU)."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from bench.workloads import Work

Array = np.ndarray[Any, Any]


@dataclass(frozen=True)
class Size:
    """The size of the model and of its batch."""

    d: int
    batch: int
    time: int
    heads: int = 4
    layers: int = 2
    vocabulary: int = 512

    @property
    def split(self) -> tuple[int, ...]:
        """The shape of queries, keys and values by head."""
        return self.batch, self.time, self.heads, self.d // self.heads

    @property
    def scale(self) -> float:
        """The factor of the attention scores."""
        return 1 / math.sqrt(self.d // self.heads)


SIZES = {"T2": Size(d=64, batch=1, time=8), "T3": Size(d=128, batch=32, time=64)}


def start(size: Size) -> tuple[dict[str, Array], Array, Array, Array]:
    """Return parameters by name, tokens, targets and the causal mask."""
    rng = np.random.default_rng(0)
    d, p = size.d, dict[str, Array]()

    def draw(name: str, *shape: int) -> None:
        p[name] = (rng.standard_normal(shape) * 0.05).astype(np.float32)

    def linear(name: str, rows: int, columns: int) -> None:
        draw(f"{name}.w", rows, columns)
        draw(f"{name}.b", rows)

    def norm(name: str) -> None:
        p[f"{name}.w"], p[f"{name}.b"] = np.ones(d, np.float32), np.zeros(d, np.float32)

    draw("tok", size.vocabulary, d)
    draw("pos", size.time, d)
    for i in range(size.layers):
        for name in ("q", "k", "v", "out"):
            linear(f"{i}.{name}", d, d)
        linear(f"{i}.up", 4 * d, d)
        linear(f"{i}.down", d, 4 * d)
        norm(f"{i}.ln1")
        norm(f"{i}.ln2")
    norm("ln")
    linear("head", size.vocabulary, d)
    tokens = rng.integers(0, size.vocabulary, (size.batch, size.time))
    targets = rng.integers(0, size.vocabulary, size.batch * size.time)
    mask = np.triu(np.full((size.time, size.time), -np.inf, np.float32), 1)
    return p, tokens, targets, mask


def forward(
    size: Size, f: Any, form: str, p: dict[str, Any], given: tuple[Any, Any, Any, Any]
) -> Any:
    """Return the loss.

    tapewalk and PyTorch run these same lines: "attn" with attention as one node, "semi" with
    attention node by node.

    Args:
        size: The size of the model.
        f: The engine's `nn.functional`.
        form: "attn" or "semi".
        p: Parameters by name.
        given: Tokens, positions, targets and the mask.
    """
    tokens, positions, targets, mask = given

    def linear(name: str, x: Any) -> Any:
        return f.linear(x, p[f"{name}.w"], p[f"{name}.b"])

    def norm(name: str, x: Any) -> Any:
        return f.layer_norm(x, (size.d,), p[f"{name}.w"], p[f"{name}.b"])

    def attention(q: Any, k: Any, v: Any) -> Any:
        if form == "attn":
            return f.scaled_dot_product_attention(q, k, v, is_causal=True)
        return (q @ k.transpose(-2, -1) * size.scale + mask).softmax(-1) @ v

    h = f.embedding(tokens, p["tok"]) + f.embedding(positions, p["pos"])
    for i in range(size.layers):
        x = norm(f"{i}.ln1", h)
        q, k, v = (linear(f"{i}.{n}", x).reshape(size.split).transpose(1, 2) for n in "qkv")
        y = attention(q, k, v).transpose(1, 2).reshape((size.batch, size.time, size.d))
        h = h + linear(f"{i}.out", y)
        h = h + linear(f"{i}.down", f.gelu(linear(f"{i}.up", norm(f"{i}.ln2", h))))
    logits = linear("head", norm("ln", h))
    return f.cross_entropy(logits.reshape((-1, size.vocabulary)), targets)


def tapewalk(name: str, form: str) -> Work:
    """Return the work with tapewalk, `form` "semi" or "attn"."""
    size = SIZES[name]
    import tapewalk as tw
    from tapewalk.nn import functional

    arrays, tokens, targets, mask = start(size)
    p = {key: tw.Tensor(array, requires_grad=True) for key, array in arrays.items()}
    given = tokens, np.arange(size.time), targets, tw.Tensor(mask)
    return _work(lambda: forward(size, functional, form, p, given), list(p.values()))


def torch(name: str, form: str) -> Work:
    """Return the work with PyTorch eager, `form` "semi" (standard) or "attn" (SDPA)."""
    size = SIZES[name]
    import torch as pt
    from torch.nn import functional

    arrays, tokens, targets, mask = start(size)
    p = {key: pt.from_numpy(array).requires_grad_() for key, array in arrays.items()}
    given = pt.from_numpy(tokens), pt.arange(size.time), pt.from_numpy(targets), pt.from_numpy(mask)
    return _work(lambda: forward(size, functional, form, p, given), list(p.values()))


def _work(loss_of: Callable[[], Any], parameters: list[Any]) -> Work:
    def step() -> float:
        loss = loss_of()
        for parameter in parameters:
            parameter.grad = None
        loss.backward()
        return float(loss.item())

    return Work(step, lambda: [np.array(parameter.grad) for parameter in parameters])
