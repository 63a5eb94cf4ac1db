"""A copy of the course for tests that add something to it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from tests.pages.sources import ROOT

_PARTS = ("lib", "tools", "tests", "modules", "exercises", "bench")
_WRITTEN = ("__pycache__", "/dist/", "/fonts/", ".pytest_cache", ".hypothesis", ".cache")


class Copy:
    """A copy of the course's tracked files to which a test adds something.

    Args:
        root: An empty folder.
    """

    def __init__(self, root: Path) -> None:
        self.root = root
        self._before: dict[str, bytes] = {}
        command = ["git", "ls-files"]
        tracked = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
        for name in tracked.stdout.splitlines():
            if (ROOT / name).is_file() and ("/" not in name or name.startswith(_PARTS)):
                path = root / name
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes((ROOT / name).read_bytes())
        (root / "node_modules").symlink_to(ROOT / "node_modules")

    def _files(self) -> dict[str, bytes]:
        paths = [path for path in self.root.rglob("*") if path.is_file() and not path.is_symlink()]
        names = {path.relative_to(self.root).as_posix(): path for path in paths}
        return {
            name: path.read_bytes()
            for name, path in names.items()
            if not any(part in f"/{name}" for part in _WRITTEN)
        }

    def begin(self) -> None:
        self._before = self._files()

    def changed(self) -> set[str]:
        """Return the files that are new or different since `begin`."""
        now = self._files()
        return {name for name, text in now.items() if self._before.get(name) != text}

    def write(self, name: str, text: str) -> None:
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")

    def replace(self, name: str, old: str, new: str) -> None:
        text = (self.root / name).read_text("utf-8")
        assert text.count(old) == 1, f"{name}: {old}"
        self.write(name, text.replace(old, new))

    def run(self, *command: str | Path) -> str:
        """Run a program in the copy, with the copy's packages; return what it printed."""
        paths = os.pathsep.join(map(str, (self.root / "lib", self.root)))
        # Continuous integration refuses to write the snapshot that is missing.
        own = {name: value for name, value in os.environ.items() if name != "CI"}
        done = subprocess.run(
            [*map(str, command)], cwd=self.root, env=own | {"PYTHONPATH": paths},
            capture_output=True, text=True, check=False,
        )  # fmt: skip
        assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
        return done.stdout

    def python(self, code: str) -> str:
        return self.run(sys.executable, "-c", code)

    def pytest(self, *given: str) -> str:
        return self.run(sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *given)
