"""Waiting for what happens in another process, however busy the machine is."""

from __future__ import annotations

import time
from collections.abc import Callable

# Seconds after which what should have happened at once will not happen any more.
PATIENCE = 120


def wait_until(condition: Callable[[], object]) -> None:
    """Return as soon as the condition holds; fail where it never does."""
    until = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < until, f"it did not happen within {PATIENCE} s"
        time.sleep(0.02)
