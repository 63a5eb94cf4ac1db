"""Turns for tests that are too long for every run: a part each day, all of them at night.

`TEST_TURN=N` repeats the choice of another run, which printed its number.
"""

from __future__ import annotations

import os
from datetime import UTC, datetime

NAME = "TEST_TURN"


def turn() -> int:
    """Return the number of this run's turn, that of the day unless the environment sets it.

    The first call decides for the processes that are started afterwards, too.
    """
    return int(os.environ.setdefault(NAME, str(datetime.now(UTC).toordinal())))


def is_its_turn(place: int, parts: int) -> bool:
    """Return whether what has this place among all is done in this run, one of so many parts."""
    return (place + turn()) % parts == 0
