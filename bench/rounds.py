"""Rounds of processes: every engine runs once in each round, in a fresh process.

The engines take turns, so that a slow minute of a busy machine affects all of them alike.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from importlib.util import find_spec

from bench.engines import WORKLOADS

ONE_THREAD = dict.fromkeys(
    ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "VECLIB_MAXIMUM_THREADS"), "1"
)

# workload, engine, quantity: one number a round
Results = dict[str, dict[str, dict[str, list[float]]]]


def on_one_thread(module: str) -> None:
    """Restart a program on one thread, unless this process is limited to one already.

    The numeric libraries read the limit on import, so this needs another process.

    Args:
        module: The program, which gets the arguments of this one.

    Raises:
        SystemExit: The other process has ended, with its status.
    """
    if any(os.environ.get(name) != number for name, number in ONE_THREAD.items()):
        again = [sys.executable, "-m", module, *sys.argv[1:]]
        raise SystemExit(subprocess.run(again, env=os.environ | ONE_THREAD, check=False).returncode)


def missing(workloads: list[str]) -> list[str]:
    """Return the packages of the engines of some workloads that are not installed.

    The first word of an engine's name is its package.
    """
    names = {engine.split()[0].lower() for name in workloads for engine in WORKLOADS[name]}
    return sorted(name for name in names if find_spec(name) is None)


def run(workloads: list[str], rounds: int, seconds: float) -> Results:
    """Check that the engines agree, then measure them.

    Args:
        workloads: Names in `WORKLOADS`.
        rounds: The number of processes of each engine.
        seconds: The approximate time of each measurement.

    Returns:
        The measurements, by workload, engine and quantity, with a number for each round.

    Raises:
        RuntimeError: Engines disagree, or one failed.
    """
    results: Results = {w: {e: {} for e in WORKLOADS[w]} for w in workloads}
    for workload, engines in results.items():
        if len(engines) > 1:
            _python("bench.agree", workload, *engines)
            print(f"{workload}: {', '.join(engines)} agree", file=sys.stderr)
    for turn in range(rounds):
        for workload, engines in results.items():
            for engine, quantities in engines.items():
                measured = json.loads(_python("bench.worker", workload, engine, str(seconds)))
                for name, number in measured.items():
                    quantities.setdefault(name, []).append(number)
        print(f"round {turn + 1} of {rounds} done", file=sys.stderr)
    return results


def _python(module: str, *arguments: str) -> str:
    """Run a module in a fresh interpreter and return its output."""
    done = subprocess.run(
        [sys.executable, "-m", module, *arguments],
        env=os.environ | ONE_THREAD,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise RuntimeError(f"python -m {module} {' '.join(arguments)} failed:\n{done.stderr}")
    return done.stdout
