"""The table that is printed and the record that is written."""

from __future__ import annotations

import os
from dataclasses import asdict, dataclass
from statistics import median
from typing import Any

from bench.engines import LIMITS, Limit
from bench.rounds import Results
from bench.stamping import stamp

STAMPED = ("numpy", "torch", "micrograd", "autograd", "scipy")


@dataclass(frozen=True)
class Row:
    """A limit and the measurement: the median over the rounds, and the extremes."""

    limit: Limit
    measured: float
    low: float
    high: float

    @property
    def held(self) -> bool:
        """Whether the limit was met."""
        return self.measured <= self.limit.most


def rows(results: Results) -> list[Row]:
    """Return a row for every limit on the workloads that were measured."""
    return [_row(limit, results[limit.workload]) for limit in LIMITS if limit.workload in results]


def _row(limit: Limit, engines: dict[str, dict[str, list[float]]]) -> Row:
    numbers = engines[limit.ours][limit.measure]
    if limit.peer is not None:
        # Divided within a round, where both ran under the same load.
        peers = engines[limit.peer][limit.measure]
        numbers = [a / b for a, b in zip(numbers, peers, strict=True)]
    return Row(limit, median(numbers), min(numbers), max(numbers))


def render(results: Results) -> str:
    """Return the medians of all engines and, below, the limits with the measurements."""
    lines = ["median CPU time of one step"]
    for workload, engines in results.items():
        for engine, quantities in engines.items():
            amounts = [_amount(name, median(seen)) for name, seen in quantities.items()]
            lines.append(f"  {workload:8s} {engine:17s} {', '.join(amounts)}")
    head = f"{'workload':8s} {'ours':15s} {'÷ peer, or quantity':33s}"
    lines += ["", f"{head} {'measured':>9s} {'at most':>9s}     {'rounds from … to':s}"]
    lines += [_line(row) for row in rows(results)]
    return "\n".join(lines)


def _line(row: Row) -> str:
    limit = row.limit
    what = limit.measure if limit.peer is None else f"÷ {limit.peer}"
    if limit.peer is not None and limit.measure != "seconds":
        what += limit.measure.removeprefix("seconds")
    start = f"{limit.workload:8s} {limit.ours:15s} {what:33s}"
    mark = "✓" if row.held else "✗"
    spread = f"{row.low:.3g} … {row.high:.3g}"
    return f"{start} {row.measured:9.3g} {limit.most:9.3g} {mark}   {spread}"


def _amount(name: str, number: float) -> str:
    if not name.startswith("seconds"):
        return f"{name} {number:.4g}"
    amount = f"{number * 1e6:.1f} µs" if number < 1e-3 else f"{number * 1e3:.2f} ms"
    return amount + name.removeprefix("seconds")


def record(results: Results, rounds: int) -> dict[str, Any]:
    """Return all measurements, stamped with the date and the machine."""
    return {
        **stamp(STAMPED),
        "rounds": rounds,
        "load": round(os.getloadavg()[1], 1),  # over the last five minutes
        "limits": [
            asdict(row.limit) | {"measured": row.measured, "held": row.held}
            for row in rows(results)
        ],
        "measured": results,
    }
