"""Counting and ending the processes that a notebook started."""

from __future__ import annotations

import os
import signal
import time
from contextlib import suppress
from pathlib import Path

_PATIENCE = 5.0


def descendants(pid: int) -> list[int]:
    """Return the descendants of a process on Linux, none elsewhere."""
    processes = [pid]
    for each in processes:  # which grows on the way
        processes += _children(each)
    return processes[1:]


def end_all(pid: int) -> None:
    """End a process that this one started, with its descendants, and wait until they are gone."""
    with suppress(OSError):
        os.killpg(pid, signal.SIGKILL)
    with suppress(OSError):
        os.kill(pid, signal.SIGKILL)
    until = time.monotonic() + _PATIENCE
    while time.monotonic() < until:
        # A stopped process starts no others while the rest is looked up.
        left = descendants(os.getpid())
        for number in (signal.SIGSTOP, signal.SIGKILL):
            for other in left:
                with suppress(OSError):
                    os.kill(other, number)
        if not _reaped() and not left:
            return
        time.sleep(0.002)


def _reaped() -> bool:
    """Reap the children that ended, and return whether any is left."""
    while True:
        try:
            if os.waitpid(-1, os.WNOHANG)[0] == 0:
                return True
        except ChildProcessError:
            return False


def _children(pid: int) -> list[int]:
    children: list[int] = []
    with suppress(OSError):
        for task in Path(f"/proc/{pid}/task").iterdir():
            with suppress(OSError):
                children += map(int, (task / "children").read_text().split())
    return children
