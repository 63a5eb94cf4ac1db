"""What `watch` and `inspect` take beside a step of training: `python -m bench.watching`.

Watched and unwatched runs of T3's model take turns, one thread, in one process; a ratio is taken
within a round, and the median counts. Writes `results/watching.json`.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from statistics import median
from time import process_time
from typing import Any

import torch
from torch.nn.functional import cross_entropy

from bench.rounds import on_one_thread
from bench.stamping import stamp
from bench.workloads.mini_gpt import SIZES
from tapewalk.inspect import inspect, watch
from tapewalk.twins.mini_gpt import MiniGPT

RECORD = Path(__file__).parent / "results" / "watching.json"
ROUNDS, STEPS, LAYERS = 9, 20, 12


def main() -> None:
    """Measures, prints and writes the ratios."""
    on_one_thread("bench.watching")
    torch.manual_seed(0)
    result = {
        "watched_over_unwatched": watched_ratio(),
        "inspect_over_step": inspect_ratio(),
        "rounds": ROUNDS,
        "every": 10,
        "layers": LAYERS,
        **stamp(["torch", "tapewalk"]),
    }
    print(f"watched: {result['watched_over_unwatched'] - 1:+.1%} of a step")
    print(f"inspect, {LAYERS} layers: {result['inspect_over_step']:.2f} steps")
    RECORD.write_text(json.dumps(result, indent=1) + "\n")


def gpt(layers: int) -> tuple[Any, Any, Callable[[Any], Any]]:
    """Returns a model of T3's size, its tokens and its loss."""
    size = SIZES["T3"]
    model = MiniGPT(size.vocabulary, size.d, size.heads, layers, d_ff=4 * size.d, context=size.time)
    tokens = torch.randint(0, size.vocabulary, (size.batch, size.time))
    targets = torch.randint(0, size.vocabulary, (size.batch * size.time,))
    return model, tokens, lambda scores: cross_entropy(scores.flatten(0, 1), targets)


def watched_ratio() -> float:
    """Returns how much longer steps of T3's model take if they are watched."""
    model, tokens, loss_fn = gpt(SIZES["T3"].layers)
    optimizer = torch.optim.SGD(model.parameters(), 0.01)

    def steps() -> float:
        start = process_time()
        for _ in range(STEPS):
            optimizer.zero_grad()
            loss_fn(model(tokens)).backward()
            optimizer.step()
        return process_time() - start

    def watched() -> float:
        with watch(model, optimizer):
            return steps()

    steps()
    return _ratio(watched, steps)


def inspect_ratio() -> float:
    """Returns how many steps of a deeper model of that size an `inspect` of it takes."""
    model, tokens, loss_fn = gpt(LAYERS)

    def step() -> float:
        start = process_time()
        model.zero_grad()
        loss_fn(model(tokens)).backward()
        return process_time() - start

    def look() -> float:
        start = process_time()
        inspect(model, tokens, loss_fn=loss_fn)
        return process_time() - start

    step()
    return _ratio(look, step)


def _ratio(one: Callable[[], float], other: Callable[[], float]) -> float:
    """Returns the median of how much longer one takes than the other, which take turns to begin."""
    ratios = []
    for at in range(ROUNDS):
        times = {run: run() for run in ((one, other) if at % 2 else (other, one))}
        ratios.append(times[one] / times[other])
    return median(ratios)


if __name__ == "__main__":
    main()
