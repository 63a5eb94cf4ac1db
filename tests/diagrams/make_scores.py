"""Steps of small models for the JavaScript tests, without source lines: any edit changes those."""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np
import torch
from torch.utils.checkpoint import checkpoint

from tapewalk import models, score
from tapewalk.twins import MiniGPT

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
    """Return every example by name."""
    return {
        "ours": _ours(),
        "theirs": _torch(),
        "overwritten": _overwritten(),
        "saving": _torch(partial(checkpoint, use_reentrant=False)),
    }
