"""The limits that a process puts on itself before it runs a notebook."""

from __future__ import annotations

import ctypes
import os
import resource
import signal
import sys
from contextlib import suppress
from pathlib import Path
from typing import Final

# Linux: <linux/prctl.h>
_PDEATHSIG, _SUBREAPER = 1, 36

_FILE: Final = 64 * 2**20
_OPEN: Final = 256
# Whoever watches ends a notebook with more of them.
PROCESSES: Final = 32
# What the system allows beyond what this user runs already, should they come too fast to be seen.
# It counts threads too, those in other containers included, and root's not at all.
_BEHIND: Final = 512


def confine(seconds: float, mebibytes: int, running: int) -> None:
    """Limits this process and whatever it starts.

    Args:
        seconds: Of the processor's time, for each process.
        mebibytes: Of address space, for each process, beyond what this one has: of a PyTorch with
            CUDA that is some gigabytes. macOS does not keep to it.
        running: How many processes and threads this user has already.
    """
    with suppress(OSError):
        os.setsid()
    end_with_parent()
    _limit(resource.RLIMIT_CPU, int(seconds) + 2)
    _limit(resource.RLIMIT_AS, _address_space() + mebibytes * 2**20)
    _limit(resource.RLIMIT_FSIZE, _FILE)
    _limit(resource.RLIMIT_NOFILE, _OPEN)
    _limit(resource.RLIMIT_CORE, 0)
    _limit(resource.RLIMIT_NPROC, running + _BEHIND)


def end_with_parent() -> None:
    """Ends when the process that started this one does; Linux only."""
    _control(_PDEATHSIG, signal.SIGKILL)


def adopt_orphans() -> None:
    """Becomes the parent of descendants whose own parents end, so that none escapes; Linux only."""
    _control(_SUBREAPER, 1)


def _limit(which: int, value: int) -> None:
    hard = resource.getrlimit(which)[1]
    value = value if hard == resource.RLIM_INFINITY else min(value, hard)
    with suppress(OSError, ValueError):
        resource.setrlimit(which, (value, value))


def _address_space() -> int:
    """Returns the bytes of address space that this process has; none where nobody can tell."""
    if sys.platform != "linux":
        return 0
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0])
    return pages * resource.getpagesize()


def _control(option: int, value: int) -> None:
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(option, value, 0, 0, 0)


def count_running() -> int:
    """Returns how many processes and threads this user has; many where nobody can tell."""
    if sys.platform != "linux":
        return 1024
    count, user = 0, os.geteuid()
    for entry in os.scandir("/proc"):
        if entry.name.isdigit():
            with suppress(OSError):
                if entry.stat().st_uid == user:
                    count += sum(1 for _ in Path(f"/proc/{entry.name}/task").iterdir())
    return count
