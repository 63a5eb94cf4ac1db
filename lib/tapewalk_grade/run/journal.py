"""The journal of a grading: a line per result, so that none is graded twice or lost."""

from __future__ import annotations

import fcntl
import hashlib
import json
import os
from collections.abc import Collection
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from tapewalk.version import __version__
from tapewalk_grade.errors import GraderError
from tapewalk_grade.result import Options, Result, result_from

# How every journal begins; any other file is left alone.
_BEGINS = b'{"journal"'
# Options that a journal knows, and what they are called on the command line.
_CONTINUED: Final = {
    **{name: name for name in ("seed", "modules", "factors", "timeout", "memory")},
    "by_learner": "seed_by_learner",
}


class Journal:
    """Results in a file, as JSON lines; the first line has the options of the grading."""

    def __init__(self, path: Path) -> None:
        """Open a journal, or begin one.

        Raises:
            GraderError: The file is not a journal, or another grading uses it.
        """
        try:
            self._file = path.open("a+b")
        except OSError as error:
            raise GraderError("journal_unusable", path=path, error=error.strerror) from error
        try:
            self._read(path)
        except GraderError:
            self._file.close()
            raise

    def _read(self, path: Path) -> None:
        """Read the results of earlier gradings.

        Raises:
            GraderError: The file is not a journal, or another grading uses it.
        """
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise GraderError("journal_busy", path=path) from error
        except OSError as error:
            raise GraderError("journal_unusable", path=path, error=error.strerror) from error
        self._file.seek(0)
        text = self._file.read()
        *whole, cut = text.split(b"\n")  # an interrupt may have cut the last line short
        try:
            if text and not text.startswith(_BEGINS):
                raise ValueError("something else")
            entries = [json.loads(line) for line in whole]
            self._head: dict[str, Any] = entries[0]["journal"] if entries else {}
            results = [result_from(entry) for entry in entries[1:]]
        except (ValueError, KeyError, TypeError) as error:
            raise GraderError("journal_broken", path=path) from error
        self._file.truncate(len(text) - len(cut))
        self._path = path
        self._results = {result.path: result for result in results}

    def continued(self, options: Options, chosen: Collection[str]) -> Options:
        """Return options with those of the journal where the command line chose none."""
        left = {name for name, option in _CONTINUED.items() if option not in chosen}
        mine = {name: value for name, value in self._head.items() if name in left}
        if "modules" in mine:
            mine["modules"] = tuple(mine["modules"])
        return replace(options, **mine)

    def begin(self, options: Options, is_over: bool) -> None:
        """Write the options of the grading, or make sure that they are those of the journal.

        Without the secret, results can still be written again where no notebook is left to grade.

        Raises:
            GraderError: The options differ.
        """
        head = {
            "tapewalk": __version__,
            "seed": options.seed,
            "modules": list(options.modules),
            "by_learner": options.by_learner,
            "factors": options.factors,
            # Not the secret itself: the journal may be shown to others.
            "secret": hashlib.sha256(options.secret.encode()).hexdigest() if options.secret else "",
            "timeout": options.timeout,
            "memory": options.memory,
        }
        if not self._head:
            self._head = head
            self._write({"journal": head})
        for name, value in head.items():
            if self._head.get(name) != value and not (is_over and name == "secret" and not value):
                then = self._head.get(name)
                raise GraderError("journal_other", path=self._path, name=name, then=then)

    def known(self, path: str, digest: str) -> Result | None:
        """Return the result of a notebook if it has one and its SHA-256 is still the same."""
        result = self._results.get(path)
        return result if result is not None and result.digest == digest else None

    def add(self, result: Result) -> None:
        """Write a result; it is on the disk when this returns."""
        self._write(result.as_dict())

    def close(self) -> None:
        """Close the file, for others to use."""
        self._file.close()

    def _write(self, entry: dict[str, Any]) -> None:
        self._file.write(json.dumps(entry).encode() + b"\n")
        self._file.flush()
        os.fsync(self._file.fileno())
