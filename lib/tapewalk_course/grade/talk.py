"""Talking with a notebook in a process of its own: what is asked, what it answers, what ends it."""

from __future__ import annotations

import json
import os
import secrets
import select
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Final

from tapewalk_course.grade.child import question
from tapewalk_course.grade.confine import PROCESSES
from tapewalk_course.grade.descendants import descendants
from tapewalk_course.grade.result import Options

# Milliseconds between two looks at a notebook that runs.
_PAUSE: Final = 50
# More than any honest notebook answers to one question.
_FLOOD: Final = 16 * 2**20
# Bytes that are read at once.
_CHUNK: Final = 2**14
_PAGE: Final = os.sysconf("SC_PAGE_SIZE") / 2**20


class StoppedError(Exception):
    """A notebook's process is no longer there, or may not go on.

    Attributes:
        key: Why, a key of the words.
        code: How it ended.
    """

    def __init__(self, key: str, code: int = 0) -> None:
        super().__init__(key)
        self.key, self.code = key, code


class Nursery:
    """The process that starts a process for each notebook; it is replaced when it is lost."""

    def __init__(self, hide: Sequence[str], packages: Sequence[str]) -> None:
        self._start = {"hide": list(hide), "packages": list(packages)}
        self.open: tuple[str, ...] = ()
        self._begin()

    @contextmanager
    def notebook(self, options: Options) -> Iterator[Talk]:
        """Starts a process for a notebook, and ends it with all that it started.

        Args:
            options: How it is graded.

        Raises:
            StoppedError: Whoever starts it was lost.
        """
        ours, theirs = socket.socketpair()
        try:
            with ours, theirs:
                limits = {"timeout": options.timeout, "memory": options.memory}
                fds = [theirs.fileno()]
                socket.send_fds(self._control.socket, [json.dumps(limits).encode()], fds)
                theirs.close()
                pid = self._control.hear()["pid"]
                talk = Talk(ours, self._control, pid, options, self._base)
                try:
                    yield talk
                finally:
                    if talk.code is None:
                        with suppress(OSError):
                            os.kill(talk.pid, signal.SIGKILL)
                        self._control.hear()
        except (OSError, ValueError, KeyError) as error:
            self.close()
            self._begin()
            raise StoppedError("lost") from error

    def close(self) -> None:
        """Ends it; a notebook that runs goes with it."""
        self._process.kill()
        self._process.wait()
        self._control.socket.close()

    def _begin(self) -> None:
        control, theirs = socket.socketpair()
        self._control = Control(control)
        with theirs:
            self._process = subprocess.Popen(
                [sys.executable, "-P", "-m", "tapewalk_course.grade.nursery", str(theirs.fileno())],
                pass_fds=[theirs.fileno()],
                stdin=subprocess.DEVNULL,
            )
        control.sendall(json.dumps(self._start).encode())
        self.open = tuple(self._control.hear()["open"])
        self._base = _megabytes([self._process.pid])


class Control:
    """What the process that starts others says, line by line.

    Attributes:
        socket: Where from.
    """

    def __init__(self, socket: socket.socket) -> None:
        self.socket = socket
        self._heard = b""

    def fileno(self) -> int:
        """Returns where the next line will come from."""
        return self.socket.fileno()

    @property
    def has_more(self) -> bool:
        """Whether a line has come that nobody asked for yet."""
        return b"\n" in self._heard

    def hear(self) -> dict[str, Any]:
        """Returns the next line; it may be some time in coming.

        Raises:
            OSError: There will be none.
        """
        while not self.has_more:
            more = self.socket.recv(4096)
            if not more:
                raise OSError("lost")
            self._heard += more
        line, _, self._heard = self._heard.partition(b"\n")
        heard: dict[str, Any] = json.loads(line)
        return heard


class Talk:
    """What is said to a notebook's process, and by it.

    Attributes:
        pid: The process.
        code: How it ended, once it has.
        cell: The cell that runs; 0 before and after.
        notes: What was said of cells: keys of the words, and what stands in their braces.
        broken: What went wrong with its own code, by its own account.
        is_noisy: Whether something was written that was no answer.
    """

    def __init__(
        self, pipe: socket.socket, control: Control, pid: int, options: Options, base: float
    ) -> None:
        self._pipe, self._control, self.pid = pipe, control, pid
        self._options, self._base = options, base
        self._left = options.timeout
        self._said = bytearray()
        self.code: int | None = None
        self.cell = 0
        self.notes: list[tuple[str, dict[str, Any]]] = []
        self.broken = ""
        self.is_noisy = False
        pipe.setblocking(False)
        self._poll = select.poll()
        self._poll.register(pipe, select.POLLIN)
        self._poll.register(control, select.POLLIN)
        self._poll.register(0, select.POLLHUP)  # whoever asked is gone

    def run(self, cells: Sequence[tuple[int, str]]) -> None:
        """Lets it run its cells, to the end.

        Raises:
            StoppedError: It did not get there.
        """
        self._send(question(("cells", tuple(cells), self._options)))
        self._until(lambda line: line.get("ran") is True)

    def ask(self, kind: str, *what: Any) -> Any:
        """Returns the answer to a question.

        Raises:
            StoppedError: There is none, and will be none.
        """
        # An answer that was made before its question is none.
        number = secrets.token_hex(8)
        self._send(question((number, kind, *what)))
        return self._until(lambda line: line.get("number") == number).get("answer")

    def _until(self, is_it: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        while True:
            while (end := self._said.find(b"\n")) >= 0:
                line = _line(bytes(self._said[:end]))
                del self._said[: end + 1]
                if is_it(line):
                    return line
                self._note(line)
            self._listen()

    def _note(self, line: dict[str, Any]) -> None:
        """Takes a line that is no answer."""
        if type(line.get("cell")) is int:
            self.cell = line["cell"]
        elif isinstance(line.get("broken"), str):
            self.broken = line["broken"][:300]
        elif isinstance(line.get("note"), str) and isinstance(line.get("filled"), dict):
            self.notes.append((line["note"], line["filled"]))
        else:
            self.is_noisy = True

    def _send(self, data: bytes) -> None:
        while data:
            try:
                data = data[self._pipe.send(data) :]
            except BlockingIOError:
                self._listen(select.POLLIN | select.POLLOUT)
            except OSError:
                self._listen()

    def _listen(self, events: int = select.POLLIN) -> None:
        """Waits until something was said, or it is time to look after the process."""
        if self.code is not None:  # and all that it had said was heard
            raise StoppedError("killed" if self.code < 0 else "ended", abs(self.code))
        self._poll.modify(self._pipe, events)
        began = time.monotonic()
        ready = dict(self._poll.poll(_PAUSE))
        self._left -= time.monotonic() - began
        if ready.get(0, 0) & select.POLLHUP:
            sys.exit(1)
        self._drain()
        if self._control.fileno() in ready or self._control.has_more:
            self._ended()
        if self._left < 0:
            raise StoppedError("timeout")
        if len(self._said) > _FLOOD:
            raise StoppedError("flood")
        if not ready:
            self._count()

    def _drain(self) -> None:
        with suppress(BlockingIOError, ConnectionError):
            while len(self._said) <= _FLOOD and (data := self._pipe.recv(_CHUNK)):
                self._said += data
                if len(data) < _CHUNK:
                    return

    def _ended(self) -> None:
        self.code = self._control.hear()["code"]
        self._drain()

    def _count(self) -> None:
        """Looks how many processes there are, and how much memory they have together."""
        below = descendants(self.pid)
        if len(below) > PROCESSES:
            raise StoppedError("processes")
        if below and _megabytes([self.pid, *below], self._base) > self._options.memory:
            raise StoppedError("memory")


def _line(data: bytes) -> dict[str, Any]:
    try:
        line = json.loads(data)
    except (ValueError, RecursionError):
        return {}
    return line if isinstance(line, dict) else {}


def _megabytes(pids: Sequence[int], shared: float = 0.0) -> float:
    """Returns the memory that processes have beyond what each shares; Linux only, else 0.

    Args:
        pids: The processes.
        shared: What each of them had when it was forked.
    """
    found = 0.0
    for pid in pids:
        with suppress(OSError, IndexError, ValueError):
            _, resident, files, *_ = Path(f"/proc/{pid}/statm").read_text().split()
            found += max(0.0, (int(resident) - int(files)) * _PAGE - shared)
    return found
