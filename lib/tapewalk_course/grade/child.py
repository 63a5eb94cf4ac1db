"""What happens in the process that a notebook gets to itself: run its cells, try what they define.

It answers one question after another, and knows nothing of what is right: see `judge`.
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
from tapewalk_course.checking.exercise import Exercise, Tried
from tapewalk_course.checking.limits import TooSlowError, time_limit
from tapewalk_course.checking.running import quiet, tried
from tapewalk_course.checks import checker
from tapewalk_course.grade.cells import compiled
from tapewalk_course.grade.guard import Guard
from tapewalk_course.grade.result import Options

# The share of the notebook's time that a single cell may take.
_CELL = 1 / 6
_LENGTH = struct.Struct("!I")

Tell = Callable[..., None]


class Recorder:
    """Stands in for `check` while the cells run: notes what is handed in, and tries nothing."""

    def __init__(self) -> None:
        self.handed: dict[str, tuple[Any, ...]] = {}

    def __call__(self, id: str, *work: object, seed: int | None = None) -> None:
        """Notes what was handed in."""
        self.handed[id] = work

    def learner(self, name: str) -> None:
        """Takes no notice: whoever judges knows whose notebook it is."""

    def feedback(self, id: str, *work: Any, seed: int | None = None) -> Any:
        """Notes what was handed in; there is no feedback while the cells run."""
        self.handed[id] = work

    def report(self, module: str = "") -> None:
        """Shows nothing."""


@dataclass(frozen=True)
class Ready:
    """What every notebook finds ready, made once before they are forked.

    Attributes:
        known: The exercises, without their answers.
        recorder: Stands in for `check`.
        guard: Remembers the library as it is.
    """

    known: Mapping[str, Exercise]
    recorder: Recorder
    guard: Guard


def ready(known: Mapping[str, Exercise]) -> Ready:
    """Puts the recorder in the place of `check`, and returns what notebooks find ready.

    Args:
        known: The exercises, without their answers.
    """
    recorder = Recorder()
    checker.check = recorder  # type: ignore[assignment]
    return Ready(known, recorder, Guard())


def run(pipe: int, ready: Ready) -> NoReturn:
    """Runs a notebook in this process, answers what is asked about it, and ends the process.

    Args:
        pipe: Where questions come from and answers go.
        ready: What every notebook finds ready.
    """
    own = os.getpid()
    code = 1

    def tell(**what: object) -> None:
        if os.getpid() != own:  # a copy that a cell made with `fork`: it has no say
            os._exit(0)
        line = json.dumps(what).encode() + b"\n"
        while line:
            line = line[os.write(pipe, line) :]

    try:
        _, cells, options = _question(pipe)
        names = _run_cells(cells, options, tell)
        altered = ready.guard.restore()
        if altered:
            tell(note="altered", filled={"names": ", ".join(altered[:5])})
        tell(ran=True)
        _answer_all(pipe, ready, {"named": names, "handed": ready.recorder.handed}, tell)
        code = 0
    except BaseException as error:
        frame = traceback.extract_tb(error.__traceback__, limit=-1)[0]
        where = f"{os.path.basename(frame.filename)}, {frame.lineno}"  # noqa: PTH119
        tell(broken=f"{error!r:.200} ({where})")
    finally:
        # Threads and exit handlers of the notebook get no say.
        os._exit(code)


def _answer_all(pipe: int, ready: Ready, work: dict[str, Any], tell: Tell) -> None:
    """Answers questions until there are no more: what is there, and what comes of a case."""
    while (question := _question(pipe)) is not None:
        number, kind, id, *more = question
        exercise = ready.known[id]
        if kind == "there":
            ready.guard.restore()  # what the work before it may have altered
            tell(number=number, answer=[_there(exercise, work, way) for way in work])
            continue
        way, data = more
        try:
            with quiet():
                handed = _work(exercise, work, way) or ()
                came = packed(tried(exercise, handed, pickle.loads(data)))
        except BaseException as error:  # the notebook has broken what tries it
            came = packed(Tried(None, "raised", RuntimeError(type(error).__name__)))
        tell(number=number, answer=came)


def _work(exercise: Exercise, work: Mapping[str, Any], way: str) -> tuple[Any, ...] | None:
    """Returns what was handed in for an exercise: by its names, or to `check`."""
    if way == "handed":
        handed: tuple[Any, ...] | None = work["handed"].get(exercise.id)
        return handed
    return tuple(work["named"][name] for name in exercise.takes if name in work["named"])


def _there(exercise: Exercise, work: Mapping[str, Any], way: str) -> Any:
    """Returns what was handed in, as far as another process can see it."""
    found = _work(exercise, work, way)
    if found is None:
        return None
    named = [name for name in exercise.takes if name in work["named"]]
    names = named if way == "named" else [""] * len(found)
    return [[name, packed_value(one)] for name, one in zip(names, found, strict=True)]


def _question(pipe: int) -> Any:
    """Returns what is asked next; `None` if nothing is."""
    head = _read(pipe, _LENGTH.size)
    if len(head) < _LENGTH.size:
        return None
    # Whoever asks holds the answers: it has no reason to do harm here.
    return pickle.loads(_read(pipe, *_LENGTH.unpack(head)))


def question(what: Any) -> bytes:
    """Returns a question as it is sent."""
    data = pickle.dumps(what)
    return _LENGTH.pack(len(data)) + data


def _read(pipe: int, count: int) -> bytes:
    data = bytearray()
    while len(data) < count and (more := os.read(pipe, count - len(data))):
        data += more
    return bytes(data)


def leave_open(pipe: int) -> None:
    """Leaves nothing open but the pipe: output goes nowhere, and there is no input."""
    nowhere = os.open(os.devnull, os.O_RDWR)
    for number in (0, 1, 2):
        os.dup2(nowhere, number)
    os.closerange(3, pipe)
    os.closerange(pipe + 1, 1024)
    sys.stdin, sys.stdout = open(0), open(1, "w")  # noqa: SIM115
    sys.stderr = open(2, "w")  # noqa: SIM115


def _run_cells(cells: Any, options: Options, tell: Tell) -> Mapping[str, Any]:
    """Runs the cells one after another, and returns what they defined."""
    main = types.ModuleType("__main__")
    sys.modules["__main__"] = main
    main.__dict__.update(display=lambda *values, **how: None)
    for number, source in cells:
        tell(cell=number)
        problem = _run_cell(number, source, main.__dict__, options)
        if problem:
            key, filled = problem
            tell(note=key, filled={"cell": number, **filled})
    tell(cell=0)
    return main.__dict__


def _run_cell(
    number: int, source: str, names: dict[str, Any], options: Options
) -> tuple[str, dict[str, Any]] | None:
    """Runs a cell; returns what stopped it, a key of the words and what stands in its braces."""
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
    """Returns what was raised and the last line of the cell that led there."""
    try:
        said = " ".join(str(error).split())
    except Exception:
        said = ""
    line = getattr(error, "lineno", None)
    for frame in traceback.extract_tb(error.__traceback__, limit=-50):
        line = frame.lineno if frame.filename == name else line
    where = f" ({line})" if line else ""
    return f"{type(error).__name__}: {said}".removesuffix(": ")[:200] + where
