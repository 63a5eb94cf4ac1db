"""A process that holds the calls of the exercises ready, and forks one for each notebook.

It knows no answers, and it is walled off where the system allows. `talk` starts it, as
`python -m tapewalk_course.grade.nursery`; it ends when whoever started it does.
"""

from __future__ import annotations

import gc
import json
import os
import shutil
import socket
import sys
import tempfile
import time
from collections.abc import Mapping
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import Any, NoReturn

import tapewalk_course
from tapewalk_course.grade.sandbox import Sandbox, keep_to_oneself

# The folder of this package in which answers stand.
_ANSWERS = "checks"
# Seconds after which it is counted anew what else runs.
_OLD = 10.0


def main() -> None:
    """Starts a process for each notebook that is asked for, until there are no more."""
    sandbox = Sandbox()  # while there is no second thread yet
    control = socket.socket(fileno=int(sys.argv[1]))
    from tapewalk_course.grade import child  # while the checks still have their names
    from tapewalk_course.grade.confine import adopt_orphans, count_running, end_with_parent
    from tapewalk_course.grade.descendants import end_all
    from tapewalk_course.grade.trying import without_answers

    end_with_parent()
    adopt_orphans()
    keep_to_oneself()
    start = json.loads(control.recv(2**20))
    ready = child.ready(without_answers())
    for name in start["packages"]:
        with suppress(ImportError):
            import_module(name)
    package = Path(tapewalk_course.__file__).parent
    sandbox.hide([*start["hide"], str(package / _ANSWERS)])
    # What is there now never becomes garbage: no child has to write into these pages.
    gc.freeze()
    _tell(control, open=sandbox.open)
    counted, running = -_OLD, 0
    while True:
        data, pipes, _, _ = socket.recv_fds(control, 2**16, 1)
        if not data:
            return
        if time.monotonic() - counted > _OLD:
            counted, running = time.monotonic(), count_running()
        pid = sandbox.fork()
        if pid == 0:
            _become(child, sandbox, pipes[0], {**json.loads(data), "running": running}, ready)
        os.close(pipes[0])
        _tell(control, pid=pid)
        _, status = os.waitpid(pid, 0)
        end_all(pid)
        for left in Path(tempfile.gettempdir()).glob("tapewalk-*") if sandbox.open else ():
            shutil.rmtree(left, ignore_errors=True)
        _tell(control, code=os.waitstatus_to_exitcode(status))


def _become(
    child: Any, sandbox: Sandbox, pipe: int, limits: Mapping[str, Any], ready: Any
) -> NoReturn:
    """Is the process of a notebook."""
    from tapewalk_course.grade.confine import confine

    try:
        child.leave_open(pipe)
        confine(limits["timeout"], limits["memory"], limits["running"])
        home = sandbox.narrow()
        os.chdir(home)
        os.environ.update(HOME=home, TMPDIR=home)
        tempfile.tempdir = home
        child.run(pipe, ready)
    finally:
        os._exit(1)


def _tell(control: socket.socket, **what: Any) -> None:
    control.sendall(json.dumps(what).encode() + b"\n")


if __name__ == "__main__":
    main()
