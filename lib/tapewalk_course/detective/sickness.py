"""Sick models: one function builds each kind from a generator of random numbers."""

from __future__ import annotations

from random import Random
from typing import Any

import torch

from tapewalk_course.detective.patients import Build, Patient, Projection


def patient(kind: str, rng: Random) -> tuple[Patient, Any]:
    """Return a model with one sickness, and a batch for it.

    Args:
        kind: One of the names in `tapewalk_course.detective.answers`.
        rng: The source of all random choices; PyTorch's own generator is not used.
    """
    build = Build(width=rng.choice([8, 12, 16]), blocks=rng.randint(2, 4))
    build.activation = rng.choice(["gelu", "tanh"])
    build.weights_asked = kind == "unfused"
    build.side_cut = kind == "detached"
    if kind == "unused":
        build.left_out = rng.randrange(build.blocks)
    if kind in ("exploding", "overflow"):  # tanh would level off
        build.activation = "gelu"
    if kind == "vanishing":  # each layer lets a seventh through
        build.skips, build.activation, build.blocks = False, "sigmoid", rng.randint(6, 9)
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(rng.getrandbits(32))
        model = Patient(build)
        batch = torch.randn(rng.randint(2, 5), rng.randint(3, 6), build.width)
    with torch.no_grad():
        _infect(model, kind, rng)
    if kind == "overflow":
        return model.half(), batch.half()
    if kind == "healthy" and rng.random() < 0.3:  # another number type is not a sickness
        return model.bfloat16(), batch.bfloat16()
    return model, batch


def _infect(model: Patient, kind: str, rng: Random) -> None:
    """Change a model that is built."""
    block: Any = rng.choice(list(model.blocks))
    layer: Projection = rng.choice([block.fc1, block.fc2, model.side, model.stem])
    if kind == "data":
        layer.plain = True
    elif kind == "frozen":
        layer.requires_grad_(False)
    elif kind == "tied":
        first, second = rng.sample(list[Any](model.blocks), 2)
        second.fc1.weight = first.fc1.weight
    elif kind == "zeroed":
        block.fc2.weight.zero_()
    elif kind == "exploding":
        for one in model.blocks:
            _scale(one, 30.0)
    elif kind == "overflow":  # half precision ends at 65,504
        _scale(block, 3000.0)


def _scale(block: Any, factor: float) -> None:
    block.fc1.weight.mul_(factor)
    block.fc2.weight.mul_(factor)
