"""The measurement of one engine on one workload, in a process of its own, printed as JSON.

CPU time, one thread, one core. The parent sets the numbers of threads in the environment, because
the libraries read them when they are imported.
"""

from __future__ import annotations

import gc
import json
import os
import subprocess
import sys
from collections.abc import Callable
from statistics import median
from time import process_time

from bench.engines import WORKLOADS
from bench.workloads.scalar_graphs import DOUBLINGS, measure_chain

REPEATS = 9  # batches of steps in one process, of which the median counts
# In an interpreter of its own: this one has imported half of tapewalk already.
IMPORT = """
import sys, time
start = time.process_time()
import tapewalk
spent = time.process_time() - start
print('{"seconds": %r, "numpy": %d}' % (spent, "numpy" in sys.modules))
"""


def measure(workload: str, engine: str, seconds: float) -> dict[str, float]:
    """Return the time and memory of an engine for one step of a workload.

    Args:
        workload: A name in `WORKLOADS`.
        engine: One of its engines.
        seconds: The approximate time of the measurement; a slow step always runs twice.
    """
    if workload == "import":
        command = [sys.executable, "-c", IMPORT]
        runs = [json.loads(subprocess.check_output(command)) for _ in range(5)]
        return {name: median(run[name] for run in runs) for name in runs[0]}
    if workload == "chain":
        return measure_chain(*WORKLOADS[workload][engine].arguments)
    work = WORKLOADS[workload][engine].prepare()
    measured = {"seconds": _seconds_a_step(work.step, seconds)}
    if workload == "diamond":
        measured["distance from 2 ** 60"] = abs(work.gradients()[0] - 2.0**DOUBLINGS)
    if workload == "S1":
        gc.disable()
        measured["seconds, collector off"] = _seconds_a_step(work.step, seconds, tidy=gc.collect)
    return measured


def settle() -> None:
    """Keep this process on one core and on one thread."""
    if hasattr(os, "sched_setaffinity"):  # Linux
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    torch = sys.modules.get("torch")
    if torch is not None:
        torch.set_num_threads(1)


def _seconds_a_step(
    step: Callable[[], float], seconds: float, tidy: Callable[[], object] = lambda: None
) -> float:
    """Return the median CPU time of a step over several batches, `tidy` called between them."""
    for _ in range(2):  # the first step includes set-up
        settle()  # an engine may have been imported by the step before
        start = process_time()
        step()
        once = max(process_time() - start, 1e-6)
        tidy()
        if once > seconds:
            break  # such a slow step needs no second warm-up
    repeats = max(2, min(REPEATS, int(seconds / once)))
    batch = max(1, int(seconds / REPEATS / once))
    times = []
    for _ in range(repeats):
        start = process_time()
        for _ in range(batch):
            step()
        times.append((process_time() - start) / batch)
        tidy()
    return median(times)


if __name__ == "__main__":
    settle()
    print(json.dumps(measure(sys.argv[1], sys.argv[2], float(sys.argv[3]))))
