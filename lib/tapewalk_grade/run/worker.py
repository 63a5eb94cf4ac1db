"""The process of one notebook: it runs the cells and tries what they define.

It answers one question after another, and does not know the right results: see `judge`.
"""

from __future__ import annotations

import asyncio
import inspect
import json
import linecache
import os
import pickle
import struct
import sys
import traceback
import types
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, NoReturn

from tapewalk.language import number as written
from tapewalk_course.checking.distant import packed, packed_value
from tapewalk_course.checking.exercise import Exercise, RunResult
from tapewalk_course.checking.limits import TooSlowError, time_limit
from tapewalk_course.checking.running import quiet, run_case
from tapewalk_course.exercises import checker
from tapewalk_grade.result import Options
from tapewalk_grade.run.cells import compiled
from tapewalk_grade.run.snapshot import Snapshot

# The share of the notebook's time that a single cell may take.
_CELL = 1 / 6
_LENGTH = struct.Struct("!I")

Send = Callable[..., None]


class Recorder:
    """A substitute for `check` while the cells run: it notes the work and tries nothing."""

    def __init__(self) -> None:
        self.handed: dict[str, tuple[Any, ...]] = {}

    def __call__(self, id: str, *work: object, seed: int | None = None) -> None:
        """Note the work."""
        self.handed[id] = work

    def learner(self, name: str, factors: Any = None) -> None:
        """Do nothing: the judge knows whose notebook it is."""

    # There is no feedback while the cells run.
    feedback = __call__

    def report(self, module: str = "") -> None:
        """Do nothing."""


@dataclass(frozen=True)
class Ready:
    """What every worker needs, made once before workers are forked.

    `known` has the exercises, without their answers.
    """

    known: Mapping[str, Exercise]
    recorder: Recorder
    snapshot: Snapshot


def ready(known: Mapping[str, Exercise]) -> Ready:
    """Put the recorder in the place of `check`, and return what every worker needs."""
    recorder = Recorder()
    checker.check = recorder  # type: ignore[assignment]
    return Ready(known, recorder, Snapshot())


def run(pipe: int, ready: Ready) -> NoReturn:
    """Run a notebook in this process, answer questions about it, and end the process.

    Questions and answers go through the file descriptor `pipe`.
    """
    own = os.getpid()
    code = 1

    def send(**what: object) -> None:
        if os.getpid() != own:  # a copy that a cell made with `fork` must not answer
            os._exit(0)
        line = json.dumps(what).encode() + b"\n"
        while line:
            line = line[os.write(pipe, line) :]

    try:
        _, cells, options = _question(pipe)
        names = _run_cells(cells, options, send)
        altered = ready.snapshot.restore()
        if altered:
            send(note="altered", filled={"names": ", ".join(altered[:5])})
        send(ran=True)
        _answer_all(pipe, ready, {"named": names, "handed": ready.recorder.handed}, send)
        code = 0
    except BaseException as error:
        frame = traceback.extract_tb(error.__traceback__, limit=-1)[0]
        where = f"{os.path.basename(frame.filename)}, {frame.lineno}"  # noqa: PTH119
        send(broken=f"{error!r:.200} ({where})")
    finally:
        # Without the threads and exit handlers of the notebook.
        os._exit(code)


def _answer_all(pipe: int, ready: Ready, work: dict[str, Any], send: Send) -> None:
    """Answer questions until there are no more: which work there is, and its result on a case."""
    while (question := _question(pipe)) is not None:
        number, kind, id, *more = question
        exercise = ready.known[id]
        if kind == "there":
            ready.snapshot.restore()  # the work before may have altered it
            send(number=number, answer=[_there(exercise, work, way) for way in work])
            continue
        way, case = more[0], pickle.loads(more[1])
        del question, more  # the work finds no more in this process than it is called with
        try:
            with quiet():
                handed = _work(exercise, work, way) or ()
                came = packed(run_case(exercise, handed, case))
        except BaseException as error:  # the notebook has damaged the code that tries it
            came = packed(RunResult(None, "raised", RuntimeError(type(error).__name__)))
        send(number=number, answer=came)


def _work(exercise: Exercise, work: Mapping[str, Any], way: str) -> tuple[Any, ...] | None:
    """Return the work on an exercise: under its names, or as handed to `check`."""
    if way == "handed":
        handed: tuple[Any, ...] | None = work["handed"].get(exercise.id)
        return handed
    return tuple(work["named"][name] for name in exercise.takes if name in work["named"])


def _there(exercise: Exercise, work: Mapping[str, Any], way: str) -> Any:
    """Return the work on an exercise, packed for another process."""
    found = _work(exercise, work, way)
    if found is None:
        return None
    named = [name for name in exercise.takes if name in work["named"]]
    names = named if way == "named" else [""] * len(found)
    return [[name, packed_value(one)] for name, one in zip(names, found, strict=True)]


def _question(pipe: int) -> Any:
    """Return the next question; `None` if there are no more."""
    head = _read(pipe, _LENGTH.size)
    if len(head) < _LENGTH.size:
        return None
    # The judge, which asks, is trusted.
    return pickle.loads(_read(pipe, *_LENGTH.unpack(head)))


def question(what: Any) -> bytes:
    """Return a question as bytes."""
    data = pickle.dumps(what)
    return _LENGTH.pack(len(data)) + data


def _read(pipe: int, count: int) -> bytes:
    data = bytearray()
    while len(data) < count and (more := os.read(pipe, count - len(data))):
        data += more
    return bytes(data)


def leave_open(pipe: int) -> None:
    """Close everything but the pipe: output is discarded, and there is no input."""
    nowhere = os.open(os.devnull, os.O_RDWR)
    for number in (0, 1, 2):
        os.dup2(nowhere, number)
    os.closerange(3, pipe)
    os.closerange(pipe + 1, 1024)
    sys.stdin, sys.stdout = open(0), open(1, "w")  # noqa: SIM115
    sys.stderr = open(2, "w")  # noqa: SIM115


def _run_cells(cells: Any, options: Options, send: Send) -> Mapping[str, Any]:
    """Run the cells one after another, and return the names that they define."""
    main = types.ModuleType("__main__")
    sys.modules["__main__"] = main
    main.__dict__.update(display=lambda *values, **how: None)
    for number, source in cells:
        send(cell=number)
        problem = _run_cell(number, source, main.__dict__, options)
        if problem:
            key, filled = problem
            send(note=key, filled={"cell": number, **filled})
    send(cell=0)
    return main.__dict__


def _run_cell(
    number: int, source: str, names: dict[str, Any], options: Options
) -> tuple[str, dict[str, Any]] | None:
    """Run a cell; return the reason why it stopped early: a key of the words, and its values."""
    name = f"cell {number}"
    linecache.cache[name] = (len(source), None, source.splitlines(keepends=True), name)
    try:
        with time_limit(options.timeout * _CELL):
            code = compiled(source, name)
            if code is None:
                return "foreign_cell", {}
            waiting = eval(code, names)
            if inspect.iscoroutine(waiting):
                asyncio.run(waiting)
    except TooSlowError:
        return "slow_cell", {"seconds": written(options.timeout * _CELL, ".3g", options.lang)}
    except BaseException as error:
        return "raised_cell", {"error": _one_line(error, name)}
    return None


def _one_line(error: BaseException, name: str) -> str:
    """Return the error and the last line of the cell that led to it."""
    try:
        said = " ".join(str(error).split())
    except Exception:
        said = ""
    line = getattr(error, "lineno", None)
    for frame in traceback.extract_tb(error.__traceback__, limit=-50):
        line = frame.lineno if frame.filename == name else line
    where = f" ({line})" if line else ""
    return f"{type(error).__name__}: {said}".removesuffix(": ")[:200] + where
