"""Grading many notebooks, several at a time: the wardens that do it, and their replacement."""

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
from tapewalk_course.grade.result import Options, Result, result_from
from tapewalk_course.grade.submission import Submission
from tapewalk_course.grade.words import say

# Past a notebook's own limit: what a warden may take to end it.
_GRACE: Final = 20.0
_START: Final = 60.0
# What a notebook sees of the environment: nothing that could be a secret.
_PASSED_ON: Final = ("PATH", "LANG", "LC_ALL", "LC_CTYPE", "TZ", "VIRTUAL_ENV", "LD_LIBRARY_PATH")
# One notebook, one core: threads of its own would only get into the others' way.
_SET: Final = {
    **dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "1"),
    "MPLBACKEND": "Agg",
    "PYTHONDONTWRITEBYTECODE": "1",
}


class HelperError(RuntimeError):
    """A process that grades could not be started."""


@dataclass(frozen=True)
class Start:
    """What the processes that grade have to know before the first notebook.

    Attributes:
        hide: Files and folders that no notebook may see.
        packages: What is imported once, for all notebooks.
    """

    hide: tuple[str, ...] = ()
    packages: tuple[str, ...] = ()


def graded(
    given: Sequence[Submission], options: Options, jobs: int = 1, start: Start | None = None
) -> Iterator[Result]:
    """Yields what came of each notebook, as soon as it is known.

    Args:
        given: The notebooks, all of them read already.
        options: How they are graded.
        jobs: How many at a time.
        start: What the processes that grade have to know.

    Raises:
        HelperError: The processes that grade don't start.
    """
    waiting = list(reversed(given))
    with selectors.DefaultSelector() as selector:
        wardens = [Warden(start or Start()) for _ in range(min(jobs, len(given)))]
        try:
            for warden in wardens:
                warden.ask(waiting.pop(), options)
                selector.register(warden, selectors.EVENT_READ, warden)
            while selector.get_map():
                for warden in _ready(selector):
                    selector.unregister(warden)
                    yield warden.answer()
                    if waiting:
                        warden.ask(waiting.pop(), options)
                        selector.register(warden, selectors.EVENT_READ, warden)
        finally:
            for warden in wardens:
                warden.close()


def _ready(selector: selectors.BaseSelector) -> list[Warden]:
    """Returns the wardens that have an answer, or should have had one long ago."""
    ready = [key.data for key, _ in selector.select(1.0)]
    now = time.monotonic()
    late = [key.data for key in selector.get_map().values() if now > key.data.until]
    return list(dict.fromkeys([*ready, *late]))


class Warden:
    """A process that grades one notebook after another; it is replaced when it is lost."""

    def __init__(self, start: Start) -> None:
        self._start = start
        # Its notebooks' folders are in here, so that they go even if it can't clear up itself.
        self._place = tempfile.mkdtemp(prefix="tapewalk-")
        self._process = _started(self._place, self._start)
        self._asked: tuple[Submission, Options] | None = None
        # Whoever closes it may be another thread than the one that waits for the answer.
        self._lock = threading.Lock()
        self._is_closed = False
        self.until = 0.0

    def fileno(self) -> int:
        """Returns where the answer will come from."""
        number: int = self._out.fileno()
        return number

    def ask(self, given: Submission, options: Options) -> None:
        """Hands over a notebook; the answer has to be fetched before the next one.

        Args:
            given: The notebook.
            options: How it is graded.
        """
        self._asked = given, options
        self.until = time.monotonic() + options.timeout + _GRACE
        request = {"submission": asdict(given), "options": asdict(options)}
        # If it is gone, or closed by another thread, the missing answer says so.
        with suppress(BrokenPipeError, ValueError):
            self._in.write(json.dumps(request).encode() + b"\n")
            self._in.flush()

    def answer(self) -> Result:
        """Returns the result; one that says so if the process is lost."""
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
            message = say("lost", options.lang)
            return Result(given.path, "lost", message, given.digest, options.seed)

    def close(self) -> None:
        """Ends the process; a notebook that it runs goes with it."""
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
        # -P: nothing is imported from the folder that this happens to run in.
        [sys.executable, "-P", "-m", "tapewalk_course.grade.warden"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env=_environment(place),
        start_new_session=True,  # Ctrl+C is for whoever started it all
    )
    assert process.stdin is not None and process.stdout is not None
    with suppress(BrokenPipeError):
        process.stdin.write(json.dumps(asdict(start)).encode() + b"\n")
        process.stdin.flush()
    with selectors.DefaultSelector() as selector:
        selector.register(process.stdout, selectors.EVENT_READ)
        is_there = bool(selector.select(_START))
    if not is_there or b"ready" not in process.stdout.readline():
        process.kill()
        process.communicate()
        shutil.rmtree(place, ignore_errors=True)
        raise HelperError(f"{sys.executable} -m tapewalk_course.grade.warden")
    return process


def _environment(place: str) -> dict[str, str]:
    passed_on = {name: os.environ[name] for name in _PASSED_ON if name in os.environ}
    # The same library as here, wherever it was imported from.
    library = str(Path(tapewalk.__file__).parents[1])
    return {**passed_on, **_SET, "PYTHONPATH": library, "TMPDIR": place}
