"""What happens in the process that a notebook gets to itself: run its cells, try what they define.

It says what came of it line by line, as soon as it knows, so that whatever ends it loses only what
was not reached.
"""

from __future__ import annotations

import asyncio
import inspect
import json
import linecache
import os
import sys
import traceback
import types
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, NoReturn

from tapewalk.language import number as written
from tapewalk_course.checking.exercise import Exercise
from tapewalk_course.checking.feedback import Feedback
from tapewalk_course.checking.limits import TooSlowError, time_limit
from tapewalk_course.checks import checker
from tapewalk_course.checks.catalog import MODULES
from tapewalk_course.checks.grading import grade
from tapewalk_course.grade.cells import compiled
from tapewalk_course.grade.confine import confine
from tapewalk_course.grade.guard import Guard
from tapewalk_course.grade.notebook import Notebook, NotebookError, contents, read
from tapewalk_course.grade.result import Mark, Options
from tapewalk_course.grade.words import say

# The share of the notebook's time that a single cell may take.
_CELL = 1 / 6
_LONGEST = 4000

Tell = Callable[..., None]


class Recorder(checker.Checker):
    """Stands in for `check` while the cells run: notes what is handed in, and tries nothing."""

    def __init__(self) -> None:
        super().__init__()
        self.handed: dict[str, tuple[Any, ...]] = {}

    def __call__(self, id: str, *work: object, seed: int | None = None) -> None:
        """Notes what was handed in."""
        self.handed[id] = work

    def report(self, module: str = "01") -> None:
        """Shows nothing."""


def run(path: str, options: Options, pipe: int, secret: str) -> NoReturn:
    """Grades a notebook in this process, and ends the process.

    Args:
        path: The notebook's.
        options: How.
        pipe: Where the lines go.
        secret: Begins each line that is ours.
    """
    own = os.getpid()

    def tell(**what: object) -> None:
        if os.getpid() != own:  # a copy that a cell made with `fork`: it has no say
            os._exit(0)
        line = f"{secret} {json.dumps(what)}\n".encode()
        while line:
            line = line[os.write(pipe, line) :]

    code = 0
    try:
        data = contents(Path(path))
        _isolate(pipe)
        confine(options.timeout, options.memory)
        _grade(data, options, tell)
    except NotebookError as error:
        tell(failed=error.status, filled={key: str(v) for key, v in error.filled.items()})
    except BaseException as error:
        frame = traceback.extract_tb(error.__traceback__, limit=-1)[0]
        where = f"{Path(frame.filename).name}, {frame.lineno}"
        tell(failed="internal", filled={"error": f"{error!r:.200} ({where})"})
        code = 1
    finally:
        # Threads and exit handlers of the notebook get no say.
        os._exit(code)


def _grade(data: bytes, options: Options, tell: Tell) -> None:
    notebook = read(data)
    modules = options.modules or notebook.modules or _by_names(notebook)
    unknown = [module for module in modules if module not in MODULES]
    if unknown or not modules:
        status = "unknown_module" if unknown else "no_exercises"
        raise NotebookError(status, module=", ".join(unknown), known=", ".join(MODULES))
    asked = [exercise for module in modules for exercise in MODULES[module]]
    tell(asked=[[each.id, ", ".join(each.takes), each.points] for each in asked])
    recorder = Recorder()
    checker.check = recorder
    guard = Guard(asked)
    names = _run_cells(notebook, options, tell)
    _tell_altered(guard, options, tell)
    for exercise in asked:
        mark = _mark(exercise, names, recorder.handed.get(exercise.id), options)
        if guard.restore():
            said = say("altered_by_work", options.lang)
            mark = Mark(mark.id, mark.names, 0, mark.of, "altered", said)
        tell(mark=vars(mark))
    tell(done=True)


def _by_names(notebook: Notebook) -> tuple[str, ...]:
    """Returns the modules some of whose stubs the notebook defines: its checks may be deleted."""
    text = "\n".join(code for _, code in notebook.cells)

    def is_defined(name: str) -> bool:
        return f" {name}(" in text or f"class {name}" in text

    return tuple(
        module
        for module, exercises in MODULES.items()
        if any(is_defined(name) for exercise in exercises for name in exercise.takes)
    )


def _isolate(pipe: int) -> None:
    """Leaves nothing open but the pipe: output goes nowhere, and there is no input."""
    nowhere = os.open(os.devnull, os.O_RDWR)
    for number in (0, 1, 2):
        os.dup2(nowhere, number)
    os.closerange(3, pipe)
    os.closerange(pipe + 1, 1024)
    sys.stdin, sys.stdout = open(0), open(1, "w")  # noqa: SIM115
    sys.stderr = open(2, "w")  # noqa: SIM115


def _run_cells(notebook: Notebook, options: Options, tell: Tell) -> Mapping[str, Any]:
    """Runs the cells one after another, and returns what they defined."""
    main = types.ModuleType("__main__")
    sys.modules["__main__"] = main
    main.__dict__.update(display=lambda *values, **how: None)
    for number, source in notebook.cells:
        tell(cell=number)
        problem = _run_cell(number, source, main.__dict__, options)
        if problem:
            tell(note=problem)
    tell(cell=0)
    return main.__dict__


def _run_cell(number: int, source: str, names: dict[str, Any], options: Options) -> str | None:
    """Runs a cell; returns a line about what stopped it."""
    name = f"cell {number}"
    linecache.cache[name] = (len(source), None, source.splitlines(keepends=True), name)
    try:
        with time_limit(options.timeout * _CELL):
            code = compiled(source, name)
            if code is None:
                return say("foreign_cell", options.lang, cell=number)
            waiting = eval(code, names)
            if inspect.iscoroutine(waiting):
                asyncio.run(waiting)
    except TooSlowError:
        seconds = written(options.timeout * _CELL, ".3g", options.lang)
        return say("slow_cell", options.lang, cell=number, seconds=seconds)
    except BaseException as error:
        return say("raised_cell", options.lang, cell=number, error=_one_line(error, name))
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


def _tell_altered(guard: Guard, options: Options, tell: Tell) -> None:
    altered = guard.restore()
    if altered:
        tell(note=say("altered", options.lang, names=", ".join(altered[:5])))


def _mark(
    exercise: Exercise, names: Mapping[str, Any], handed: tuple[Any, ...] | None, options: Options
) -> Mark:
    """Returns what came of an exercise, whatever the work does while it is tried."""
    listed = ", ".join(exercise.takes)
    try:
        feedback = _tried(exercise, names, handed, options)
        if feedback is None:
            missing = ", ".join(name for name in exercise.takes if name not in names)
            hint, said = "undefined", say("undefined", options.lang, names=missing)
            return Mark(exercise.id, listed, 0, exercise.points, hint, said)
        said = "" if feedback.passed else str(feedback)[:_LONGEST]
        return Mark(exercise.id, listed, feedback.points, exercise.points, feedback.hint, said)
    except BaseException as error:
        # Results are compared and shown by their own code, which may raise anything.
        said = say("broke", options.lang, error=type(error).__name__)
        return Mark(exercise.id, listed, 0, exercise.points, "broke", said)


def _tried(
    exercise: Exercise, names: Mapping[str, Any], handed: tuple[Any, ...] | None, options: Options
) -> Feedback | None:
    """Returns what a check says of the work, `None` if there is none.

    What counts is what its names stand for in the end. Only where that is nothing that can be
    tried does it count what the notebook itself handed to `check`, under whatever name.
    """
    named = tuple(names[name] for name in exercise.takes if name in names)
    first = None
    if len(named) == len(exercise.takes):
        first = _graded(exercise, named, options)
    if handed is None or (first is not None and first.counts):
        return first
    second = _graded(exercise, handed, options)
    return second if second.counts else first


def _graded(exercise: Exercise, work: tuple[Any, ...], options: Options) -> Feedback:
    return grade(exercise.id, *work, seed=options.seed, lang=options.lang, confirm=False)
