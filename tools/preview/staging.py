"""A folder that replaces the site only when it is complete."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def staged(out: Path) -> Iterator[Path]:
    """Yield a new folder to write the site into; on exit, swap it for the old site.

    It is next to the old one, so that the swap is two renames. After any exception inside, Ctrl-C
    included, the old site is unchanged.

    Args:
        out: The folder of the site.
    """
    out.parent.mkdir(parents=True, exist_ok=True)
    _sweep(out)
    half = out.with_name(f"{out.name}.{os.getpid()}-new")
    old = out.with_name(f"{out.name}.{os.getpid()}-old")
    half.mkdir()
    try:
        yield half
        if out.exists():
            out.rename(old)
        try:
            half.rename(out)
        except BaseException:
            if old.exists():
                old.rename(out)
            raise
    finally:
        shutil.rmtree(half, ignore_errors=True)
        shutil.rmtree(old, ignore_errors=True)


def _sweep(out: Path) -> None:
    """Remove the leftovers of builds that were killed."""
    for path in out.parent.glob(f"{out.name}.*-*"):
        pid = path.name.removeprefix(f"{out.name}.").split("-")[0]
        if not pid.isdigit() or _runs(int(pid)):
            continue
        if path.name.endswith("-old") and not out.exists():
            path.rename(out)
        else:
            shutil.rmtree(path, ignore_errors=True)


def _runs(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        pass
    return True
