"""The names MLP trained in full with the backward pass by hand: `python -m bench.names_mlp`.

Trains for 200,000 steps on one thread (minutes), writes the losses, 20 sampled names and the time
of a step beside PyTorch's and tapewalk's into `results/names_mlp.json`. Everything is seeded. Run
it from the folder that holds `bench/` and `lib/`, as `PYTHONPATH=lib python -m bench.names_mlp`.
"""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Callable
from pathlib import Path
from statistics import fmean, median
from time import process_time
from typing import Any

import numpy as np
import torch
import torch.nn.functional

from bench.record import write
from bench.rounds import on_one_thread
from bench.stamping import stamp
from bench.workloads.names_mlp_manual import (
    CONTEXT,
    EMBEDDING,
    EPS,
    HIDDEN,
    LETTERS,
    Parameters,
    forward,
)
from bench.workloads.names_training import BATCH, ENGINES, Array, Step, batches, by_hand
from tapewalk import data

RECORD = Path(__file__).parent / "results" / "names_mlp.json"
STEPS, BLOCK, RATES = 200_000, 1_000, (0.1, 0.01)
CHECK = 10 * BLOCK
SEEDS = {"split": 42, "parameters": 1, "batches": 2, "samples": 3}
SAMPLES, LONGEST = 20, 30
ROUNDS, STEPS_A_ROUND = 7, 200

Examples = tuple[Array, Array]


def train(step: Step, examples: Examples, check: Callable[[], dict[str, float]]) -> dict[str, Any]:
    """Train for `STEPS` steps, with a tenth of the learning rate in the second half.

    Args:
        step: Runs one step.
        examples: Contexts and the letters that follow.
        check: Returns the current losses of the model.

    Returns:
        The mean loss of the batches of each block, and the result of `check` after every tenth.
    """
    x, y = examples
    means: list[float] = []
    checked = []
    for block in range(STEPS // BLOCK):
        rate = RATES[0] if block * BLOCK < STEPS // 2 else RATES[1]
        chosen = batches(SEEDS["batches"], block, len(y), BLOCK)
        means.append(fmean(step(x[rows], y[rows], rate) for rows in chosen))
        done = (block + 1) * BLOCK
        if done % CHECK == 0:
            checked.append({"steps": done, **check()})
            print(f"{checked[-1]}, batches {means[-1]:.4f}", file=sys.stderr)
    return {"block": BLOCK, "mean": means, "checked": checked}


@torch.no_grad()
def statistics(parameters: Parameters, examples: Examples) -> tuple[Any, Any]:
    """Return the mean and the variance of batch norm's input, over all examples."""
    hprebn = forward(torch.nn.functional, parameters, *map(torch.from_numpy, examples)).hprebn
    return hprebn.mean(0, keepdim=True), hprebn.var(0, keepdim=True)


@torch.no_grad()
def loss_of(parameters: Parameters, examples: Examples, normal: tuple[Any, Any]) -> float:
    """Return the loss over all examples."""
    x, y = map(torch.from_numpy, examples)
    return float(forward(torch.nn.functional, parameters, x, y, normal).loss.item())


@torch.no_grad()
def sample(parameters: Parameters, normal: tuple[Any, Any], seed: int, count: int) -> list[str]:
    """Return names sampled from the model, letter by letter."""
    rng = np.random.default_rng(seed)
    letters = data.vocabulary(data.names())
    made = []
    for _ in range(count):
        drawn = [0] * CONTEXT
        while len(drawn) < CONTEXT + LONGEST:
            x = torch.tensor([drawn[-CONTEXT:]])
            nothing = torch.zeros(1, dtype=torch.int64)  # forward takes a target; logits need none
            logits = forward(torch.nn.functional, parameters, x, nothing, normal).logits
            chances = torch.softmax(logits[0].double(), 0).numpy()
            drawn.append(int(rng.choice(len(letters), p=chances)))
            if drawn[-1] == 0:
                break
        made.append(letters.decode(drawn[CONTEXT:]).rstrip("."))
    return made


def time_steps(examples: Examples, rounds: int, steps: int) -> dict[str, Any]:
    """Return the CPU time of a training step with each engine, in seconds, and the ratios.

    The engines take turns, and a ratio is computed within a round, where both ran under the
    same load.

    Args:
        examples: Contexts and the letters that follow.
        rounds: The number of turns of each engine.
        steps: The number of steps of a turn.
    """
    x, y = examples
    running = {engine: make(SEEDS["parameters"])[1] for engine, make in ENGINES.items()}
    seen: dict[str, list[float]] = {engine: [] for engine in running}
    for turn in range(rounds + 1):
        chosen = batches(SEEDS["batches"], turn, len(y), steps)
        for engine, step in running.items():
            start = process_time()
            for rows in chosen:
                step(x[rows], y[rows], RATES[0])
            if turn:  # the first one warms up
                seen[engine].append((process_time() - start) / steps)
    reference = seen["by hand"]
    return {
        "rounds": rounds,
        "steps": steps,
        "seconds": {engine: median(times) for engine, times in seen.items()},
        "ratio to by hand": {
            engine: median(a / b for a, b in zip(times, reference, strict=True))
            for engine, times in seen.items()
        },
        "measured": seen,
    }


def main() -> None:
    """Train, measure, sample and write the record."""
    on_one_thread("bench.names_mlp")
    torch.set_num_threads(1)

    names = data.names()
    parts = data.split(names, SEEDS["split"])
    examples = {part: data.contexts(few) for part, few in parts._asdict().items()}
    speed = time_steps(examples["train"], ROUNDS, STEPS_A_ROUND)
    parameters, step = by_hand(SEEDS["parameters"])

    def losses(*chosen: str) -> dict[str, float]:
        normal = statistics(parameters, examples["train"])
        return {part: loss_of(parameters, examples[part], normal) for part in chosen}

    curve = train(step, examples["train"], lambda: losses("train", "dev"))
    normal = statistics(parameters, examples["train"])
    record = {
        **stamp(("tapewalk", "numpy", "torch")),
        "names": {
            "count": len(names),
            "sha256": hashlib.sha256("".join(f"{name}\n" for name in names).encode()).hexdigest(),
            "examples": {part: len(y) for part, (_, y) in examples.items()},
        },
        "model": {
            "letters": LETTERS,
            "context": CONTEXT,
            "embedding": EMBEDDING,
            "hidden": HIDDEN,
            "eps": EPS,
            "parameters": sum(p.numel() for p in parameters),
        },
        "training": {
            "steps": STEPS,
            "batch": BATCH,
            "learning rates": RATES,
            "rate changes at": STEPS // 2,
            "seeds": SEEDS,
        },
        "losses": curve,
        "final": losses("train", "dev", "test"),
        "samples": sample(parameters, normal, SEEDS["samples"], SAMPLES),
        "step": speed,
    }
    write(RECORD, record)


if __name__ == "__main__":
    main()
