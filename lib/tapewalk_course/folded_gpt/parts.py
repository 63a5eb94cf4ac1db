"""Which parts the folded graph has, and how each of them computes."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import torch
from torch import Tensor, nn
from torch.nn import functional

from tapewalk.twins import MiniGPT


@dataclass(frozen=True)
class Part:
    """A node of the folded graph.

    Attributes:
        compute: What it returns, called with one tensor for each of `uses`.
        uses: The parts whose results it takes, by name.
        at: Its column and row in the picture.
        modules: The modules whose parameters belong to it.
    """

    compute: Callable[..., Tensor]
    uses: tuple[str, ...]
    at: tuple[float, float]
    modules: tuple[nn.Module, ...] = field(default=())

    def parameters(self) -> list[nn.Parameter]:
        """Return its parameters, in the model's order."""
        return [weight for module in self.modules for weight in module.parameters()]


def parts_of(gpt: MiniGPT, tokens: Tensor, targets: Tensor) -> dict[str, Part]:
    """Return the parts of a model of two blocks, in the order in which they run.

    Args:
        gpt: Its attention is not fused.
        tokens: Shape (1, time).
        targets: The same shape.
    """
    first: Any = gpt.blocks[0]
    second: Any = gpt.blocks[1]
    attention, feed = second.attention, second.feed_forward
    time, heads = tokens.shape[1], attention.heads
    mask = torch.full((time, time), -torch.inf).triu(1)

    def embed() -> Tensor:
        places: Tensor = gpt.position_embedding(torch.arange(time))
        rows: Tensor = gpt.token_embedding(tokens)
        return rows + places

    def split(rows: Tensor) -> Tensor:
        return rows.view(1, time, heads, -1).transpose(1, 2)

    def attend(q: Tensor, k: Tensor, v: Tensor) -> Tensor:
        scores = split(q) @ split(k).transpose(-2, -1) * math.sqrt(heads / q.shape[-1])
        mixed = (scores + mask).softmax(-1) @ split(v)
        return mixed.transpose(1, 2).reshape(1, time, -1)

    def loss(scores: Tensor) -> Tensor:
        return functional.cross_entropy(scores.view(time, -1), targets.reshape(-1))

    def layer(module: nn.Module, use: str, *at: int) -> Part:
        return Part(module, (use,), (at[0], at[1]), (module,))

    return {
        "emb": Part(embed, (), (0, 0), (gpt.token_embedding, gpt.position_embedding)),
        "b0": Part(lambda x: first(x, mask), ("emb",), (1, 0), (first,)),
        "ln1": layer(second.ln1, "b0", 1, 1),
        "q": layer(attention.q, "ln1", 0, 2),
        "k": layer(attention.k, "ln1", 1, 2),
        "v": layer(attention.v, "ln1", 2, 2),
        "attn": Part(attend, ("q", "k", "v"), (1, 3)),
        "out": layer(attention.out, "attn", 3, 3),
        "add1": Part(torch.add, ("b0", "out"), (3, 0)),
        "ln2": layer(second.ln2, "add1", 4, 1),
        "up": layer(feed.up, "ln2", 4, 2),
        "gelu": Part(feed.gelu, ("up",), (4, 3)),
        "down": layer(feed.down, "gelu", 5, 3),
        "add2": Part(torch.add, ("add1", "down"), (5, 0)),
        "lnf": layer(gpt.ln, "add2", 6, 0),
        "head": layer(gpt.head, "lnf", 6, 1),
        "loss": Part(loss, ("head",), (6, 2)),
    }


def drawn(parts: dict[str, Part]) -> dict[str, Any]:
    """Return the graph as the views draw it: its nodes in order, and its edges."""
    nodes = [
        {"name": name, "at": part.at, "parameters": len(part.parameters())}
        for name, part in parts.items()
    ]
    edges = [[use, name] for name, part in parts.items() for use in part.uses]
    return {"nodes": nodes, "edges": edges}


def rounded(number: float, digits: int = 5) -> float:
    """Return a number with so many significant digits."""
    if number == 0 or not math.isfinite(number):
        return number
    return float(f"{number:.{digits}g}")
