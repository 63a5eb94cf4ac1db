"""A check whether a finished site is up to date with its sources, so that a build can stop.

Inputs are compared by content. Outputs are not read again: sizes and times show whether
the folder was changed.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path

from tools.finish.repository import find_home
from tools.preview.cache import Cache, digest, tree_digest

# Beside hidden folders: installed packages, built files, tests.
_NO_SOURCES = frozenset({"node_modules", "notebooks", "release", "tests", "build"})
# One file for each kind of package lists what is installed.
_INSTALLED = (".venv/pins", "node_modules/.pins", "node_modules/.package-lock.json")


class LastSite:
    """The record of the last site that was built into a folder."""

    def __init__(self, root: Path, out: Path) -> None:
        self._cache = Cache.of(root)
        self._out = out
        self._name = digest(os.path.relpath(out, root))
        self._sources = _sources(root)

    def still_stands(self) -> bool:
        """Return whether the folder has the site of these sources."""
        recorded = self._cache.get("sites", self._name)
        return recorded is not None and recorded == [self._sources, _state(self._out)]

    def note(self) -> None:
        """Remember the site that was just built from the sources as they were before."""
        self._cache.put("sites", self._name, [self._sources, _state(self._out)])


def _sources(root: Path) -> str:
    """Return the hash of all possible sources of a site."""
    installed = [root / name for name in _INSTALLED]
    return digest(
        sys.version,
        repr(find_home(root)),
        tree_digest(root, [*_files(root), *installed]),
    )


def _files(root: Path) -> Iterator[Path]:
    for folder, inner, names in os.walk(root):
        top = Path(folder) == root
        inner[:] = [
            name
            for name in inner
            if not name.startswith((".", "_site"))
            and name != "__pycache__"
            and not (top and name in _NO_SOURCES)
        ]
        yield from (Path(folder, name) for name in names)


def _state(out: Path) -> str:
    states = []
    for path in out.rglob("*"):
        if path.is_file():
            status = path.stat()
            states.append((path.relative_to(out).as_posix(), status.st_size, status.st_mtime_ns))
    return digest(sorted(states))
