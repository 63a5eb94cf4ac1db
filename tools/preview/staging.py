"""A folder that takes the site's place only when it is complete."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def staged(out: Path) -> Iterator[Path]:
    """Gives a new folder to write the site into; on leaving, swap it for the old site.

    It lies beside the old one, so that the swap is two renames. Whatever is raised inside, Ctrl-C
    included, leaves the old site as it was.

    Args:
        out: Where the site is to stand.
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
    """Removes what builds left that were killed too hard to tidy up."""
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
