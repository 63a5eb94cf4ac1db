"""A check before any timing that the engines compute the same loss and gradients.

A process of its own, like each measurement: `python -m bench.agree T1 "tapewalk semi" autograd`.
"""

from __future__ import annotations

import sys
from typing import Any

import numpy as np

from bench.engines import WORKLOADS

Array = np.ndarray[Any, Any]


def check(workload: str, engines: list[str]) -> None:
    """Run one step with every engine and compare the results.

    Args:
        workload: A name in `WORKLOADS`.
        engines: Some of its engines; the others are compared with the first one.

    Raises:
        SystemExit: A loss or a gradient differs by more than rounding explains.
    """
    wanted: list[Array] | None = None
    for engine in engines:
        work = WORKLOADS[workload][engine].prepare()
        loss = work.step()
        got = [np.array(loss), *map(np.asarray, work.gradients())]
        wanted = got if wanted is None else wanted
        # float32 carries 7 digits, and a matrix product adds up thousands of them.
        tolerance = 2e-4 if workload[0] in "TH" else 1e-9
        _compare(f"{workload}: {engine}", engines[0], got, wanted, tolerance)


def _compare(who: str, other: str, got: list[Array], wanted: list[Array], tolerance: float) -> None:
    if len(got) != len(wanted):
        raise SystemExit(f"{who} has {len(got) - 1} gradients, {other} has {len(wanted) - 1}.")
    for position, (a, b) in enumerate(zip(got, wanted, strict=True)):
        what = "the loss" if position == 0 else f"gradient {position - 1}"
        if a.shape != b.shape:
            raise SystemExit(
                f"{who} and {other} differ in the shape of {what}: {a.shape} and {b.shape}."
            )
        distance = float(np.max(np.abs(a - b))) / max(float(np.max(np.abs(b))), 1e-3)
        if not distance <= tolerance:  # this way round, NaN fails too
            raise SystemExit(
                f"{who} and {other} differ in {what} by {distance:.2g} of its largest entry, "
                f"more than {tolerance:g}: their times say nothing until they agree."
            )


if __name__ == "__main__":
    check(sys.argv[1], sys.argv[2:])
