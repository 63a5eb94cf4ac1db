"""Tells that a finished site is the one that these sources make, so that a build has nothing to do.

Content decides for what goes in. What came out is not read again: sizes and times tell whether
somebody changed the folder.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path

from tools.finish.repository import find_home
from tools.preview.cache import Cache, digest, tree_digest

# Beside folders whose names begin with a dot: what is installed, what is built, what only tests.
_NO_SOURCES = frozenset({"node_modules", "notebooks", "release", "tests", "build"})
# What is installed says so in one file for each kind of package.
_INSTALLED = (".venv/pins", "node_modules/.pins", "node_modules/.package-lock.json")


class LastSite:
    """What is known of the last site that was built into a folder."""

    def __init__(self, root: Path, out: Path) -> None:
        self._cache = Cache.of(root)
        self._out = out
        self._name = digest(os.path.relpath(out, root))
        self._sources = _sources(root)

    def still_stands(self) -> bool:
        """Tells whether the folder holds the site that the sources make."""
        recorded = self._cache.get("sites", self._name)
        return recorded is not None and recorded == [self._sources, _state(self._out)]

    def note(self) -> None:
        """Remembers the site that was just made from the sources as they were before."""
        self._cache.put("sites", self._name, [self._sources, _state(self._out)])


def _sources(root: Path) -> str:
    """Returns the hash of everything that a site may be made from."""
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
