"""How many submissions the grader does in a second: `python -m bench.grading`.

Hands in notebooks of every kind (right, empty, wrong, raising, without end, damaged), as a course
would, and prints how long they took on the clock and on the processor. Run it from the folder that
holds `bench/`, `tests/` and `lib/`, as `PYTHONPATH=lib python -m bench.grading`.
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

from tests.tapewalk_course.grade.submissions import solved, stubs, without_checks, write

# How many of a hundred are of each kind.
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
    """Writes submissions, kinds mixed; returns how many of each.

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


def main() -> None:
    """Grades them, and prints what it took."""
    parser = argparse.ArgumentParser(prog="python -m bench.grading", description=__doc__)
    parser.add_argument("--count", type=int, default=500, help="submissions (500)")
    parser.add_argument("--jobs", type=int, default=2, help="at a time (2)")
    given = parser.parse_args()
    with TemporaryDirectory() as place:
        folder, out = Path(place, "in"), Path(place, "out.json")
        made = generate(folder, given.count)
        before, load = time.monotonic(), os.getloadavg()[0]
        asked = [folder, "--jobs", given.jobs, "--format", "json", "--output", out]
        subprocess.run(
            [sys.executable, "-m", "tapewalk_course.grade", *map(str, asked)],
            check=False,
            stdout=subprocess.DEVNULL,
        )
        clock = time.monotonic() - before
        results = json.loads(out.read_text("utf-8"))["results"]
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    processor = used.ru_utime + used.ru_stime
    states = Counter(result["status"] for result in results)
    print(", ".join(f"{number} {kind}" for kind, number in made.items()))
    print(", ".join(f"{number} {state}" for state, number in states.items()))
    print(
        f"{len(results)} submissions, {given.jobs} at a time: {clock:.1f} s on the clock, "
        f"{len(results) / clock:.1f} in a second; {processor:.1f} s of the processor, "
        f"{1000 * processor / len(results):.0f} ms each; load before {load:.1f}"
    )


if __name__ == "__main__":
    main()
