"""The journal of a grading: a line for each result, so that nothing is graded twice or lost."""

from __future__ import annotations

import fcntl
import json
import os
from pathlib import Path
from typing import Any

from tapewalk.version import __version__
from tapewalk_course.grade.result import Options, Result, result_from

# How every journal begins; whatever doesn't is somebody's file, and is left alone.
_BEGINS = b'{"journal"'


class JournalError(Exception):
    """A journal can't be used.

    Attributes:
        key: Why, a key of the words.
        filled: What stands in the braces of the sentence.
    """

    def __init__(self, key: str, **filled: object) -> None:
        super().__init__(key)
        self.key = key
        self.filled = filled


class Journal:
    """Results in a file, as JSON lines; the first line says how they were graded."""

    def __init__(self, path: Path) -> None:
        """Opens a journal, or begins one.

        Raises:
            JournalError: The file is something else, or in use by another grading.
        """
        try:
            self._file = path.open("a+b")
        except OSError as error:
            raise JournalError("journal_unusable", path=path, error=error.strerror) from error
        try:
            self._read(path)
        except JournalError:
            self._file.close()
            raise

    def _read(self, path: Path) -> None:
        """Takes what earlier gradings wrote down.

        Raises:
            JournalError: The file is something else, or in use by another grading.
        """
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise JournalError("journal_busy", path=path) from error
        except OSError as error:
            raise JournalError("journal_unusable", path=path, error=error.strerror) from error
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
            raise JournalError("journal_broken", path=path) from error
        self._file.truncate(len(text) - len(cut))
        self._path = path
        self._results = {result.path: result for result in results}

    @property
    def seed(self) -> int | None:
        """The seed of the grading it belongs to; `None` for a new journal."""
        return self._head.get("seed")

    def begin(self, options: Options) -> None:
        """Says how notebooks are graded, or makes sure that it is how they were.

        Raises:
            JournalError: They were graded in another way.
        """
        head = {
            "tapewalk": __version__,
            "seed": options.seed,
            "modules": list(options.modules),
            "lang": options.lang,
            "own_lang": options.own_lang,
            "by_learner": options.by_learner,
            "factors": options.factors,
            "timeout": options.timeout,
            "memory": options.memory,
        }
        if not self._head:
            self._head = head
            self._write({"journal": head})
        for name, value in head.items():
            if self._head.get(name) != value:
                then = self._head.get(name)
                raise JournalError("journal_other", path=self._path, name=name, then=then)

    def known(self, path: str, digest: str) -> Result | None:
        """Returns the result of a notebook, if it is there and the file is still the same.

        Args:
            path: The notebook's.
            digest: Of its bytes, as they are now.
        """
        result = self._results.get(path)
        return result if result is not None and result.digest == digest else None

    def add(self, result: Result) -> None:
        """Writes a result down; it is on the disk when this returns."""
        self._write(result.as_dict())

    def close(self) -> None:
        """Closes the file, for others to use."""
        self._file.close()

    def _write(self, entry: dict[str, Any]) -> None:
        self._file.write(json.dumps(entry).encode() + b"\n")
        self._file.flush()
        os.fsync(self._file.fileno())
