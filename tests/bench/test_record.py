"""The form of the records that the measurements leave."""

import json
from pathlib import Path

import pytest

from bench import record


@pytest.mark.parametrize("path", sorted(Path("bench/results").glob("*.json")), ids=lambda p: p.stem)
def test_a_record_reads_back_and_is_written_alike(path: Path) -> None:
    written = path.read_text(encoding="utf-8")
    assert record.text(json.loads(written)) + "\n" == written


def test_an_entry_takes_one_line() -> None:
    entries = [{"name": str(i), "values": list(range(50))} for i in range(3)]
    assert record.text({"short": [1, 2], "entries": entries}).splitlines()[:3] == [
        "{",
        ' "short": [1, 2],',
        ' "entries": [',
    ]
    assert len(record.text({"short": [1, 2], "entries": entries}).splitlines()) == 8
