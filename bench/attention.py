"""Attention in one node against attention in several: `python -m bench.attention`.

Times forward and backward of the Transformer block of module 04 with `need_weights` off and on, and
of the core of attention alone, `scaled_dot_product_attention` against products by hand, at several
lengths, in single precision. The two take turns, a ratio is taken within a round, and the results
go into `results/attention.json`, one run for each device. Run it from the folder that holds
`bench/` and `lib/`, as `PYTHONPATH=lib python -m bench.attention [--device cuda]`.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Callable
from pathlib import Path
from statistics import median
from time import perf_counter, process_time
from typing import Any

import torch
from torch.nn.functional import scaled_dot_product_attention

from bench.record import write
from bench.rounds import on_one_thread
from bench.stamping import stamp
from tapewalk.twins import TransformerBlock

RECORD = Path(__file__).parent / "results" / "attention.json"
BATCH, WIDTH, HEADS = 2, 768, 12
ROUNDS = {128: 21, 256: 15, 512: 11, 1024: 7, 2048: 5}  # by length
PARTS = ("forward", "backward", "total")

# The timed program: tensors in, a tensor out that requires a gradient.
Program = Callable[[], torch.Tensor]


def by_hand(q: torch.Tensor, k: torch.Tensor, v: torch.Tensor) -> torch.Tensor:
    """Return softmax(q k^T / sqrt(d)) v, in the steps of a textbook.

    Args:
        q: Queries, (batch, heads, length, d).
        k: Keys, of the same shape.
        v: Values, of the same shape.
    """
    weights = torch.softmax(q @ k.transpose(-2, -1) / q.shape[-1] ** 0.5, -1)
    return weights @ v


def blocks(length: int, device: str) -> dict[str, Program]:
    """Return the block with fused attention and without, with the same parameters and rows."""
    torch.manual_seed(0)
    fused = TransformerBlock(WIDTH, HEADS, need_weights=False).to(device)
    unfused = TransformerBlock(WIDTH, HEADS, need_weights=True).to(device)
    unfused.load_state_dict(fused.state_dict())
    x = torch.randn(BATCH, length, WIDTH).to(device)
    return {"fused": lambda: fused(x), "unfused": lambda: unfused(x)}


def cores(length: int, device: str) -> dict[str, Program]:
    """Return the core of attention as one node and by hand, of the same q, k and v."""
    torch.manual_seed(0)
    shape = (3, BATCH, HEADS, length, WIDTH // HEADS)
    q, k, v = (t.requires_grad_() for t in torch.randn(shape).to(device))
    return {
        "fused": lambda: scaled_dot_product_attention(q, k, v),
        "unfused": lambda: by_hand(q, k, v),
    }


def timed(program: Program, device: str) -> dict[str, float]:
    """Run forward and backward once and return the seconds of each and of both.

    On the CPU, this is process time, which other processes do not add to. A GPU works on its
    own, so there it is that of the clock, read when all work is done.
    """
    clock = process_time if device == "cpu" else _clock_of_gpu
    start = clock()
    result = program()
    middle = clock()
    result.backward(torch.ones_like(result))  # type: ignore[no-untyped-call]
    end = clock()
    return {"forward": middle - start, "backward": end - middle, "total": end - start}


def _clock_of_gpu() -> float:
    torch.cuda.synchronize()
    return perf_counter()


def compared(programs: dict[str, Program], rounds: int, device: str) -> dict[str, Any]:
    """Return the seconds of two programs and the ratio of the unfused to the fused one.

    Args:
        programs: "fused" and "unfused".
        rounds: The number of runs of each; one more warms up.
        device: "cpu" or "cuda".

    Returns:
        Seconds of every round, their median, and of the ratios within a round the median, the
        lowest and the highest, each for forward, backward and both.
    """
    seen: dict[str, dict[str, list[float]]] = {
        name: {part: [] for part in PARTS} for name in programs
    }
    for turn in range(rounds + 1):
        for name, program in programs.items():
            took = timed(program, device)
            if turn:
                for part in PARTS:
                    seen[name][part].append(took[part])
    ratios = {}
    for part in PARTS:
        pairs = zip(seen["unfused"][part], seen["fused"][part], strict=True)
        found = sorted(unfused / fused for unfused, fused in pairs)
        ratios[part] = {"median": median(found), "low": found[0], "high": found[-1]}
    seconds = {name: {p: median(t) for p, t in parts.items()} for name, parts in seen.items()}
    return {"rounds": rounds, "seconds": seconds, "unfused to fused": ratios, "measured": seen}


def run(device: str, rounds: dict[int, int]) -> dict[str, Any]:
    """Measure on one device and return the run, with its stamp.

    Args:
        device: "cpu" or "cuda".
        rounds: How many for each length.
    """
    load = [os.getloadavg()[0]]
    results: dict[str, list[dict[str, Any]]] = {"block": [], "core": []}
    for length, count in rounds.items():
        for name, make in (("block", blocks), ("core", cores)):
            found = compared(make(length, device), count, device)
            results[name].append({"length": length, **found})
            ratios = {p: round(r["median"], 2) for p, r in found["unfused to fused"].items()}
            print(f"{name}, {length} tokens, unfused to fused: {ratios}", file=sys.stderr)
    load.append(os.getloadavg()[0])
    return {
        **stamp(("tapewalk", "torch")),
        "device": device,
        "device name": torch.cuda.get_device_name() if device == "cuda" else None,
        "dtype": "float32",
        "threads": torch.get_num_threads(),
        "clock": "process" if device == "cpu" else "wall",
        "load before and after": load,
        "batch": BATCH,
        "width": WIDTH,
        "heads": HEADS,
        **results,
    }


def with_run(record: dict[str, Any], new: dict[str, Any]) -> dict[str, Any]:
    """Return a record with a new run in place of an older one of its device."""
    others = [old for old in record["runs"] if old["device"] != new["device"]]
    return {"runs": sorted([*others, new], key=lambda old: old["device"])}


def main() -> None:
    """Measure, print and write the record."""
    parser = argparse.ArgumentParser(prog="python -m bench.attention", description=__doc__)
    parser.add_argument("--device", choices=("cpu", "cuda"), default="cpu")
    given = parser.parse_args()
    on_one_thread("bench.attention")
    torch.set_num_threads(1)
    record = json.loads(RECORD.read_text(encoding="utf-8"))
    write(RECORD, with_run(record, run(given.device, ROUNDS)))


if __name__ == "__main__":
    main()
