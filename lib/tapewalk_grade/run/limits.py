"""The limits that a process sets for itself before it runs a notebook."""

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
# A notebook with more processes is ended.
PROCESSES: Final = 32
# The processes that the system allows beyond those that this user runs already, in case they start
# too fast to be counted. Threads count too, also in other containers; root's don't count.
_BEHIND: Final = 512


def limit_process(seconds: float, mebibytes: int, running: int) -> None:
    """Limit this process and all that it starts.

    Args:
        seconds: Processor time of each process.
        mebibytes: Address space of each process beyond that of this one, which is some gigabytes
            for a PyTorch with CUDA. macOS ignores it.
        running: The number of processes and threads that this user has already.
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
    """Make this process end with the one that started it; Linux only."""
    _control(_PDEATHSIG, signal.SIGKILL)


def adopt_orphans() -> None:
    """Become the parent of descendants whose parents end, so that none escapes; Linux only."""
    _control(_SUBREAPER, 1)


def _limit(which: int, value: int) -> None:
    hard = resource.getrlimit(which)[1]
    value = value if hard == resource.RLIM_INFINITY else min(value, hard)
    with suppress(OSError, ValueError):
        resource.setrlimit(which, (value, value))


def _address_space() -> int:
    """Return the bytes of address space of this process; 0 where they are unknown."""
    if sys.platform != "linux":
        return 0
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0])
    return pages * resource.getpagesize()


def _control(option: int, value: int) -> None:
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(option, value, 0, 0, 0)


def count_running() -> int:
    """Return how many processes and threads this user has; many where that is unknown."""
    if sys.platform != "linux":
        return 1024
    count, user = 0, os.geteuid()
    for entry in os.scandir("/proc"):
        if entry.name.isdigit():
            with suppress(OSError):
                if entry.stat().st_uid == user:
                    count += sum(1 for _ in Path(f"/proc/{entry.name}/task").iterdir())
    return count
