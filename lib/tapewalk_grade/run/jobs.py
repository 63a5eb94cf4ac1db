"""Grading many notebooks, several at a time, with judges that are replaced when they are lost."""

from __future__ import annotations

import json
import os
import selectors
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final

import tapewalk
from tapewalk_grade.errors import GraderError
from tapewalk_grade.result import Options, Result, result_from, unread
from tapewalk_grade.submission import Submission

# Seconds past a notebook's own limit that a judge may take to end it.
_GRACE: Final = 20.0
_START: Final = 60.0
# The environment variables that a notebook sees: none that could be a secret.
_PASSED_ON: Final = ("PATH", "LANG", "LC_ALL", "LC_CTYPE", "TZ", "VIRTUAL_ENV", "LD_LIBRARY_PATH")
# One notebook, one core: more threads would only slow the others down.
_SET: Final = {
    **dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "1"),
    "MPLBACKEND": "Agg",
    "PYTHONDONTWRITEBYTECODE": "1",
}


@dataclass(frozen=True)
class Start:
    """The settings of a judge.

    Attributes:
        hide: Files and folders that no notebook may see.
        packages: Packages that are imported once, for all notebooks.
        unsafe: Whether notebooks may run where they can end or alter the grader.
    """

    hide: tuple[str, ...]
    packages: tuple[str, ...]
    unsafe: bool


def graded(
    given: Sequence[Submission], options: Options, jobs: int, start: Start
) -> Iterator[Result]:
    """Yield the result of each notebook as soon as it is known; `jobs` of them run at a time.

    Raises:
        GraderError: The judges don't start.
    """
    waiting = list(reversed(given))
    with selectors.DefaultSelector() as selector:
        judges = [Judge(start) for _ in range(min(jobs, len(given)))]
        try:
            for judge in judges:
                judge.ask(waiting.pop(), options)
                selector.register(judge, selectors.EVENT_READ, judge)
            while selector.get_map():
                for judge in _ready(selector):
                    selector.unregister(judge)
                    yield judge.answer()
                    if waiting:
                        judge.ask(waiting.pop(), options)
                        selector.register(judge, selectors.EVENT_READ, judge)
        finally:
            for judge in judges:
                judge.close()


def _ready(selector: selectors.BaseSelector) -> list[Judge]:
    """Return the judges that have a result, or should have had one long ago."""
    ready = [key.data for key, _ in selector.select(1.0)]
    now = time.monotonic()
    late = [key.data for key in selector.get_map().values() if now > key.data.until]
    return list(dict.fromkeys([*ready, *late]))


class Judge:
    """A process that grades one notebook after another; it is replaced when it is lost.

    Attributes:
        until: The time on the monotonic clock when it counts as lost.
    """

    def __init__(self, start: Start) -> None:
        self._start = start
        # It contains the folders of the notebooks: they go even if the judge can't remove them.
        self._place = tempfile.mkdtemp(prefix="tapewalk-")
        self._process = _started(self._place, self._start)
        self._asked: tuple[Submission, Options] | None = None
        # Another thread may close it than the one that waits for the result.
        self._lock = threading.Lock()
        self._is_closed = False
        self.until = 0.0

    def fileno(self) -> int:
        """Return the file descriptor of the result."""
        number: int = self._out.fileno()
        return number

    def ask(self, given: Submission, options: Options) -> None:
        """Send a notebook; its result has to be fetched before the next one."""
        self._asked = given, options
        self.until = time.monotonic() + options.timeout + _GRACE
        request = {"submission": asdict(given), "options": asdict(options)}
        # If the process has ended, or another thread closed it, the result is missing.
        with suppress(BrokenPipeError, ValueError):
            self._in.write(json.dumps(request).encode() + b"\n")
            self._in.flush()

    def answer(self) -> Result:
        """Return the result, or one that reports the loss of the process."""
        assert self._asked is not None
        given, options = self._asked
        try:
            line = self._out.readline() if time.monotonic() < self.until else b""
            return result_from(json.loads(line))
        except ValueError:
            with self._lock:
                if not self._is_closed:
                    self._end()
                    self._process = _started(self._place, self._start)
            return unread(given.path, "lost", given.digest, options)

    def close(self) -> None:
        """End the process, with the notebook that it runs."""
        with self._lock:
            self._is_closed = True
            self._end()
        shutil.rmtree(self._place, ignore_errors=True)

    def _end(self) -> None:
        with suppress(BrokenPipeError):
            self._in.close()
        try:
            self._process.wait(2)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._out.close()

    @property
    def _in(self) -> Any:
        return self._process.stdin

    @property
    def _out(self) -> Any:
        return self._process.stdout


def _started(place: str, start: Start) -> subprocess.Popen[bytes]:
    Path(place).mkdir(exist_ok=True)  # a process that ended has removed it
    process = subprocess.Popen(
        # -P: nothing is imported from the current folder.
        [sys.executable, "-P", "-m", "tapewalk_grade.run"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env=_environment(place),
        start_new_session=True,  # Ctrl+C is for the command only
    )
    assert process.stdin is not None and process.stdout is not None
    with suppress(BrokenPipeError):
        process.stdin.write(json.dumps(asdict(start)).encode() + b"\n")
        process.stdin.flush()
    with selectors.DefaultSelector() as selector:
        selector.register(process.stdout, selectors.EVENT_READ)
        is_there = bool(selector.select(_START))
    line = process.stdout.readline() if is_there else b""
    is_ready, is_open = b"ready" in line, b"open_processes" in line
    if is_ready and (start.unsafe or not is_open):
        return process
    process.kill()
    process.communicate()
    shutil.rmtree(place, ignore_errors=True)
    if is_ready:
        raise GraderError("unsafe")
    raise GraderError("no_helper", command=f"{sys.executable} -m tapewalk_grade.run")


def _environment(place: str) -> dict[str, str]:
    passed_on = {name: os.environ[name] for name in _PASSED_ON if name in os.environ}
    # The same library as in this process.
    library = str(Path(tapewalk.__file__).parents[1])
    return {**passed_on, **_SET, "PYTHONPATH": library, "TMPDIR": place}
