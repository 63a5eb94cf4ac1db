"""The command line: `python -m tapewalk_course.grade submissions/`."""

from __future__ import annotations

import os
import secrets
import signal
import sys
from collections.abc import Generator, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from typing import TextIO

from tapewalk_course.grade.arguments import Arguments, notebooks, parsed
from tapewalk_course.grade.formats import FORMATS, summary
from tapewalk_course.grade.result import Options, Result
from tapewalk_course.grade.words import say

GRADED, UNGRADED, USAGE, BELOW, INTERRUPTED = 0, 1, 2, 3, 130


def main(arguments: Sequence[str] | None = None) -> int:
    """Grades notebooks and writes the results.

    Args:
        arguments: The command line without the program's name; `None` takes the real one.

    Returns:
        0 if all were graded, 1 if some could not be, 2 for wrong usage, 3 if some have fewer
        points than `--fail-under`, 130 if it was interrupted.
    """
    given = parsed(sys.argv[1:] if arguments is None else arguments)
    if not hasattr(os, "fork"):
        return _wrong(say("no_fork", given.lang))
    # These need what only POSIX has.
    from tapewalk_course.grade.cluster import ClusterError
    from tapewalk_course.grade.jobs import HelperError
    from tapewalk_course.grade.journal import JournalError

    unknown, known = _unknown(given.modules)
    if unknown:
        filled = {"module": ", ".join(unknown), "known": ", ".join(known)}
        return _wrong(say("unknown_module", given.lang, **filled))
    paths = notebooks(given.paths)
    if not paths:
        return _wrong(say("nothing", given.lang, paths=", ".join(given.paths)))
    graded: dict[str, Result] = {}
    try:
        options = _grade(given, paths, graded)
    except JournalError as error:
        return _wrong(say(error.key, given.lang, **error.filled))
    except ClusterError as error:
        return _wrong(str(error))
    except HelperError as error:
        return _wrong(say("no_helper", given.lang, command=error))
    except KeyboardInterrupt:
        how = say("resume" if given.resume else "no_resume", given.lang)
        count = {"done": len(graded), "count": len(paths)}
        print("\n" + say("interrupted", given.lang, how=how, **count), file=sys.stderr)
        return INTERRUPTED
    results = [graded[path] for path in paths]
    try:
        _write(given, results, options)
    except OSError as error:
        path = given.output
        return _wrong(say("no_output", given.lang, path=path, error=error.strerror))
    if not all(result.is_graded for result in results):
        return UNGRADED
    least = given.fail_under or 0.0
    return GRADED if all(result.points >= least for result in results) else BELOW


def _grade(given: Arguments, paths: Sequence[str], graded: dict[str, Result]) -> Options:
    """Grades what is not in the journal yet; returns how it was graded."""
    from tapewalk_course.grade.journal import Journal

    with ExitStack() as stack:
        journal = stack.enter_context(closing(Journal(given.resume))) if given.resume else None
        seed = _seed(given, journal.seed if journal else None)
        modules = tuple(dict.fromkeys(given.modules))
        options = Options(given.lang, given.timeout, given.memory, seed, modules)
        if journal is not None:
            journal.begin(options)
            known = {path: journal.known(path) for path in paths}
            graded.update({path: result for path, result in known.items() if result is not None})
        progress = Progress(sys.stderr, len(paths), given.lang)
        left = [path for path in paths if path not in graded]
        with closing(_results(given, left, options)) as results:
            for result in results:
                with _uninterrupted():
                    if journal is not None:
                        journal.add(result)
                    graded[result.path] = result
                progress.show(len(graded))
        progress.end()
    return options


@contextmanager
def _uninterrupted() -> Iterator[None]:
    """Lets Ctrl+C wait until the block is done."""
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})


def _results(
    given: Arguments, paths: Sequence[str], options: Options
) -> Generator[Result, None, None]:
    from tapewalk_course.grade import cluster, jobs

    if not paths:
        return
    if given.scheduler:
        yield from cluster.graded(paths, options, given.scheduler)
    else:
        yield from jobs.graded(paths, options, given.jobs)


def _unknown(modules: Sequence[str]) -> tuple[list[str], Sequence[str]]:
    """Returns which of these modules have no exercises, and which modules have some."""
    if not modules:
        return [], ()
    try:
        from tapewalk_course.checks.catalog import MODULES
    except ImportError:
        return [], ()  # without NumPy nothing can be graded, as those who grade will say
    return [module for module in modules if module not in MODULES], tuple(MODULES)


def _seed(given: Arguments, before: int | None) -> int:
    if given.seed is not None:
        return given.seed
    return secrets.randbelow(10**6) if before is None else before


def _write(given: Arguments, results: Sequence[Result], options: Options) -> None:
    text = FORMATS[given.format](results, options)
    data = text.encode("utf-8", "backslashreplace")  # a file's name may be no text
    if given.output is None:
        sys.stdout.flush()
        sys.stdout.buffer.write(data)
        sys.stdout.flush()
        return
    # Whoever looks finds the whole file or none.
    beside = given.output.with_name(f"{given.output.name}.part")
    beside.write_bytes(data)
    Path.replace(beside, given.output)
    print(summary(results, options))


class Progress:
    """One line that counts, on a terminal only."""

    def __init__(self, stream: TextIO, count: int, lang: str) -> None:
        self._stream = stream if stream.isatty() else None
        self._count, self._lang = count, lang

    def show(self, done: int) -> None:
        """Writes the line anew."""
        if self._stream:
            line = say("progress", self._lang, done=done, count=self._count)
            bar = "■" * (20 * done // self._count)
            self._stream.write(f"\r{bar:□<20} {line}")
            self._stream.flush()

    def end(self) -> None:
        """Leaves the line."""
        if self._stream:
            self._stream.write("\n")


def _wrong(text: str) -> int:
    print(text, file=sys.stderr)
    return USAGE


if __name__ == "__main__":
    sys.exit(main())
