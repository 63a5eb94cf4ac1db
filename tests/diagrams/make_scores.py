"""Write scores.json, steps of small models for the JavaScript tests, with the library itself.

They tell no lines, which change with any edit. Run it after a change to the format:
`PYTHONPATH=lib python tests/diagrams/make_scores.py`.
"""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch.utils.checkpoint import checkpoint

from tapewalk import models, score
from tapewalk.twins import MiniGPT

TARGET = Path(__file__).parent / "scores.json"
SIZES = {"vocab": 5, "d_model": 4, "heads": 2, "layers": 2, "d_ff": 8, "context": 3}
TEXT = np.array([[0, 3, 1, 2]])


def _torch(run: Any = None) -> Any:
    model = MiniGPT(**SIZES)  # type: ignore[arg-type]
    for block in model.blocks if run else ():
        block.forward = partial(run, block.forward)
    tokens = torch.tensor(TEXT)
    return score(lambda: model(tokens[:, :-1], tokens[:, 1:]), model, source=False)


def _ours() -> Any:
    model = models.MiniGPT(**SIZES, generator=0)  # type: ignore[arg-type]
    return score(lambda: model(TEXT[:, :-1], TEXT[:, 1:]), model, source=False)


def _overwritten() -> Any:
    """Return a step whose blocks write over what a normalisation has stored: it ends early."""
    model = MiniGPT(**SIZES)  # type: ignore[arg-type]
    tokens = torch.tensor(TEXT)

    def forward(block: Any, x: Any, mask: Any) -> Any:
        x = x.add_(block.attention(block.ln1(x), mask))
        return x + block.feed_forward(block.ln2(x))

    for block in model.blocks:
        block.forward = partial(forward, block)
    return score(lambda: model(tokens[:, :-1], tokens[:, 1:]), model, source=False)


def scores() -> dict[str, Any]:
    """Return every example by name; the versions of what ran are left out."""
    made = {
        "ours": _ours(),
        "theirs": _torch(),
        "overwritten": _overwritten(),
        "saving": _torch(partial(checkpoint, use_reentrant=False)),
    }
    return {name: step | {"versions": {}} for name, step in made.items()}


def as_text() -> str:
    """Return the text of scores.json, one score a line."""
    lines = (f"{json.dumps(name)}: {json.dumps(step)}" for name, step in scores().items())
    return "{\n" + ",\n".join(lines) + "\n}\n"


if __name__ == "__main__":
    TARGET.write_text(as_text(), encoding="utf-8")
