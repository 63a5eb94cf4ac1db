"""The README shows the last stamped run as it was recorded, the missed limits too."""

from __future__ import annotations

import json

from bench.readme import README, RECORD, updated


def test_the_readme_shows_the_last_stamped_run() -> None:
    record = json.loads(RECORD.read_text(encoding="utf-8"))
    text = README.read_text(encoding="utf-8")
    assert text == updated(text, record), "run `python -m bench.readme`"


def test_every_limit_of_the_run_has_its_row() -> None:
    record = json.loads(RECORD.read_text(encoding="utf-8"))
    text = README.read_text(encoding="utf-8")
    verdicts = [row.rsplit("|", 2)[1].strip() for row in text.splitlines() if row.startswith("| ")]
    met = sum(limit["held"] for limit in record["limits"])
    assert verdicts.count("met") == met
    assert verdicts.count("**missed**") == len(record["limits"]) - met
