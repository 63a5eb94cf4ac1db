"""Stopping code that loops for ever, where the system can."""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

_WAITING = 4


class TooSlowError(BaseException):
    """The time is up. Not an `Exception`, so that a learner's `except Exception` lets it pass."""


def can_stop() -> bool:
    """Return whether `time_limit` works here: an alarm reaches only a POSIX main thread."""
    return hasattr(signal, "setitimer") and (threading.current_thread() is threading.main_thread())


@contextmanager
def time_limit(seconds: float) -> Iterator[None]:
    """Raise `TooSlowError` in the block when the time is up; do nothing where that is impossible.

    Args:
        seconds: Processor time of the block. It may take four times as long on the clock: on a
            busy machine, right code waits too.
    """
    if not can_stop():
        yield
        return

    computed, began = time.process_time(), time.monotonic()

    def stop(number: int, frame: FrameType | None) -> None:
        is_computing = time.process_time() - computed > 0.9 * seconds
        if is_computing or time.monotonic() - began > _WAITING * seconds:
            raise TooSlowError

    before = signal.signal(signal.SIGALRM, stop)
    # It repeats: a bare `except:` in a loop may swallow the first one.
    signal.setitimer(signal.ITIMER_REAL, seconds, 0.2)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
