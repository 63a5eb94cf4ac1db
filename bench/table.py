"""The printed medians, and the record of a run with the limits that it met or missed."""

from __future__ import annotations

import os
from dataclasses import asdict
from statistics import median
from typing import Any

from bench.engines import LIMITS, Limit
from bench.rounds import Results
from bench.stamping import stamp

STAMPED = ("numpy", "torch", "micrograd", "autograd", "scipy")


def medians(results: Results) -> str:
    """Return the medians of all engines, a line each."""
    lines = ["median CPU time of one step"]
    for workload, engines in results.items():
        for engine, quantities in engines.items():
            amounts = [_amount(name, median(seen)) for name, seen in quantities.items()]
            lines.append(f"  {workload:8s} {engine:17s} {', '.join(amounts)}")
    return "\n".join(lines)


def _amount(name: str, number: float) -> str:
    if not name.startswith("seconds"):
        return f"{name} {number:.4g}"
    amount = f"{number * 1e6:.1f} µs" if number < 1e-3 else f"{number * 1e3:.2f} ms"
    return amount + name.removeprefix("seconds")


def record(results: Results, rounds: int) -> dict[str, Any]:
    """Return all measurements, stamped with the date and the machine."""
    limits = [limit for limit in LIMITS if limit.workload in results]
    return {
        **stamp(STAMPED),
        "rounds": rounds,
        "load": round(os.getloadavg()[1], 1),  # over the last five minutes
        "limits": [asdict(limit) | _measured(limit, results[limit.workload]) for limit in limits],
        "measured": results,
    }


def _measured(limit: Limit, engines: dict[str, dict[str, list[float]]]) -> dict[str, Any]:
    """Return the median over the rounds, and whether the limit was met."""
    numbers = engines[limit.ours][limit.measure]
    if limit.peer is not None:
        # Divided within a round, where both ran under the same load.
        peers = engines[limit.peer][limit.measure]
        numbers = [a / b for a, b in zip(numbers, peers, strict=True)]
    found = median(numbers)
    return {"measured": found, "held": found <= limit.most}
