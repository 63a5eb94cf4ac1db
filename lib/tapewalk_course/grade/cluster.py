"""Grading over a Dask cluster: the files' bytes travel, each worker has wardens of its own."""

from __future__ import annotations

import tempfile
import threading
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Final
from uuid import uuid4

from tapewalk_course.grade.jobs import Warden
from tapewalk_course.grade.notebook import NotebookError, contents
from tapewalk_course.grade.result import Options, Result
from tapewalk_course.grade.words import say

# Tasks under way for each of the cluster's threads: enough to keep it busy.
_AHEAD: Final = 3
_PATIENCE: Final = 10

# On a worker: a warden for each grading and thread, and the gradings that have ended.
_WARDENS: dict[tuple[str, int], Warden] = {}
_ENDED: set[str] = set()


class ClusterError(Exception):
    """A cluster can't be used; the text says why, in the language of the options."""


def graded(paths: Sequence[str], options: Options, address: str) -> Iterator[Result]:
    """Yields what came of each notebook, as soon as a worker has told.

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
        grading = uuid4().hex
        waiting = list(reversed(paths))
        sent: dict[Any, tuple[str, Any]] = {}

        def send() -> Any:
            path = waiting.pop()
            future = client.submit(grade_bytes, _bytes(path), options, grading, pure=False)
            sent[future.key] = path, future
            return future

        try:
            width = _AHEAD * max(1, sum(client.nthreads().values()))
            first = [send() for _ in range(min(width, len(waiting)))]
            under_way = as_completed(first, loop=client.loop)
            for future in under_way:
                if waiting:
                    under_way.add(send())
                path, _ = sent.pop(future.key)
                yield _result(path, future, options)
        finally:
            # After an interrupt too: notebooks would go on running on machines of others.
            client.cancel([future for _, future in sent.values()])
            client.run(close_wardens, grading)


def grade_bytes(data: bytes | NotebookError, options: Options, grading: str) -> Result:
    """Returns what came of a notebook; runs on a worker.

    Args:
        data: The notebook's bytes, or why there are none.
        options: How it is graded.
        grading: Which grading it belongs to.
    """
    if isinstance(data, NotebookError):
        message = say(data.status, options.lang, **data.filled)
        return Result("", data.status, message, seed=options.seed)
    key = grading, threading.get_ident()
    if key not in _WARDENS:
        _WARDENS[key] = Warden()
    warden = _WARDENS[key]
    # Looked at only now: whoever ends a grading says so before closing what is there.
    if grading in _ENDED:
        _close(key)
        return Result("", "lost", say("lost", options.lang), seed=options.seed)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "notebook.ipynb")
        path.write_bytes(data)
        warden.ask(str(path), options)
        return warden.answer()


def close_wardens(grading: str) -> None:
    """Ends the processes that a worker has started for a grading; it starts no more of them."""
    _ENDED.add(grading)
    for key in [key for key in list(_WARDENS) if key[0] == grading]:
        _close(key)


def _close(key: tuple[str, int]) -> None:
    warden = _WARDENS.pop(key, None)
    if warden is not None:
        warden.close()


def _bytes(path: str) -> bytes | NotebookError:
    try:
        return contents(Path(path))
    except NotebookError as error:
        return error


def _result(path: str, future: Any, options: Options) -> Result:
    """Returns what a task gave; a worker may be lost with it."""
    error = future.exception()
    if error is None:
        result: Result = future.result()
        return replace(result, path=path)
    message = f"{say('lost', options.lang)} ({type(error).__name__})"
    return Result(path, "lost", message, seed=options.seed)
