"""The command line of the measurements: `python -m bench engines`."""

from __future__ import annotations

import argparse
from pathlib import Path

from bench import readme, rounds, table
from bench.engines import WORKLOADS
from bench.record import write


def main() -> int:
    """Measure, print the table and write the record; return 1 unless every limit was met."""
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument("what", choices=["engines"])
    parser.add_argument("--only", help=f"workloads, separated by commas: {','.join(WORKLOADS)}")
    parser.add_argument("--rounds", type=int, default=3, help="processes for each engine")
    parser.add_argument("--seconds", type=float, default=0.5, help="measured in each, about")
    parser.add_argument("--out", type=Path, help="the record; results/engines.json for a full run")
    given = parser.parse_args()
    chosen = given.only.split(",") if given.only else list(WORKLOADS)
    unknown = [name for name in chosen if name not in WORKLOADS]
    if unknown or given.rounds < 1:
        parser.error(f"unknown workloads {unknown}" if unknown else "--rounds must be 1 or more")
    if missing := rounds.missing(chosen):
        parser.error(f"{', '.join(missing)} missing: see bench/README.md")

    results = rounds.run(chosen, given.rounds, given.seconds)
    record = table.record(results, given.rounds)
    print(table.medians(results), readme.section(record), sep="\n\n")
    # A part of the workloads must not overwrite the record of a full run.
    out = given.out or (None if given.only else readme.RECORD)
    if out is not None:
        write(out, record)
    return 0 if all(limit["held"] for limit in record["limits"]) else 1


if __name__ == "__main__":
    raise SystemExit(main())
