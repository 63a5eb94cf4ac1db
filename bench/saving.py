"""The time cost of the ways to save less: `PYTHONPATH=lib python -m bench.saving`.

Times a step of the mini-GPT, forward and backward, in each setting of the page *What the tape
saves*: attention in one node or in several, blocks in checkpoints, more tokens, more texts, half
the bytes a number. The settings take turns, and each round begins with another one. Writes
`results/saving.json`; run it from the folder that holds `bench/` and `lib/`.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from statistics import median
from time import process_time
from typing import Any

import torch
from torch.utils.checkpoint import checkpoint

from bench.record import write
from bench.rounds import on_one_thread
from bench.stamping import stamp
from tapewalk.twins import MiniGPT

RECORD = Path(__file__).parent / "results" / "saving.json"
ROUNDS, STEPS = 41, 5

# The states of the page's switches: fused, checkpoints, 32 tokens for 8, 4 texts for 1, bfloat16.
Setting = tuple[int, int, int, int, int]
SETTINGS: list[Setting] = [
    *((fused, saving, longer, 0, 0) for fused in (0, 1) for saving in (0, 1) for longer in (0, 1)),
    (0, 0, 1, 1, 0),
    (0, 0, 1, 0, 1),
]


def program(at: Setting) -> tuple[MiniGPT, Callable[[], torch.Tensor]]:
    """Return a model and the function that computes its loss.

    Args:
        at: How the switches stand.
    """
    fused, saving, longer, texts, half = at
    torch.manual_seed(0)
    length = 32 if longer else 8
    model = MiniGPT(context=length, fused=bool(fused))
    for block in model.blocks if saving else ():
        block.forward = lambda *given, run=block.forward: checkpoint(  # type: ignore[method-assign]
            run, *given, use_reentrant=False
        )
    text = torch.randint(0, 512, (4 if texts else 1, length + 1))

    def loss() -> torch.Tensor:
        with torch.autocast("cpu", torch.bfloat16, enabled=bool(half)):
            found: torch.Tensor = model(text[:, :-1], text[:, 1:])
            return found

    return model, loss


def run(rounds: int, steps: int) -> dict[str, Any]:
    """Measure and return the record.

    This is process time, which other processes do not add to.

    Args:
        rounds: The number of turns of each setting; one more warms up.
        steps: Steps of a turn.
    """
    programs = [program(at) for at in SETTINGS]
    seconds: list[list[float]] = [[] for _ in SETTINGS]
    load = [os.getloadavg()[0]]
    for turn in range(rounds + 1):
        for place in range(len(SETTINGS)):
            at = (turn + place) % len(SETTINGS)
            model, loss = programs[at]
            start = process_time()
            for _ in range(steps):
                model.zero_grad()
                loss().backward()  # type: ignore[no-untyped-call]
            if turn:
                seconds[at].append(round((process_time() - start) / steps, 6))
    load.append(os.getloadavg()[0])
    return {
        **stamp(("tapewalk", "torch")),
        "device": "cpu",
        "threads": torch.get_num_threads(),
        "clock": "process",
        "load before and after": load,
        "rounds": rounds,
        "steps": steps,
        "runs": [{"at": at, "seconds": s} for at, s in zip(SETTINGS, seconds, strict=True)],
    }


def main() -> None:
    """Measure, print and write the record."""
    on_one_thread("bench.saving")
    torch.set_num_threads(1)
    record = run(ROUNDS, STEPS)
    for one in record["runs"]:
        print(one["at"], f"{1000 * median(one['seconds']):.2f} ms")
    write(RECORD, record)


if __name__ == "__main__":
    main()
