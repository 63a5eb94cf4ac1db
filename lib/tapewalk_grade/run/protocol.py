"""The judge's side of the fork server and of its workers: questions, answers, limits."""

from __future__ import annotations

import json
import os
import secrets
import select
import signal
import socket
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Final

from tapewalk_grade.result import Options
from tapewalk_grade.run.descendants import descendants
from tapewalk_grade.run.limits import PROCESSES
from tapewalk_grade.run.worker import question

# Milliseconds between two checks of a notebook that runs.
_PAUSE: Final = 50
# Bytes that are more than any honest answer to one question.
_FLOOD: Final = 16 * 2**20
_NOTES: Final = 100
# Bytes per read.
_CHUNK: Final = 2**14
_PAGE: Final = os.sysconf("SC_PAGE_SIZE") / 2**20


class StoppedError(Exception):
    """A worker has ended, or has to be ended.

    Attributes:
        key: The reason, a key of the words.
        code: Its exit code or signal.
    """

    def __init__(self, key: str, code: int = 0) -> None:
        super().__init__(key)
        self.key, self.code = key, code


class ForkServer:
    """The process that starts a worker for each notebook; without it, this one ends, too.

    Attributes:
        open: What is not protected from notebooks, as keys of the words.
    """

    def __init__(self, pid: int, control: socket.socket) -> None:
        self._pid, self._control = pid, Control(control)
        self.open = tuple(self._control.receive()["open"])
        self._base = _megabytes([pid])

    @contextmanager
    def worker(self, options: Options) -> Iterator[Worker]:
        """Start a worker for a notebook, and end it with all that it started.

        Raises:
            SystemExit: The fork server was lost.
        """
        ours, theirs = socket.socketpair()
        try:
            with ours, theirs:
                limits = {"timeout": options.timeout, "memory": options.memory}
                fds = [theirs.fileno()]
                socket.send_fds(self._control.socket, [json.dumps(limits).encode()], fds)
                theirs.close()
                pid = self._control.receive()["pid"]
                worker = Worker(ours, self._control, pid, options, self._base)
                try:
                    yield worker
                finally:
                    if worker.code is None:
                        with suppress(OSError):
                            os.kill(worker.pid, signal.SIGKILL)
                        self._control.receive()
        except (OSError, ValueError, KeyError) as error:
            self.close()
            raise SystemExit(1) from error

    def close(self) -> None:
        """End it, with the worker that runs."""
        os.kill(self._pid, signal.SIGKILL)
        os.waitpid(self._pid, 0)


class Control:
    """The messages of the fork server, line by line."""

    def __init__(self, socket: socket.socket) -> None:
        self.socket = socket
        self._received = b""

    def fileno(self) -> int:
        """Return the file descriptor of the next line."""
        return self.socket.fileno()

    @property
    def has_more(self) -> bool:
        """Whether a line has arrived that was not read yet."""
        return b"\n" in self._received

    def receive(self) -> dict[str, Any]:
        """Return the next line, once it arrives.

        Raises:
            OSError: The fork server has ended.
        """
        while not self.has_more:
            more = self.socket.recv(4096)
            if not more:
                raise OSError("lost")
            self._received += more
        line, _, self._received = self._received.partition(b"\n")
        received: dict[str, Any] = json.loads(line)
        return received


class Worker:
    """The process of one notebook, as the judge sees it.

    Attributes:
        pid: The process.
        code: Its exit code, once it has ended.
        cell: The cell that runs; 0 before and after.
        notes: Notes about cells: keys of the words, and the values for their braces.
        forged: The exercises whose results no honest run gives.
        broken: The error in its own code that it reported.
        is_noisy: Whether it wrote something that was not an answer.
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
        self.forged: list[str] = []
        self._noted = 0
        self.broken = ""
        self.is_noisy = False
        pipe.setblocking(False)
        self._poll = select.poll()
        self._poll.register(pipe, select.POLLIN)
        self._poll.register(control, select.POLLIN)
        self._poll.register(0, select.POLLHUP)  # the command has ended

    def run(self, cells: Sequence[tuple[int, str]]) -> None:
        """Let it run its cells to the end.

        Raises:
            StoppedError: It was stopped before.
        """
        # Neither seed nor secret: with them, a notebook could draw its own inputs.
        public = Options(lang=self._options.lang, timeout=self._options.timeout)
        self._send(question(("cells", tuple(cells), public)))
        self._until(lambda line: line.get("ran") is True)

    def ask(self, kind: str, *what: Any) -> Any:
        """Return the answer to a question.

        Raises:
            StoppedError: It was stopped before it answered.
        """
        # A new number, so that an answer can't be written before its question.
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
                self._noted += end
                if self._noted > _FLOOD:
                    raise StoppedError("flood")
                self._note(line)
            self._listen()

    def _note(self, line: dict[str, Any]) -> None:
        """Store a line that is not an answer."""
        if type(line.get("cell")) is int:
            self.cell = line["cell"]
        elif isinstance(line.get("broken"), str):
            self.broken = line["broken"][:300]
        elif isinstance(line.get("note"), str) and isinstance(line.get("filled"), dict):
            if len(self.notes) < _NOTES:
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
        """Wait until something arrives, or until the next check of the process."""
        if self.code is not None:  # and everything it wrote was read
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
        self.code = self._control.receive()["code"]
        self._drain()

    def _count(self) -> None:
        """Check the number of processes and their memory together."""
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
    """Return the MiB that processes have beyond their shared memory; 0 except on Linux.

    Args:
        pids: The processes.
        shared: The MiB that each of them had when it was forked.
    """
    found = 0.0
    for pid in pids:
        with suppress(OSError, IndexError, ValueError):
            _, resident, files, *_ = Path(f"/proc/{pid}/statm").read_text().split()
            found += max(0.0, (int(resident) - int(files)) * _PAGE - shared)
    return found
