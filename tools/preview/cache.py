"""Results kept between builds, named after the hash of everything they depend on."""

from __future__ import annotations

import hashlib
import json
import os
import time
from collections.abc import Iterable
from pathlib import Path
from typing import Any

_KEPT_DAYS = 14


class Cache:
    """A folder of JSON files; deleting it only costs time."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    @classmethod
    def of(cls, root: Path) -> Cache:
        """Return the cache of a project, which all its builders share."""
        return cls(root / ".cache" / "preview")

    def get(self, kind: str, key: str) -> Any:
        """Return the value of `key`, or None."""
        path = self._path(kind, key)
        try:
            value = json.loads(path.read_text("utf-8"))
            os.utime(path)
        except (OSError, ValueError):
            return None
        return value

    def put(self, kind: str, key: str, value: object) -> None:
        """Store a JSON-able value; a concurrent build never reads half of it."""
        path = self._path(kind, key)
        path.parent.mkdir(parents=True, exist_ok=True)
        half = path.with_suffix(f".{os.getpid()}.tmp")
        half.write_text(json.dumps(value), "utf-8")
        half.replace(path)

    def prune(self) -> None:
        """Delete entries that no build has read for two weeks."""
        limit = time.time() - _KEPT_DAYS * 86_400
        for path in self.folder.glob("*/*"):
            if path.stat().st_mtime < limit:
                path.unlink(missing_ok=True)

    def _path(self, kind: str, key: str) -> Path:
        return self.folder / kind / f"{key}.json"


def digest(*parts: object) -> str:
    """Return the hash of JSON-able values."""
    text = json.dumps(parts, sort_keys=True, default=str, ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()[:32]


def file_digest(path: Path) -> str:
    """Return the hash of a file's content; of no content if it is missing."""
    return hashlib.sha256(path.read_bytes() if path.is_file() else b"").hexdigest()[:32]


def tree_digest(root: Path, paths: Iterable[Path]) -> str:
    """Return the hash of files' names, as seen from `root`, and contents."""
    return digest(sorted((os.path.relpath(path, root), file_digest(path)) for path in set(paths)))
