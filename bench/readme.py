"""The README's table of the last stamped run: `python -m bench.readme` writes it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from bench.engines import REASONS

RECORD = Path(__file__).parent / "results" / "engines.json"
README = Path(__file__).resolve().parents[1] / "README.md"
BEGIN, END = "<!-- bench: written by `python -m bench.readme` -->\n", "<!-- /bench -->\n"


def section(record: dict[str, Any]) -> str:
    """Return the table of a record, with its machine and versions, as markdown.

    Args:
        record: The output of `python -m bench engines`.
    """
    machine, versions = record["machine"], record["versions"]
    known = ", ".join(f"{name} {number}" for name, number in versions.items() if number)
    lines = [
        "| workload | ours ÷ peer, or quantity | measured | at most | |",
        "|:--|:--|--:|--:|:--|",
    ]
    for limit in record["limits"]:
        quantity = limit["measure"].removeprefix("seconds")
        peer = f" ÷ {limit['peer']}{quantity}" if limit["peer"] else f": {quantity or 'seconds'}"
        verdict = "met" if limit["held"] else "**missed**"
        what, measured = f"{limit['ours']}{peer}", f"{limit['measured']:.3g}"
        lines.append(
            f"| {limit['workload']} | {what} | {measured} | {limit['most']:.3g} | {verdict} |"
        )
    stamp = (
        f"Medians of {record['rounds']} interleaved rounds, CPU time, one thread; "
        f"{record['date'][:10]}, {machine['cpu']}, {machine['python']}, {known}."
    )
    if record["load"] > 2:
        load = f"{record['load']:.0f}"
        stamp += f" The load average was {load}, so trust the ratios rather than the times."
    missed = {limit["workload"] for limit in record["limits"] if not limit["held"]}
    reasons = [f"{name}: {REASONS[name]}." for name in REASONS if name in missed]
    return "\n".join([*lines, "", stamp, "", *reasons, ""])


def updated(text: str, record: dict[str, Any]) -> str:
    """Return the README's text with the table of a record between its two marks.

    Raises:
        ValueError: A mark is missing.
    """
    start, end = text.index(BEGIN) + len(BEGIN), text.index(END)
    return text[:start] + section(record) + text[end:]


def main() -> None:
    """Write the table of the last full run into the README."""
    record = json.loads(RECORD.read_text(encoding="utf-8"))
    README.write_text(updated(README.read_text(encoding="utf-8"), record), encoding="utf-8")


if __name__ == "__main__":
    main()
