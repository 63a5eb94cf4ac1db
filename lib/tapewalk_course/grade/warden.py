"""A process that holds the checks ready, and forks one for each notebook: what watches over it.

It reads a request a line and answers with a result a line.
`jobs` starts it, as `python -m tapewalk_course.grade.warden`; it ends when its input does, and
takes the notebook with it.
"""

from __future__ import annotations

import gc
import json
import os
import secrets
import select
import shutil
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from tapewalk.language import number as written
from tapewalk_course.grade import child
from tapewalk_course.grade.confine import PROCESSES, adopt_orphans
from tapewalk_course.grade.descendants import descendants, end_all
from tapewalk_course.grade.notebook import digest
from tapewalk_course.grade.result import GRADED, Mark, Options, Result
from tapewalk_course.grade.words import say

# Milliseconds between two looks at a notebook that runs, and at one that closed its pipe.
_RUNS: Final = 50
_CLOSED: Final = 2
# More than any honest notebook has to say.
_FLOOD: Final = 4 * 2**20


def main() -> None:
    """Answers requests until there are no more."""
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    adopt_orphans()
    # What is there now never becomes garbage: no child has to write into these pages.
    gc.freeze()
    _answer(answers, {"ready": True})
    for line in sys.stdin:
        request = json.loads(line)
        options = Options(**{**request["options"], "modules": tuple(request["options"]["modules"])})
        _answer(answers, grade(request["path"], options).as_dict())


def grade(path: str, options: Options) -> Result:
    """Returns what came of a notebook, whatever it did.

    Args:
        path: The notebook's.
        options: How it is graded.
    """
    began = time.monotonic()
    folder = tempfile.mkdtemp(prefix="tapewalk-")
    secret = secrets.token_hex(16)
    ours, theirs = os.pipe()
    pid = os.fork()
    if pid == 0:
        _enter(folder)
        child.run(path, options, theirs, secret)
    os.close(theirs)
    try:
        said, ended, code = _watch(pid, ours, options.timeout)
    finally:
        os.close(ours)
        end_all(pid)
        shutil.rmtree(folder, ignore_errors=True)
    lines = _ours(said, secret)
    status, message = _status(lines, ended, code, options)
    notes = tuple(str(line["note"]) for line in lines if "note" in line)
    return Result(
        path=path,
        status=status,
        message=message,
        digest=digest(Path(path)),
        seed=options.seed,
        marks=_marks(lines, options.lang),
        notes=notes,
        seconds=round(time.monotonic() - began, 3),
    )


def _answer(file: Any, what: dict[str, Any]) -> None:
    file.write(json.dumps(what) + "\n")
    file.flush()


def _enter(folder: str) -> None:
    """Makes a folder the place where this process is at home; relative paths come as absolute."""
    os.chdir(folder)
    os.environ.update(HOME=folder, TMPDIR=folder)
    tempfile.tempdir = folder


def _watch(pid: int, pipe: int, seconds: float) -> tuple[bytes, str | None, int]:
    """Returns what the process said, why it has to be stopped, if it has, and how it ended.

    The pipe's end says little: what the process started may hold it open.
    """
    said, pause = bytearray(), _RUNS
    until = time.monotonic() + seconds
    os.set_blocking(pipe, False)
    poll = select.poll()
    poll.register(pipe, select.POLLIN)
    poll.register(0, select.POLLHUP)  # whoever asked is gone
    while True:
        for number, event in poll.poll(pause):
            if number == 0 and event & select.POLLHUP:
                sys.exit(1)
            if number == pipe and event & select.POLLHUP:
                poll.unregister(pipe)
                pause = _CLOSED
        done, status = os.waitpid(pid, os.WNOHANG)
        _drain(pipe, said)
        if done:
            return bytes(said), None, os.waitstatus_to_exitcode(status)
        if time.monotonic() > until:
            return bytes(said), "timeout", 0
        if len(said) > _FLOOD:
            return bytes(said), "flood", 0
        if len(descendants(pid)) > PROCESSES:
            return bytes(said), "processes", 0


def _drain(pipe: int, said: bytearray) -> None:
    """Adds what is in the pipe, up to a bound."""
    with suppress(BlockingIOError):
        while len(said) <= _FLOOD and (data := os.read(pipe, 65536)):
            said += data


def _ours(said: bytes, secret: str) -> list[dict[str, Any]]:
    """Returns what was said by the grader's own code; a line cut short is left out."""
    ours = []
    start = f"{secret} ".encode()
    for line in said.split(b"\n")[:-1]:
        if line.startswith(start):
            ours.append(json.loads(line[len(start) :]))
    return ours


def _status(
    lines: list[dict[str, Any]], ended: str | None, code: int, options: Options
) -> tuple[str, str]:
    """Returns how it went, and one line about it."""
    failed = next((line for line in lines if "failed" in line), None)
    if failed:
        return failed["failed"], say(failed["failed"], options.lang, **failed["filled"])
    if any("done" in line for line in lines):
        return GRADED, ""
    cell = next((line["cell"] for line in reversed(lines) if "cell" in line), 0)
    where = say("in_cell", options.lang, cell=cell) if cell else say("in_checks", options.lang)
    if ended:
        filled = {"seconds": written(options.timeout, lang=options.lang), "processes": PROCESSES}
        return ended, say(ended, options.lang, where=where, **filled)
    key = "killed" if code < 0 else "ended"
    return key, say(key, options.lang, where=where, code=abs(code))


def _marks(lines: list[dict[str, Any]], lang: str) -> tuple[Mark, ...]:
    """Returns the marks in order; what was not reached has no points."""
    exercises_asked = (line["asked"] for line in lines if "asked" in line)
    asked: list[tuple[str, str, int]] = next(exercises_asked, [])
    marks = {line["mark"]["id"]: Mark(**line["mark"]) for line in lines if "mark" in line}
    lost = say("unreached", lang)
    return tuple(
        marks.get(id, Mark(id, names, 0, of, "unreached", lost)) for id, names, of in asked
    )


if __name__ == "__main__":
    main()
