"""A process that forgets the answers of the exercises and forks a worker per notebook.

It is in a sandbox where the system allows one, and ends when its parent does.
"""

from __future__ import annotations

import gc
import json
import os
import shutil
import socket
import tempfile
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NoReturn

import tapewalk_course
from tapewalk_grade.run import worker
from tapewalk_grade.run.descendants import end_all
from tapewalk_grade.run.limits import adopt_orphans, count_running, end_with_parent, limit_process
from tapewalk_grade.run.sandbox import Sandbox, deny_inspection, needed
from tapewalk_grade.run.stripped import without_answers

# The folder of the course's package that contains the answers.
_ANSWERS = "exercises"
# Seconds after which the processes of this user are counted again.
_OLD = 10.0


def serve(control: socket.socket, hide: Sequence[str]) -> None:
    """Start a worker for each request in this process, until there are no more.

    Args:
        control: The requests.
        hide: Files and folders that no worker may see.
    """
    end_with_parent()
    # Neither the judge's requests nor its results pass through here.
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(2, 1)
    sandbox = Sandbox()
    adopt_orphans()
    deny_inspection()
    ready = worker.ready(without_answers())
    package = Path(tapewalk_course.__file__).parent
    sandbox.hide([*hide, str(package / _ANSWERS), *_clone_of(package)])
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
            _run_worker(sandbox, pipes[0], {**json.loads(data), "running": running}, ready)
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
    sandbox: Sandbox, pipe: int, limits: Mapping[str, Any], ready: worker.Ready
) -> NoReturn:
    """Set up this process, which was just forked, and run a notebook."""
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
