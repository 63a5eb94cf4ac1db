"""A process that judges notebooks: it draws inputs and compares results, and runs no cells.

It reads one request per line and writes one result per line; it ends with its input, and ends the
notebook with it. The notebook itself runs in a process without the answers: see `fork_server` and
`protocol`.
"""

from __future__ import annotations

import atexit
import gc
import json
import os
import pickle
import shutil
import socket
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any, Final, TypeAlias

from tapewalk.language import number
from tapewalk_course.checking.distant import ForgedError, unpacked, unpacked_value
from tapewalk_course.checking.exercise import Case, Exercise, RunResult
from tapewalk_course.checking.feedback import Feedback
from tapewalk_course.checking.running import Drawn
from tapewalk_course.exercises.catalog import MODULES, find
from tapewalk_course.exercises.factors import factors_of, with_factor
from tapewalk_course.exercises.grading import graded
from tapewalk_grade.output.drawing import drawing
from tapewalk_grade.result import GRADED, Mark, Options, Part, Result, in_all_languages
from tapewalk_grade.run.borrowed import borrowed
from tapewalk_grade.run.hidden_code import hidden_code
from tapewalk_grade.run.limits import PROCESSES
from tapewalk_grade.run.protocol import ForkServer, StoppedError, Worker
from tapewalk_grade.run.sandbox import deny_inspection
from tapewalk_grade.run.written import written
from tapewalk_grade.submission import Submission
from tapewalk_grade.words import say

# The work on an exercise, with its names; `None` if there is none.
_Handed: TypeAlias = Sequence[tuple[str, Any]] | None

_LONGEST: Final = 4000
# The two ways to hand work in, in the order in which a worker reports them.
_WAYS: Final = ("named", "handed")
# The notes that a notebook's process may send: others would look like the grader's own.
_REPORTED: Final = ("raised_cell", "slow_cell", "foreign_cell", "altered")


def main(pid: int, control: socket.socket) -> None:
    """Answer requests until there are no more, with this fork server."""
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    deny_inspection()
    atexit.register(_clear_up)
    fork_server = ForkServer(pid, control)
    gc.freeze()  # objects that exist now never become garbage
    _answer(answers, {"ready": True, "open": fork_server.open})
    for line in sys.stdin:
        request = json.loads(line)
        options = Options(**{**request["options"], "modules": tuple(request["options"]["modules"])})
        given = request["submission"]
        given |= {"cells": tuple(map(tuple, given["cells"])), "modules": tuple(given["modules"])}
        _answer(answers, grade(Submission(**given), options, fork_server).as_dict())
    fork_server.close()


def _clear_up() -> None:
    """Remove the folder of this process: its creator may have ended."""
    place = os.environ.get("TMPDIR", "")
    if os.path.basename(place).startswith("tapewalk-"):  # noqa: PTH119
        shutil.rmtree(place, ignore_errors=True)


def grade(given: Submission, options: Options, fork_server: ForkServer) -> Result:
    """Return the result of a notebook, whatever it does."""
    began = time.monotonic()
    options = options.of_learner(given.path)
    asked = [exercise for module in given.modules for exercise in MODULES[module]]
    verdicts = {each.id: Verdict(each, "unreached") for each in asked}
    status, worker, stopped = GRADED, None, None
    try:
        with fork_server.worker(options) as worker:
            worker.run(given.cells)
            factors = factors_of(given.learner, options.secret)
            for exercise in asked:
                verdict = _verdict(exercise, worker, options, factors.get(exercise.id))
                names = borrowed(exercise, given.cells) if verdict.points else []
                if names:
                    filled = {"id": exercise.id, "names": ", ".join(names)}
                    verdict = replace(verdict, key="borrowed", filled=filled)
                verdicts[exercise.id] = verdict
    except StoppedError as error:
        status, stopped = error.key, error
    except Exception as error:
        status, internal = "internal", f"{error!r:.200}"
    codes = {each.id: written(each, given.cells)[:_LONGEST] for each in asked}
    seconds = round(time.monotonic() - began, 3)

    def said(lang: str) -> Result:
        message = _why(stopped, worker, options, lang) if stopped else ""
        return Result(
            path=given.path,
            status=status,
            message=say(status, lang, error=internal) if status == "internal" else message,
            digest=given.digest,
            seed=options.seed,
            marks=tuple(each.mark(lang, codes[id]) for id, each in verdicts.items()),
            notes=(*_hidden(given, lang), *(_notes(worker, lang) if worker else ())),
            seconds=seconds,
            open=fork_server.open,
            lang=lang,
        )

    return in_all_languages(said)


def _answer(file: Any, what: dict[str, Any]) -> None:
    file.write(json.dumps(what) + "\n")
    file.flush()


def _why(stopped: StoppedError, worker: Worker | None, options: Options, lang: str) -> str:
    """Return a line about why a notebook was stopped, and where."""
    cell = worker.cell if worker else 0
    where = say("in_cell", lang, cell=cell) if cell else say("in_checks", lang)
    if worker is not None and worker.broken:
        return f"{say(stopped.key, lang, where=where, code=stopped.code)} ({worker.broken})"
    filled = {
        "seconds": number(options.timeout, lang=lang),
        "processes": PROCESSES,
        "memory": options.memory,
        "code": stopped.code,
    }
    return say(stopped.key, lang, where=where, **filled)


def _hidden(given: Submission, lang: str) -> list[str]:
    """Return the notes about code that a reader of the notebook does not see."""
    found = hidden_code(given.cells).items()
    return [say("hidden_code", lang, cell=cell, names=", ".join(names)) for cell, names in found]


def _notes(worker: Worker, lang: str) -> list[str]:
    """Return the notes about a notebook, each once; those of its worker are not trusted."""
    found = [say("forged", lang, id=id) for id in worker.forged]
    for key, filled in worker.notes:
        if key not in _REPORTED or type(filled.get("cell", 0)) is not int:
            worker.is_noisy = True
            continue
        try:
            found.append(say(key, lang, **{k: _quoted(v) for k, v in filled.items()}))
        except (KeyError, TypeError):
            worker.is_noisy = True
    if worker.is_noisy:
        found.append(say("noise", lang))
    return list(dict.fromkeys(found))[:100]


def _quoted(value: Any) -> Any:
    """Return a value from a notebook in a note: short, on one line, without control characters."""
    if type(value) is int:
        return value
    return "".join(char if char.isprintable() else " " for char in str(value)[:300])


@dataclass(frozen=True)
class Verdict:
    """The outcome of an exercise, from which a mark in any language is made.

    Attributes:
        exercise: The exercise.
        key: Why it has no points whatever the feedback says, a key of the words.
        filled: What these words state.
        feedback: The feedback of the check, if the work was tried.
    """

    exercise: Exercise
    key: str = ""
    filled: Mapping[str, str] = field(default_factory=dict)
    feedback: Feedback | None = None

    @property
    def points(self) -> int:
        """The points for it."""
        return 0 if self.key or self.feedback is None else self.feedback.points

    def mark(self, lang: str, code: str) -> Mark:
        """Return the mark."""
        names, of = ", ".join(self.exercise.takes), self.exercise.points
        mark = Mark(self.exercise.id, names, self.points, of, code=code)
        if self.key or self.feedback is None:
            return replace(mark, hint=self.key, said=say(self.key, lang, **self.filled))
        feedback = replace(self.feedback, lang=lang)
        stages = tuple(Part(*stage, right=stage[2] > 0) for stage in feedback.stages)
        mark = replace(mark, hint=feedback.hint, stages=stages)
        if feedback.diagnosis is None:
            return mark
        told = feedback.rows()[bool(stages) :]  # the page lists the stages by itself
        rows = [(name, text[:_LONGEST], is_code) for name, text, is_code in told]
        drawn = drawing(feedback.diagnosis.trial)
        return replace(mark, said=str(feedback)[:_LONGEST], rows=tuple(rows), drawing=drawn)


def _verdict(exercise: Exercise, worker: Worker, options: Options, factor: int | None) -> Verdict:
    """Return the outcome of an exercise, whatever the work does."""
    try:
        named, handed = _there(exercise, worker)
        feedback = _tried(exercise, named, handed, worker, options, factor)
    except ForgedError:
        worker.forged.append(exercise.id)
        return Verdict(exercise, "forged", {"id": exercise.id})
    if feedback is None:
        missing = [name for name in exercise.takes if name not in dict(named or ())]
        return Verdict(exercise, "undefined", {"names": ", ".join(missing)})
    return Verdict(exercise, feedback=feedback)


def _there(exercise: Exercise, worker: Worker) -> tuple[_Handed, _Handed]:
    """Return the work on an exercise: under its names, and as handed to `check`."""
    answer = worker.ask("there", exercise.id)
    if not isinstance(answer, list) or len(answer) != len(_WAYS):
        raise ForgedError("there")
    try:
        named, handed = (
            None if one is None else [(name, unpacked_value(each)) for name, each in one]
            for one in answer
        )
    except Exception as error:
        raise ForgedError("there") from error
    return named, handed


def _tried(
    exercise: Exercise,
    named: _Handed,
    handed: _Handed,
    worker: Worker,
    options: Options,
    factor: int | None,
) -> Feedback | None:
    """Return the feedback on the work, `None` if there is no work.

    The names count as they are at the end of the notebook. Only if they can't be tried does the
    work count that the notebook itself handed to `check`.
    """
    first = None
    if named is not None and len(named) == len(exercise.takes):
        first = _graded(exercise, named, "named", worker, options, factor)
    if handed is None or (first is not None and first.counts):
        return first
    second = _graded(exercise, handed, "handed", worker, options, factor)
    return second if second.counts else first


def _graded(
    exercise: Exercise,
    handed: Sequence[tuple[str, Any]],
    way: str,
    worker: Worker,
    options: Options,
    factor: int | None,
) -> Feedback:
    drawn, sent = _drawn(exercise.id, options.seed, factor)

    def tries(case: Case) -> RunResult:
        return unpacked(worker.ask("try", exercise.id, way, sent[id(case)]))

    return graded(drawn, tuple(one for _, one in handed), tries, options.lang, confirm=False)


# The cases of each exercise, and of each factor.
@lru_cache(maxsize=256)
def _drawn(number: str, seed: int, factor: int | None) -> tuple[Drawn, dict[int, bytes]]:
    """Return the cases of an exercise and their bytes, which are the same for all notebooks."""
    drawn = Drawn(with_factor(find(number, "en"), factor), seed)
    return drawn, {id(case): pickle.dumps(case) for case in drawn.cases}
