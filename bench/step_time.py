"""The seconds of each node of one training step: `python -m bench.step_time`.

Measures the step of module 02's index with `score(..., time=True)` several times, takes the median
of each moment, and writes `results/step_time.json`, which that page shows. Run it from the folder
that holds `bench/` and `lib/`, as `PYTHONPATH=lib python -m bench.step_time`.
"""

from __future__ import annotations

from pathlib import Path
from statistics import median
from typing import Any

import torch

from bench.record import write
from bench.rounds import on_one_thread
from bench.stamping import stamp
from tapewalk import score
from tapewalk_course.letter_gpt import example, twin

RECORD = Path(__file__).parent / "results" / "step_time.json"
ROUNDS = 101


def run(rounds: int) -> dict[str, Any]:
    """Return the median seconds of each moment, and what ran there."""
    gpt = twin()
    ids, goals = (torch.tensor(part) for part in example())
    steps = [score(lambda: gpt(ids, goals), gpt, time=True) for _ in range(rounds + 1)][1:]
    step = steps[0]
    return {
        **stamp(("tapewalk", "torch")),
        "device": "cpu",
        "threads": torch.get_num_threads(),
        "rounds": rounds,
        "operations": [step["nodes"][n]["op"] for n in (*step["forward"], *step["backward"])],
        "seconds": [
            round(median(moment), 8)
            for moment in zip(*(one["seconds"] for one in steps), strict=True)
        ],
    }


if __name__ == "__main__":
    on_one_thread("bench.step_time")
    torch.set_num_threads(1)
    write(RECORD, run(ROUNDS))
