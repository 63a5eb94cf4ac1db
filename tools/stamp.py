"""Remembers what a result was made from, so that making it again can be skipped.

Content decides, not dates: a fresh checkout, a branch switch or a touched file costs nothing.
Standard library only, because set-up uses it before anything is installed.
"""

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
CACHE = ROOT / ".cache"


def digest(paths: Iterable[Path], *facts: str) -> str:
    """Sums up files and facts in one short key.

    Args:
        paths: Files whose names and bytes count.
        *facts: Anything else the result depends on, such as a version or an option.

    Returns:
        A hexadecimal key, the same for the same names, bytes and facts.
    """
    total = hashlib.sha256()
    for fact in facts:
        total.update(f"{len(fact)}:{fact}".encode())
    for path in sorted(paths):
        content = path.read_bytes()
        total.update(f"{path}:{len(content)}:".encode())
        total.update(content)
    return total.hexdigest()


@dataclass(frozen=True)
class Stamp:
    """A small file that holds the key of the last good result."""

    path: Path

    def matches(self, key: str, *results: Path) -> bool:
        """Tells whether the results are there and were made from the same things.

        Args:
            key: What `digest` says about the inputs now.
            *results: Files or folders that must exist.

        Returns:
            True if nothing needs to be made again.
        """
        if not self.path.is_file() or not all(result.exists() for result in results):
            return False
        return self.path.read_text(encoding="utf-8").strip() == key

    def write(self, key: str) -> None:
        """Records that the results belong to this key.

        Args:
            key: What `digest` said about the inputs before the results were made.
        """
        self.path.parent.mkdir(parents=True, exist_ok=True)
        self.path.write_text(f"{key}\n", encoding="utf-8")
