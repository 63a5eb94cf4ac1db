"""Grading over a Dask cluster: submissions travel, each machine has its own judges."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from typing import Any, Final
from uuid import uuid4

from tapewalk_grade.errors import GraderError
from tapewalk_grade.result import Options, Result, unread
from tapewalk_grade.run.jobs import Judge, Start
from tapewalk_grade.run.requirements import lacks
from tapewalk_grade.submission import Submission

# Tasks in flight per thread of the cluster: enough to keep it busy.
_AHEAD: Final = 3
_PATIENCE: Final = 10

# On a machine: a judge for each grading and thread, and the gradings that have ended.
_JUDGES: dict[tuple[str, int], Judge] = {}
_ENDED: set[str] = set()


def graded(
    given: Sequence[Submission],
    options: Options,
    address: str,
    packages: Sequence[str] = (),
    unsafe: bool = False,
) -> Iterator[Result]:
    """Yield the result of each notebook as soon as it arrives.

    Args:
        given: The notebooks, all of them read already.
        options: How they are graded.
        address: The scheduler's address, as `"tcp://10.0.0.1:8786"`.
        packages: The packages that every machine needs.
        unsafe: Whether notebooks may run where they can end or alter the grader.

    Raises:
        GraderError: Dask isn't installed, or no scheduler answers.
    """
    try:
        from dask.distributed import Client, as_completed
    except ImportError as error:
        raise GraderError("no_dask") from error
    try:
        client = Client(address, timeout=_PATIENCE, set_as_default=False)
    except (OSError, ValueError) as error:
        raise GraderError("no_scheduler", address=address, error=error) from error
    with client:
        grading = uuid4().hex
        lacking = sorted({name for found in client.run(lacks, packages).values() for name in found})
        if lacking:
            raise GraderError("missing_there", names=", ".join(lacking))
        waiting = list(reversed(given))
        sent: dict[Any, tuple[Submission, Any]] = {}

        def send() -> Any:
            one = waiting.pop()
            start = Start((), tuple(packages), unsafe)
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
            # After an interrupt too, so that no notebooks go on running elsewhere.
            client.cancel([future for _, future in sent.values()])
            client.run(close_judges, grading)


def grade_there(given: Submission, options: Options, grading: str, start: Start) -> Result:
    """Return the result of a notebook; runs on a machine of the cluster."""
    key = grading, threading.get_ident()
    if key not in _JUDGES:
        _JUDGES[key] = Judge(start)
    judge = _JUDGES[key]
    # Checked only now: `close_judges` notes the end of a grading before it closes its judges.
    if grading in _ENDED:
        _close(key)
        return unread(given.path, "lost", given.digest, options)
    judge.ask(given, options)
    return judge.answer()


def close_judges(grading: str) -> None:
    """End the judges of a grading on this machine; it starts no more of them."""
    _ENDED.add(grading)
    for key in [key for key in list(_JUDGES) if key[0] == grading]:
        _close(key)


def _close(key: tuple[str, int]) -> None:
    judge = _JUDGES.pop(key, None)
    if judge is not None:
        judge.close()


def _result(given: Submission, future: Any, options: Options) -> Result:
    """Return the result of a task, or one that reports its loss."""
    error = future.exception()
    if error is None:
        result: Result = future.result()
        return result
    return unread(given.path, "lost", given.digest, options, end=f" ({type(error).__name__})")
