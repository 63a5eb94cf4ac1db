"""Deep stacks of blocks with and without skips: what `residuals` shows of them.

`python -m tapewalk_course.stacks` computes the family again and writes `stacks.json` beside this
file, in a few minutes on one thread. The page runs single stacks of it and compares them with the
file.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import torch
from torch import nn
from torch.nn.functional import cross_entropy, gelu, normalize

WIDTH, CLASSES, ROWS = 32, 10, 32
DEPTHS = [2, 4, 8, 16, 24]
GAINS = [0.5, 0.75, 1, 1.25, 1.5]
NORMS = ["none", "before", "after"]
STEPS, EVERY, DRAWS = 60, 3, 3
FILE = Path(__file__).with_name("stacks.json")
# One letter for each of 90 places from -1 to 1: those that JSON and HTML leave as they are.
LETTERS = [chr(code) for code in range(35, 127) if chr(code) not in "&<>\\'`"]

torch.manual_seed(1)
X, Y = torch.randn(ROWS, WIDTH), torch.randint(CLASSES, (ROWS,))


class Block(nn.Module):
    """A block of the stack: f, with or without a skip, and LayerNorm before f or after the sum."""

    def __init__(self, skip: bool, norm: str) -> None:
        super().__init__()
        self.skip = skip
        self.before = nn.LayerNorm(WIDTH) if norm == "before" else nn.Identity()
        self.mix = nn.Linear(WIDTH, 3 * WIDTH)
        self.up, self.down = nn.Linear(WIDTH, 4 * WIDTH), nn.Linear(4 * WIDTH, WIDTH)
        self.after = nn.LayerNorm(WIDTH) if norm == "after" else nn.Identity()

    def branch(self, x: torch.Tensor) -> torch.Tensor:
        """Return f of the rows: each reads from all, then each is calculated by itself."""
        q, k, v = self.mix(self.before(x)).chunk(3, 1)
        rows = (q @ k.T / WIDTH**0.5).softmax(1) @ v
        return self.down(gelu(self.up(rows)))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        """Return the rows after the block."""
        return self.after(x + self.branch(x) if self.skip else self.branch(x))


def stack(skip: bool, norm: str, depth: int = 24, gain: float = 1, seed: int = 0) -> nn.Sequential:
    """Return blocks in a row and a classifier."""
    torch.manual_seed(seed)
    last = nn.LayerNorm(WIDTH) if norm == "before" else nn.Identity()
    head = nn.Linear(WIDTH, CLASSES)
    model = nn.Sequential(*(Block(skip, norm) for _ in range(depth)), last, head)
    for layer in model.modules():
        if isinstance(layer, nn.Linear):
            nn.init.normal_(layer.weight, 0, gain / layer.in_features**0.5)
            nn.init.zeros_(layer.bias)
    return model


def gradients(model: nn.Sequential) -> list[float]:
    """Return the rms of the gradient of each block's `up.weight`, without rounding to 0."""
    model = model.double()
    blocks = [block for block in model if isinstance(block, Block)]
    weights = [block.up.weight for block in blocks]
    found = torch.autograd.grad(cross_entropy(model(X.double()), Y), weights)
    return [grad.square().mean().sqrt().item() for grad in found]


def rows_through(model: nn.Sequential) -> Iterator[torch.Tensor]:
    """Yield the rows that come in, and those after each block, in float64."""
    rows, model = X.double(), model.double()
    yield rows
    for block in model:
        if isinstance(block, Block):
            rows = block(rows).detach()
            yield rows


def alike(rows: torch.Tensor) -> float:
    """Return the mean cosine between two different rows."""
    unit = _unit(rows)
    count = len(rows)
    return float(((unit @ unit.T).sum() - count) / (count * (count - 1)))


def dots(rows: torch.Tensor) -> torch.Tensor:
    """Return a place for each row: length 1, centred, seen as much like the input as possible.

    A fixed plane would show a rotation as a collapse.
    """
    start, now = (_unit(r) - _unit(r).mean(0) for r in (X.double(), rows))
    place = start @ torch.linalg.svd(start)[2][:2].T
    u, _, v = torch.linalg.svd(now.T @ place, full_matrices=False)
    return now @ (u @ v)


def shares(model: nn.Sequential, most: int = 4) -> list[float]:
    """Return the share of the input's gradient that comes through 0, 1, 2, 3 and more branches.

    The share of a group of paths is its projection on the whole gradient.
    """
    blocks = [block for block in model if isinstance(block, Block)]
    *inputs, top = rows_through(model)
    top.requires_grad_()
    loss = cross_entropy(model[len(blocks) :](top), Y)
    parts = [*torch.autograd.grad(loss, top)] + [torch.zeros_like(top)] * most
    for block, rows in zip(reversed(blocks), reversed(inputs), strict=True):
        rows = rows.detach().requires_grad_()
        skip = rows.detach().clone().requires_grad_()
        branch = block.branch(rows)
        out = block.after(skip + branch)
        sent = [torch.autograd.grad(out, (skip, rows), p, retain_graph=True) for p in parts]
        through = [branch for _, branch in sent]
        parts = [straight for straight, _ in sent]
        for k in range(1, most + 1):
            parts[k] = parts[k] + through[k - 1]
        parts[most] = parts[most] + through[most]
    whole = torch.stack(parts).sum(0)
    return [float((part * whole).sum() / whole.square().sum()) for part in parts]


def learned(model: nn.Sequential) -> list[float]:
    """Return the loss before training and after every third step of Adam."""
    adam = torch.optim.Adam(model.parameters(), lr=2e-3)
    losses: list[float] = []
    for step in range(STEPS + 1):
        loss = cross_entropy(model(X), Y)
        if step % EVERY == 0:
            losses.append(loss.item())
        adam.zero_grad()
        loss.backward()
        adam.step()
    return losses


def _unit(rows: torch.Tensor) -> torch.Tensor:
    return normalize(rows, dim=1, eps=1e-200)


def _log(values: list[float]) -> list[int]:
    """Return hundredths of powers of ten, which JSON writes in few letters; ±9999 past float32."""
    logs = torch.tensor(values, dtype=torch.float64).log10().mul(100).round()
    return [int(x) for x in logs.nan_to_num(9999, 9999, -9999)]


def _letters(places: torch.Tensor) -> str:
    top = len(LETTERS) - 1
    return "".join(LETTERS[round(float(x.clamp(-1, 1) + 1) / 2 * top)] for x in places.flatten())


def one(skip: bool, norm: str, gain: float) -> dict[str, Any]:
    """Return what the page shows of one kind of stack at one gain, at all depths."""
    passed = [list(rows_through(stack(skip, norm, depth, gain))) for depth in DEPTHS]
    runs: dict[str, Any] = {
        "dots": ["".join(_letters(dots(rows)) for rows in through) for through in passed],
        "cosine": [[round(1000 * alike(rows)) for rows in through] for through in passed],
        "gradients": [_log(gradients(stack(skip, norm, depth, gain))) for depth in DEPTHS],
    }
    runs["losses"] = [
        [_log(learned(stack(skip, norm, depth, gain, seed))) for seed in range(DRAWS)]
        for depth in DEPTHS
    ]
    if skip:
        of = [[shares(stack(True, norm, d, gain, s)) for s in range(5)] for d in DEPTHS]
        runs["shares"] = [
            [round(100 * sum(k) / 5) for k in zip(*draws, strict=True)] for draws in of
        ]
    return runs


def family() -> dict[str, Any]:
    """Return the whole family."""
    torch.set_num_threads(1)
    counts = Y.bincount(minlength=CLASSES) / ROWS
    frequent = torch.distributions.Categorical(counts).entropy().item()
    kinds = [(skip, norm) for skip in (False, True) for norm in NORMS]
    return {
        "depths": DEPTHS,
        "gains": GAINS,
        "norms": NORMS,
        "every": EVERY,
        "frequent": round(frequent, 3),
        "letters": "".join(LETTERS),
        "torch": torch.__version__,
        "stacks": [[one(*kind, gain) for gain in GAINS] for kind in kinds],
    }


def read() -> dict[str, Any]:
    """Return the family as it is in the file."""
    return dict(json.loads(FILE.read_text(encoding="utf-8")))


if __name__ == "__main__":
    FILE.write_text(json.dumps(family(), separators=(",", ":")) + "\n", encoding="utf-8")
