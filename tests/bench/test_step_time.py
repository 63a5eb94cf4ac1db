"""The record of a step's seconds is of the step that the page shows."""

from __future__ import annotations

import json

from bench import step_time


def test_a_small_run_has_the_operations_of_the_record() -> None:
    record = json.loads(step_time.RECORD.read_text(encoding="utf-8"))
    small = step_time.run(1)
    assert small.keys() == record.keys()
    assert small["operations"] == record["operations"]
    assert len(small["seconds"]) == len(record["seconds"]) == len(small["operations"])
    assert all(seconds >= 0 for seconds in record["seconds"]) and sum(record["seconds"]) > 0
