"""A process that imports the exercises without their answers and forks a worker per notebook.

It is in a sandbox where the system allows one. `protocol` starts it, as
`python -m tapewalk_grade.run.fork_server`; it ends when its parent does.
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
from tapewalk_grade.run.sandbox import Sandbox, deny_inspection, needed

# The folder of the course's package that contains the answers.
_ANSWERS = "exercises"
# Seconds after which the processes of this user are counted again.
_OLD = 10.0


def main() -> None:
    """Start a worker for each request, until there are no more."""
    sandbox = Sandbox()  # before there is a second thread
    control = socket.socket(fileno=int(sys.argv[1]))
    from tapewalk_grade.run import worker  # before the exercises lose their names
    from tapewalk_grade.run.descendants import end_all
    from tapewalk_grade.run.limits import adopt_orphans, count_running, end_with_parent
    from tapewalk_grade.run.stripped import without_answers

    end_with_parent()
    adopt_orphans()
    deny_inspection()
    start = json.loads(control.recv(2**20))
    ready = worker.ready(without_answers())
    for name in start["packages"]:
        with suppress(ImportError):
            import_module(name)
    package = Path(tapewalk_course.__file__).parent
    sandbox.hide([*start["hide"], str(package / _ANSWERS), *_clone_of(package)])
    # Objects that exist now never become garbage, so no worker has to write into their pages.
    gc.freeze()
    _send(control, open=sandbox.open)
    counted, running = -_OLD, 0
    while True:
        data, pipes, _, _ = socket.recv_fds(control, 2**16, 1)
        if not data:
            return
        if time.monotonic() - counted > _OLD:
            counted, running = time.monotonic(), count_running()
        pid = sandbox.fork()
        if pid == 0:
            _run_worker(worker, sandbox, pipes[0], {**json.loads(data), "running": running}, ready)
        os.close(pipes[0])
        _send(control, pid=pid)
        _, status = os.waitpid(pid, 0)
        end_all(pid)
        for left in Path(tempfile.gettempdir()).glob("tapewalk-*") if sandbox.open else ():
            shutil.rmtree(left, ignore_errors=True)
        _send(control, code=os.waitstatus_to_exitcode(status))


def _clone_of(package: Path) -> list[str]:
    """Return what lies beside the packages in a clone: the pages and the history have solutions."""
    root = package.parents[1]
    if not (root / ".git").exists():
        return []
    return [str(each) for each in root.iterdir() if not needed(str(each))]


def _run_worker(
    worker: Any, sandbox: Sandbox, pipe: int, limits: Mapping[str, Any], ready: Any
) -> NoReturn:
    """Set up this process, which was just forked, and run a notebook."""
    from tapewalk_grade.run.limits import limit_process

    try:
        worker.leave_open(pipe)
        limit_process(limits["timeout"], limits["memory"], limits["running"])
        home = sandbox.narrow()
        os.chdir(home)
        os.environ.update(HOME=home, TMPDIR=home)
        tempfile.tempdir = home
        worker.run(pipe, ready)
    finally:
        os._exit(1)


def _send(control: socket.socket, **what: Any) -> None:
    control.sendall(json.dumps(what).encode() + b"\n")


if __name__ == "__main__":
    main()
