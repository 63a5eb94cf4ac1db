"""Checks an exercise in a page: runs the cells and the check below them, and tells what came."""

import io
import sys

import hosted.collections
import runner
from hosted import linecache, tape
from hosted.language import Dictionary, ordered, zipped

import tapewalk
import tapewalk.scalar.value

tapewalk.is_grad_enabled = lambda: True
tapewalk.set_grad_enabled = lambda mode: None
# With a sort that is quick on a chain of thousands.
tapewalk.scalar.value.tape = tape.tape
sys.modules["collections"] = hosted.collections

from tapewalk_course.checking.exercise import Tried  # noqa: E402
from tapewalk_course.checking.running import Drawn, tried  # noqa: E402
from tapewalk_course.checks.catalog import find  # noqa: E402
from tapewalk_course.checks.grading import graded  # noqa: E402

# What runner.py finds in a traceback; the lines of the cell begin after 0 others.
_OWN = "<program> 0"

# Characters that are shown of what a cell prints.
_MOST = 2000


def check(earlier, own, line, lang, seed, slow=None, only=None):
    """Returns what came of an exercise, as JSON can hold it.

    Args:
        earlier: The texts of the cells before it.
        own: The text of its cell.
        line: The check, as the notebook has it: `check("01.3", backward)`.
        lang: `"en"` or `"es"`.
        seed: Of the random inputs.
        slow: The case, by its number, that took too long before; it isn't tried again.
        only: The case, by its number, that alone is tried, to see whether it comes to an end.
    """
    names = {"__name__": "__main__", "zip": zipped, "dict": Dictionary}
    names["RecursionError"] = RuntimeError
    said = io.StringIO()
    names["print"] = lambda *given, **how: said.tell() < _MOST and print(*given, file=said)
    for number, text in enumerate(earlier):
        try:  # noqa: SIM105 - a notebook goes on after a cell that raised
            _run(text, f"<cell {number + 1}>", names)
        except Exception:
            pass
    try:
        _run(own, _OWN, names)
    except BaseException as error:
        return {"error": runner.told(error)}
    names["check"] = check = _Check(lang, seed, slow, only)
    try:
        exec(line, names)
    except NameError as error:
        return {"error": {"type": "NameError", "sentence": str(error), "line": None}}
    if check.answer is None:
        return {"error": {"type": "SystemExit", "sentence": "", "line": None}}
    return ordered(check.answer, {"printed": said.getvalue()[:_MOST]})


def _run(text, name, names):
    linecache.texts[name] = text
    exec(compile(text, name, "exec"), names)


class _Check:
    """What the notebook calls `check`."""

    def __init__(self, lang, seed, slow, only):
        self._how = lang, seed, slow, only
        self.answer = None

    def __call__(self, id, *work):
        self.answer = checked(id, work, *self._how)

    def report(self):
        """Says nothing: the points of all exercises are the notebook's."""


def checked(name, work, lang, seed, slow=None, only=None):
    """Returns what came of work, as `check` does."""
    exercise = find(name, lang)
    drawn = Drawn(exercise, seed)
    number = {id(case): n for n, case in enumerate(drawn.cases)}
    if only is not None:
        if only < len(drawn.cases):
            tried(exercise, work, drawn.cases[only])
        return {"count": len(drawn.cases)}

    def tries(case):
        if number[id(case)] == slow:
            return Tried(problem="slow")
        return tried(exercise, work, case)

    found = graded(drawn, work, tries, lang)
    return {
        "id": exercise.id,
        "passed": found.passed,
        "points": found.points,
        "hint": found.hint,
        "title": found.title,
        "rows": [list(row) for row in found.rows()],
        "notes": found.notes(),
    }
