"""Grading over a Dask cluster: the files' bytes travel, each worker has wardens of its own."""

from __future__ import annotations

import tempfile
import threading
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from tapewalk.grade.jobs import Warden
from tapewalk.grade.notebook import NotebookError, contents
from tapewalk.grade.result import Options, Result
from tapewalk.grade.words import say

# Tasks under way for each of the cluster's threads: enough to keep it busy.
_AHEAD: Final = 3
_PATIENCE: Final = 10

# A warden for each thread of a worker.
_WARDENS: dict[int, Warden] = {}


class ClusterError(Exception):
    """A cluster can't be used; the text says why, in the language of the options."""


def graded(paths: Sequence[str], options: Options, address: str) -> Iterator[Result]:
    """Yield what came of each notebook, as soon as a worker has told.

    Args:
        paths: The notebooks; they need to be on this machine only.
        options: How they are graded.
        address: The scheduler's, as `"tcp://10.0.0.1:8786"`.

    Raises:
        ClusterError: Dask isn't installed, or no scheduler answers.
    """
    try:
        from dask.distributed import Client, as_completed
    except ImportError as error:
        raise ClusterError(say("no_dask", options.lang)) from error
    try:
        client = Client(address, timeout=_PATIENCE, set_as_default=False)
    except (OSError, ValueError) as error:
        said = say("no_scheduler", options.lang, address=address, error=error)
        raise ClusterError(said) from error
    with client:
        waiting = list(reversed(paths))
        sent: dict[Any, str] = {}

        def send() -> Any:
            path = waiting.pop()
            future = client.submit(grade_bytes, _bytes(path), options, pure=False)
            sent[future.key] = path
            return future

        width = _AHEAD * max(1, sum(client.nthreads().values()))
        first = [send() for _ in range(min(width, len(waiting)))]
        under_way = as_completed(first, loop=client.loop)
        for future in under_way:
            if waiting:
                under_way.add(send())
            path = sent.pop(future.key)
            yield _result(path, future, options)
        client.run(close_wardens)


def grade_bytes(data: bytes | NotebookError, options: Options) -> Result:
    """Return what came of a notebook; runs on a worker.

    Args:
        data: The notebook's bytes, or why there are none.
        options: How it is graded.
    """
    if isinstance(data, NotebookError):
        message = say(data.status, options.lang, **data.filled)
        return Result("", data.status, message, seed=options.seed)
    thread = threading.get_ident()
    if thread not in _WARDENS:
        _WARDENS[thread] = Warden()
    warden = _WARDENS[thread]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "notebook.ipynb")
        path.write_bytes(data)
        warden.ask(str(path), options)
        return warden.answer()


def close_wardens() -> None:
    """End the processes that a worker has started."""
    while _WARDENS:
        _WARDENS.popitem()[1].close()


def _bytes(path: str) -> bytes | NotebookError:
    try:
        return contents(Path(path))
    except NotebookError as error:
        return error


def _result(path: str, future: Any, options: Options) -> Result:
    """Return what a task gave; a worker may be lost with it."""
    error = future.exception()
    if error is None:
        result: Result = future.result()
        return replace(result, path=path)
    message = f"{say('lost', options.lang)} ({type(error).__name__})"
    return Result(path, "lost", message, seed=options.seed)
