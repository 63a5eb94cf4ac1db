"""Grading over a Dask cluster: what was read travels, each worker has wardens of its own."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from typing import Any, Final
from uuid import uuid4

from tapewalk_course.grade.jobs import Start, Warden
from tapewalk_course.grade.needs import lacks
from tapewalk_course.grade.result import Options, Result
from tapewalk_course.grade.submission import Submission
from tapewalk_course.grade.words import say

# Tasks under way for each of the cluster's threads: enough to keep it busy.
_AHEAD: Final = 3
_PATIENCE: Final = 10

# On a worker: a warden for each grading and thread, and the gradings that have ended.
_WARDENS: dict[tuple[str, int], Warden] = {}
_ENDED: set[str] = set()


class ClusterError(Exception):
    """A cluster can't be used; the text says why, in the language of the options."""


def graded(
    given: Sequence[Submission], options: Options, address: str, packages: Sequence[str] = ()
) -> Iterator[Result]:
    """Yields what came of each notebook, as soon as a worker has told.

    Args:
        given: The notebooks, all of them read already.
        options: How they are graded.
        address: The scheduler's, as `"tcp://10.0.0.1:8786"`.
        packages: What every worker needs.

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
        lacking = sorted({name for found in client.run(lacks, packages).values() for name in found})
        if lacking:
            raise ClusterError(say("missing_there", options.lang, names=", ".join(lacking)))
        waiting = list(reversed(given))
        sent: dict[Any, tuple[Submission, Any]] = {}

        def send() -> Any:
            one = waiting.pop()
            start = Start((), tuple(packages))
            future = client.submit(grade_there, one, options, grading, start, pure=False)
            sent[future.key] = one, future
            return future

        try:
            width = _AHEAD * max(1, sum(client.nthreads().values()))
            first = [send() for _ in range(min(width, len(waiting)))]
            under_way = as_completed(first, loop=client.loop)
            for future in under_way:
                if waiting:
                    under_way.add(send())
                one, _ = sent.pop(future.key)
                yield _result(one, future, options)
        finally:
            # After an interrupt too: notebooks would go on running on machines of others.
            client.cancel([future for _, future in sent.values()])
            client.run(close_wardens, grading)


def grade_there(given: Submission, options: Options, grading: str, start: Start) -> Result:
    """Returns what came of a notebook; runs on a worker.

    Args:
        given: The notebook.
        options: How it is graded.
        grading: Which grading it belongs to.
        start: What the processes that grade have to know.
    """
    key = grading, threading.get_ident()
    if key not in _WARDENS:
        _WARDENS[key] = Warden(start)
    warden = _WARDENS[key]
    # Looked at only now: whoever ends a grading says so before closing what is there.
    if grading in _ENDED:
        _close(key)
        return Result(given.path, "lost", say("lost", options.lang), given.digest, options.seed)
    warden.ask(given, options)
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


def _result(given: Submission, future: Any, options: Options) -> Result:
    """Returns what a task gave; a worker may be lost with it."""
    error = future.exception()
    if error is None:
        result: Result = future.result()
        return result
    message = f"{say('lost', options.lang)} ({type(error).__name__})"
    return Result(given.path, "lost", message, given.digest, options.seed)
