"""A process that judges notebooks: it draws the inputs and holds what is right, and runs nothing.

It reads a request a line and answers with a result a line. `jobs` starts it, as
`python -m tapewalk_course.grade.warden`; it ends when its input does, and takes the notebook with
it. The notebook itself runs in a process that knows no answers: see `nursery` and `talk`.
"""

from __future__ import annotations

import atexit
import gc
import json
import os
import pickle
import shutil
import sys
import time
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any, Final, TypeAlias

from tapewalk.language import number as written
from tapewalk_course.checking.distant import ForgedError, unpacked, unpacked_value
from tapewalk_course.checking.exercise import Case, Exercise, Tried
from tapewalk_course.checking.feedback import Feedback
from tapewalk_course.checking.running import Drawn
from tapewalk_course.checks.catalog import MODULES, find
from tapewalk_course.checks.constants import factors_of, with_factor
from tapewalk_course.checks.grading import graded
from tapewalk_course.grade.confine import PROCESSES
from tapewalk_course.grade.drawing import drawing
from tapewalk_course.grade.result import GRADED, Mark, Options, Result
from tapewalk_course.grade.sandbox import keep_to_oneself
from tapewalk_course.grade.submission import Submission
from tapewalk_course.grade.talk import Nursery, StoppedError, Talk
from tapewalk_course.grade.words import say, words

# What was handed in, with its names; `None` where nothing was.
_Handed: TypeAlias = Sequence[tuple[str, Any]] | None

_LONGEST: Final = 4000
# The two ways in which work is handed in, in the order in which a notebook's process tells them.
_WAYS: Final = ("named", "handed")


def main() -> None:
    """Answers requests until there are no more."""
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    keep_to_oneself()
    atexit.register(_clear_up)
    start = json.loads(sys.stdin.readline())
    nursery = Nursery(start["hide"], start["packages"])
    gc.freeze()  # what is there now never becomes garbage
    _answer(answers, {"ready": True})
    for line in sys.stdin:
        request = json.loads(line)
        options = Options(**{**request["options"], "modules": tuple(request["options"]["modules"])})
        given = request["submission"]
        cells = tuple((number, code) for number, code in given["cells"])
        modules, lang = tuple(given["modules"]), given["lang"]
        rest = given["path"], given["digest"], cells, modules, lang, given["learner"]
        _answer(answers, grade(Submission(*rest), options, nursery).as_dict())
    nursery.close()


def _clear_up() -> None:
    """Removes the folder of this process: whoever made it may be gone."""
    place = os.environ.get("TMPDIR", "")
    if os.path.basename(place).startswith("tapewalk-"):  # noqa: PTH119
        shutil.rmtree(place, ignore_errors=True)


def grade(given: Submission, options: Options, nursery: Nursery) -> Result:
    """Returns what came of a notebook, whatever it did.

    Args:
        given: The notebook.
        options: How it is graded.
        nursery: Starts its process.
    """
    began = time.monotonic()
    options = replace(options.of_learner(given.path), lang=given.lang)
    asked = [exercise for module in given.modules for exercise in MODULES[module]]
    marks: dict[str, Mark] = {}
    status, message, talk = GRADED, "", None
    try:
        with nursery.notebook(options) as talk:
            talk.run(given.cells)
            factors = factors_of(given.learner)
            for exercise in asked:
                marks[exercise.id] = _mark(exercise, talk, options, factors.get(exercise.id))
    except StoppedError as stopped:
        status, message = stopped.key, _why(stopped, talk, options)
    except Exception as error:
        status = "internal"
        message = say(status, options.lang, error=f"{error!r:.200}")
    lost = say("unreached", options.lang)
    return Result(
        path=given.path,
        status=status,
        message=message,
        digest=given.digest,
        seed=options.seed,
        marks=tuple(
            marks.get(each.id, Mark(each.id, _names(each), 0, each.points, "unreached", lost))
            for each in asked
        ),
        notes=tuple(_notes(talk, options)) if talk else (),
        seconds=round(time.monotonic() - began, 3),
        open=nursery.open,
    )


def _answer(file: Any, what: dict[str, Any]) -> None:
    file.write(json.dumps(what) + "\n")
    file.flush()


def _why(stopped: StoppedError, talk: Talk | None, options: Options) -> str:
    """Returns a line about what stopped a notebook, and where."""
    cell = talk.cell if talk else 0
    where = say("in_cell", options.lang, cell=cell) if cell else say("in_checks", options.lang)
    if talk is not None and talk.broken:
        return f"{say(stopped.key, options.lang, where=where, code=stopped.code)} ({talk.broken})"
    filled = {
        "seconds": written(options.timeout, lang=options.lang),
        "processes": PROCESSES,
        "memory": options.memory,
        "code": stopped.code,
    }
    return say(stopped.key, options.lang, where=where, **filled)


def _notes(talk: Talk, options: Options) -> list[str]:
    """Returns the lines about a notebook, each once; what it says of itself is only text."""
    found = []
    for key, filled in talk.notes:
        if key not in words.own[options.lang]:
            continue
        try:
            found.append(say(key, options.lang, **{k: str(v)[:300] for k, v in filled.items()}))
        except (KeyError, TypeError):
            continue
    if talk.is_noisy:
        found.append(say("noise", options.lang))
    return list(dict.fromkeys(found))[:100]


def _names(exercise: Exercise) -> str:
    return ", ".join(exercise.takes)


def _mark(exercise: Exercise, talk: Talk, options: Options, factor: int | None) -> Mark:
    """Returns what came of an exercise, whatever the work does while it is tried."""
    names = _names(exercise)
    try:
        named, handed = _there(exercise, talk)
        feedback = _tried(exercise, named, handed, talk, options, factor)
    except ForgedError:
        talk.notes.append(("forged", {"id": exercise.id}))
        said = say("forged", options.lang, id=exercise.id)
        return Mark(exercise.id, names, 0, exercise.points, "forged", said)
    if feedback is None:
        missing = ", ".join(name for name in exercise.takes if name not in dict(named or ()))
        hint, said = "undefined", say("undefined", options.lang, names=missing)
        return Mark(exercise.id, names, 0, exercise.points, hint, said)
    said = "" if feedback.passed else str(feedback)[:_LONGEST]
    mark = Mark(exercise.id, names, feedback.points, exercise.points, feedback.hint, said)
    if feedback.diagnosis is None or not options.own_lang:
        return mark
    rows = [(name, text[:_LONGEST], is_code) for name, text, is_code in feedback.rows()]
    return replace(mark, rows=tuple(rows), drawing=drawing(feedback.diagnosis.trial))


def _there(exercise: Exercise, talk: Talk) -> tuple[_Handed, _Handed]:
    """Returns what was handed in for an exercise, under its names and to `check`."""
    answer = talk.ask("there", exercise.id)
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
    talk: Talk,
    options: Options,
    factor: int | None,
) -> Feedback | None:
    """Returns what a check says of the work, `None` if there is none.

    What counts is what its names stand for in the end. Only where that is nothing that can be
    tried does it count what the notebook itself handed to `check`, under whatever name.
    """
    first = None
    if named is not None and len(named) == len(exercise.takes):
        first = _graded(exercise, named, "named", talk, options, factor)
    if handed is None or (first is not None and first.counts):
        return first
    second = _graded(exercise, handed, "handed", talk, options, factor)
    return second if second.counts else first


def _graded(
    exercise: Exercise,
    handed: Sequence[tuple[str, Any]],
    way: str,
    talk: Talk,
    options: Options,
    factor: int | None,
) -> Feedback:
    drawn, sent = _drawn(exercise.id, options.seed, factor)

    def tries(case: Case) -> Tried:
        return unpacked(talk.ask("try", exercise.id, way, sent[id(case)]))

    return graded(drawn, tuple(one for _, one in handed), tries, options.lang, confirm=False)


# For each exercise those of everybody, or of every factor.
@lru_cache(maxsize=256)
def _drawn(id: str, seed: int, factor: int | None) -> tuple[Drawn, dict[int, bytes]]:
    """Returns the cases of an exercise, and each as it travels: the same for all notebooks."""
    drawn = Drawn(with_factor(find(id, "en"), factor), seed)
    return drawn, {each: pickle.dumps(case) for each, case in drawn.by_identity().items()}


if __name__ == "__main__":
    main()
