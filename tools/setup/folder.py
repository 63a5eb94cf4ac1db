"""The folder that set-up fills: may it be written to, and is nobody else filling it?"""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from tools.setup.run import VENV, SetupError, say
from tools.stamp import CACHE, ROOT

NODE_MODULES = ROOT / "node_modules"


def ensure_writable() -> None:
    """Sees whether set-up can write where it has to.

    Raises:
        SetupError: It can't; the message names the folder.
    """
    for folder in (ROOT, CACHE, VENV, NODE_MODULES):
        if folder.exists() and not os.access(folder, os.W_OK):
            raise SetupError(_not_writable(folder))


@contextmanager
def alone(lock: Path = CACHE / "setup.lock") -> Iterator[None]:
    """Lets one set-up work in the folder at a time; a second one waits for the first.

    Args:
        lock: The file that the one at work holds.

    Raises:
        SetupError: The file can't be made.
    """
    try:
        lock.parent.mkdir(exist_ok=True)
        file = lock.open("w")
    except OSError as error:
        raise SetupError(_not_writable(lock.parent, error.strerror)) from error
    with file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            say("Another set-up is at work in this folder; waiting for it to end …")
            fcntl.flock(file, fcntl.LOCK_EX)
        except OSError:  # a network's disk without locks
            pass
        yield


def _not_writable(folder: Path, why: str | None = None) -> str:
    owner = ""
    with suppress(OSError, KeyError):
        if folder.stat().st_uid != os.geteuid():
            owner = f" It belongs to {folder.owner()}: an earlier run with sudo leaves it so."
    return (
        f"{folder} can't be written to{f' ({why})' if why else ''}, and the course installs and "
        f"builds inside its own folder.{owner} Clone the course into a folder of yours."
    )
