"""Stamps of a result's inputs, so that up-to-date results are not made again.

They depend on content, not dates: a fresh checkout, a branch switch or a touched file costs
nothing. Standard library only, because set-up uses it before anything is installed.
"""

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
CACHE = ROOT / ".cache"


def digest(paths: Iterable[Path], *facts: str) -> str:
    """Return one short key for files and facts.

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
    """A small file with the key of the last good result."""

    path: Path

    def matches(self, key: str, *results: Path) -> bool:
        """Return whether the results exist and were made from the same inputs.

        Args:
            key: The `digest` of the inputs now.
            *results: Files or folders that must exist.

        Returns:
            True if nothing needs to be made again.
        """
        if not self.path.is_file() or not all(result.exists() for result in results):
            return False
        return self.path.read_text(encoding="utf-8").strip() == key

    def write(self, key: str) -> None:
        """Record the key of the results.

        Args:
            key: The `digest` of the inputs before the results were made.
        """
        self.path.parent.mkdir(parents=True, exist_ok=True)
        self.path.write_text(f"{key}\n", encoding="utf-8")
