"""The number of submissions that the grader grades in a second: `python -m bench.grading`.

Hands in notebooks of every kind (right, empty, wrong, raising, without end, damaged), as a course
would, and prints how long they took on the clock and on the processor. With `--cluster` a Dask
cluster on this machine grades the same ones again, and the exit status is 1 if a mark differs. Run
it from the root of the repository:

    PYTHONPATH=lib python -m bench.grading --count 10000 --cluster
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from bench.submissions import solved, stubs, without_checks, write

# The number of submissions of each kind in a hundred.
KINDS = {
    "right": (60, solved()),
    "without checks": (5, without_checks(solved())),
    "empty": (10, stubs()),
    "one wrong": (10, solved({"cell-walk": "def backward(order):\n    return {}"})),
    "half done": (8, [*stubs()[:2], *solved()[2:9], *stubs()[9:]]),
    "raising": (3, ["1 / 0", "import no_such_module", *solved()]),
    "leaves": (1, [*solved(), "import os\nos._exit(1)"]),
    "large": (1, [*solved(), "x = bytearray(10 * 2**30)"]),
}
DAMAGED = 2


def generate(folder: Path, count: int) -> Counter[str]:
    """Write submissions of mixed kinds; return the number of each.

    Args:
        folder: Where.
        count: How many.
    """
    order = [kind for kind, (share, _) in KINDS.items() for _ in range(share)]
    order += ["damaged"] * DAMAGED
    made: Counter[str] = Counter()
    for number in range(count):
        kind = order[37 * number % len(order)]  # 37 has no factor in common with a hundred
        made[kind] += 1
        path = folder / f"learner-{number:05}" / "exercises.ipynb"
        write(path, KINDS[kind][1] if kind in KINDS else stubs())
        if kind == "damaged":
            path.write_bytes(path.read_bytes()[:-200])
    return made


def graded(folder: Path, out: Path, *options: object) -> tuple[list[dict[str, Any]], float]:
    """Return the results of a grading, each with what was open to it, and its seconds.

    Args:
        folder: The folder of the submissions.
        out: The file of the results.
        *options: Further options of the command line.
    """
    began = time.monotonic()
    asked = [folder, "--seed", 0, "--format", "json", "--output", out, *options]
    subprocess.run(
        [sys.executable, "-m", "tapewalk_grade", *map(str, asked)],
        check=False,
        stdout=subprocess.DEVNULL,
    )
    results = json.loads(out.read_text("utf-8"))["results"]
    return results, time.monotonic() - began


def differing(ours: list[dict[str, Any]], theirs: list[dict[str, Any]]) -> list[str]:
    """Return the paths of submissions whose status or marks differ between two gradings."""
    statuses = [
        {one["path"]: (one["status"], one["marks"]) for one in results}
        for results in (ours, theirs)
    ]
    return sorted(
        path for path in statuses[0] | statuses[1] if statuses[0].get(path) != statuses[1].get(path)
    )


def on_cluster(folder: Path, out: Path, workers: int) -> tuple[list[dict[str, Any]], float]:
    """Return the results of a grading on a Dask cluster of this machine, and its seconds."""
    from distributed import LocalCluster

    with LocalCluster(
        n_workers=workers, threads_per_worker=1, dashboard_address=None, silence_logs=40
    ) as cluster:
        return graded(folder, out, "--scheduler", cluster.scheduler_address)


def main() -> int:
    """Grade them and print the time; return 1 if a cluster gave a different mark."""
    parser = argparse.ArgumentParser(prog="python -m bench.grading", description=__doc__)
    parser.add_argument("--count", type=int, default=500, help="submissions (500)")
    parser.add_argument("--jobs", type=int, default=2, help="at a time (2)")
    parser.add_argument("--cluster", action="store_true", help="once more on a Dask cluster")
    given = parser.parse_args()
    with TemporaryDirectory() as place:
        folder, out = Path(place, "in"), Path(place, "out.json")
        made = generate(folder, given.count)
        load = os.getloadavg()[0]
        results, clock = graded(folder, out, "--jobs", given.jobs)
        used = resource.getrusage(resource.RUSAGE_CHILDREN)
        again = on_cluster(folder, out, given.jobs) if given.cluster else None
    processor = used.ru_utime + used.ru_stime
    states = Counter(result["status"] for result in results)
    print(", ".join(f"{number} {kind}" for kind, number in made.items()))
    print(", ".join(f"{number} {state}" for state, number in states.items()))
    print(
        f"{len(results)} submissions, {given.jobs} at a time: {clock:.1f} s on the clock, "
        f"{len(results) / clock:.1f} in a second; {processor:.1f} s of the processor, "
        f"{1000 * processor / len(results):.0f} ms each; load before {load:.1f}"
    )
    is_open = sorted({key for result in results for key in result["open"]})
    print("open to the notebooks:", ", ".join(is_open) or "nothing")
    if again is None:
        return 0
    others = differing(results, again[0])
    print(f"on a cluster: {again[1]:.1f} s on the clock, {len(others)} marked differently")
    print(*others, sep="\n", end="\n" if others else "")
    return int(bool(others))


if __name__ == "__main__":
    sys.exit(main())
