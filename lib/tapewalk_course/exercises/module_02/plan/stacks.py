"""Stacks of blocks: what each keeps for backward, and a step with some of them checkpointed."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, pairwise
from typing import Any, Final, NamedTuple

import numpy as np

from tapewalk import Tensor, checkpoint, nn, score
from tapewalk.graph import saved_bytes, walk
from tapewalk.trace.score import held_bytes
from tapewalk_course.checking.distant import travels

_KINDS: Final = ("tanh", "gelu", "deep", "normed")
Plan = tuple[int, ...]


class Block(NamedTuple):
    """What a plan has to know about a block.

    Attributes:
        saved: Bytes that its nodes keep for backward, those of its input included.
        input: Bytes of its input, which is all that a checkpoint keeps.
        work: Multiplications of its forward pass.
    """

    saved: int
    input: int
    work: int


@travels
@dataclass(frozen=True)
class Stack:
    """Blocks in a row; the result of each is the input of the next.

    Attributes:
        rows: Rows of the input.
        widths: Lengths of the rows before and after each block.
        hidden: Length of the rows within each block.
        kinds: The kind of each block.
    """

    rows: int
    widths: tuple[int, ...]
    hidden: tuple[int, ...]
    kinds: tuple[str, ...]

    def __repr__(self) -> str:
        return "\n         ".join(map(repr, self.blocks()))

    def blocks(self) -> tuple[Block, ...]:
        """Return what each block keeps and costs, as our engine measures it."""
        return _measured(self)


def drawn_stack(rng: np.random.Generator, blocks: int) -> Stack:
    """Return a random stack."""
    return Stack(
        int(rng.integers(2, 5)),
        tuple(int(width) for width in rng.integers(2, 12, blocks + 1)),
        tuple(int(width) for width in rng.integers(2, 24, blocks)),
        tuple(str(kind) for kind in rng.choice(_KINDS, blocks)),
    )


@lru_cache(maxsize=256)
def _measured(stack: Stack) -> tuple[Block, ...]:
    found = []
    for block, width in zip(_layers(stack), stack.widths, strict=False):
        rows = Tensor(np.ones((stack.rows, width), np.float32), requires_grad=True)
        kept = saved_bytes(walk(block(rows).sum(), block)).activations
        weights = sum(p.data.size for p in block.parameters() if p.data.ndim == 2)
        found.append(Block(kept, rows.data.nbytes, stack.rows * weights))
    return tuple(found)


def _layers(stack: Stack) -> list[nn.Sequential]:
    rng, made = np.random.default_rng(0), []
    for kind, hidden, (before, after) in zip(
        stack.kinds, stack.hidden, pairwise(stack.widths), strict=True
    ):
        first = [nn.LayerNorm(before)] if kind == "normed" else []
        bend: Any = nn.GELU if kind in ("gelu", "normed") else nn.Tanh
        middle = [nn.Linear(hidden, hidden, generator=rng), nn.Tanh()] if kind == "deep" else []
        up, down = nn.Linear(before, hidden, generator=rng), nn.Linear(hidden, after, generator=rng)
        made.append(nn.Sequential(*first, up, bend(), *middle, down))
    return made


@lru_cache(maxsize=4096)
def replayed(stack: Stack, plan: Plan) -> tuple[int, int]:
    """Return the most bytes that a step with a plan holds, and the work that it does twice.

    Both are measured: our engine runs the blocks forward and back.
    """
    calls = [0] * len(stack.kinds)

    def loss() -> Tensor:
        x: Any = Tensor(np.ones((stack.rows, stack.widths[0]), np.float32))
        for position, block in enumerate(_layers(stack)):

            def counted(x: Any, position: int = position, block: Any = block) -> Any:
                calls[position] += 1
                return block(x)

            x = checkpoint(counted, x) if position in plan else counted(x)
        total: Tensor = x.sum()
        return total

    peak = max(held_bytes(score(loss, source=False)))
    again = sum((n - 1) * b.work for n, b in zip(calls, stack.blocks(), strict=True))
    return peak, again


def peak_of(stack: Stack, plan: Collection[int]) -> int:
    """Return the most bytes held in one step, by formula."""
    kept, peak = 0, 0
    for position, block in enumerate(stack.blocks()):
        peak = max(peak, kept + block.saved)
        kept += block.input if position in plan else block.saved
    return peak


def work_of(stack: Stack, plan: Collection[int]) -> int:
    """Return the multiplications that are done twice, by formula."""
    return sum(block.work for n, block in enumerate(stack.blocks()) if n in plan)


def plans(stack: Stack) -> list[Plan]:
    """Return all plans for a stack."""
    places = range(len(stack.kinds))
    return [plan for size in range(len(places) + 1) for plan in combinations(places, size)]


@lru_cache(maxsize=256)
def fitting_plans(stack: Stack, budget: int) -> list[Plan]:
    """Return the plans that fit."""
    return [plan for plan in plans(stack) if peak_of(stack, plan) <= budget]


def cheapest(stack: Stack, budget: int) -> Plan:
    """Return the plan that fits and computes least twice."""
    return min(fitting_plans(stack, budget), key=lambda plan: work_of(stack, plan))
