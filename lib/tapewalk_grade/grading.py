"""Grading what the command line names: reading it, running it, keeping a journal."""

from __future__ import annotations

import secrets
import signal
import sys
from collections.abc import Generator, Iterator, Sequence
from contextlib import closing, contextmanager, nullcontext
from pathlib import Path
from typing import Final, TextIO

from tapewalk_course.exercises.catalog import needs
from tapewalk_grade.arguments import Arguments, notebooks, secret_in
from tapewalk_grade.result import Options, Result
from tapewalk_grade.run import cluster, jobs
from tapewalk_grade.run.journal import Journal
from tapewalk_grade.run.requirements import require
from tapewalk_grade.run.sandbox import needed
from tapewalk_grade.submission import Submission, agreed, submission
from tapewalk_grade.words import say

# From so many notebooks on, a log gets lines about the progress.
_MANY: Final = 50


class Grading:
    """The grading of some notebooks.

    Attributes:
        paths: The notebooks.
        options: How they are graded; the seed is known once it runs.
        read: What was handed in, by path, or the result that says why it can't be graded.
        graded: The results so far, by path.
    """

    def __init__(self, given: Arguments, paths: Sequence[str]) -> None:
        self._given, self.paths = given, paths
        self.options = options_of(given)
        self.read: dict[str, Submission | Result] = {}
        self.graded: dict[str, Result] = {}

    def run(self) -> None:
        """Grade the notebooks that are not in the journal yet.

        Raises:
            GraderError: The journal, the cluster or the processes that grade can't be used.
            KeyboardInterrupt: It was interrupted; `graded` has the results so far.
        """
        given = self._given
        with closing(Journal(given.resume)) if given.resume else nullcontext() as journal:
            if journal is not None:
                self.options = journal.continued(self.options, given.chosen)
            # All are read before the first one runs, so none can change what is graded.
            for path in self.paths:
                self.read[path] = submission(path, self.options, path in given.paths)
            self.read = agreed(self.read, self.options)
            left = self._left(journal)
            if journal is not None:
                journal.begin(self.options, not left)
            self._run(left, journal)

    def interruption(self) -> str:
        """Return how far it came before it was interrupted, and how to go on."""
        lang = self._given.lang
        how = say("resume" if self._given.resume else "no_resume", lang)
        return say("interrupted", lang, how=how, done=len(self.graded), count=len(self.paths))

    @property
    def results(self) -> list[Result]:
        """All results, in the order of the paths."""
        return [self.graded[path] for path in self.paths]

    @property
    def submissions(self) -> list[Submission]:
        """The notebooks that can be graded."""
        return [one for one in self.read.values() if isinstance(one, Submission)]

    def _left(self, journal: Journal | None) -> list[Submission]:
        """Return the notebooks to grade; note the results that are known already."""
        left: list[Submission] = []
        for path, one in self.read.items():
            known = journal.known(path, one.digest) if journal else None
            if known is not None:
                self.graded[path] = known
            elif isinstance(one, Submission):
                left.append(one)
            else:
                self.graded[path] = one
        return left

    def _run(self, left: Sequence[Submission], journal: Journal | None) -> None:
        progress = Progress(sys.stderr, len(self.paths), self._given.lang)
        with closing(results_of(self._given, left, self.options)) as results:
            for result in results:
                with _uninterrupted():
                    if journal is not None:
                        journal.add(result)
                    self.graded[result.path] = result
                progress.show(len(self.graded))
        progress.end()


def options_of(given: Arguments) -> Options:
    """Return how notebooks are graded; without a seed on the command line, with a new one."""
    return Options(
        lang=given.lang,
        timeout=given.timeout,
        memory=given.memory,
        seed=secrets.randbelow(10**6) if given.seed is None else given.seed,
        modules=tuple(dict.fromkeys(given.modules)),
        by_learner=given.seed_by_learner,
        factors=given.factors,
        secret=secret_in(given.secret),
    )


def results_of(
    given: Arguments, submissions: Sequence[Submission], options: Options
) -> Generator[Result, None, None]:
    """Yield the results of notebooks as they come, graded here or on a cluster.

    Raises:
        GraderError: A package, the cluster or the processes that grade are missing.
    """
    if not submissions:
        return
    packages = needs({module for one in submissions for module in one.modules})
    if given.scheduler:
        unsafe = given.unsafe
        yield from cluster.graded(submissions, options, given.scheduler, packages, unsafe)
        return
    require(packages)
    # The course's own solutions do no harm.
    start = jobs.Start(_hidden(given), packages, given.unsafe or given.check_setup)
    yield from jobs.graded(submissions, options, given.jobs, start)


def _hidden(given: Arguments) -> tuple[str, ...]:
    """Return the files that no notebook may see: the others, the results, roster and policy."""
    found = []
    for path in given.paths:
        folder = Path(path).resolve()
        folder = folder if folder.is_dir() else folder.parent
        # Where the folder contains Python itself, its notebooks are hidden one by one.
        inside = notebooks([path]) if needed(str(folder)) else [folder]
        found += [str(Path(each).resolve()) for each in inside]
    beside = (given.resume, given.output, given.feedback, given.roster, given.policy, given.secret)
    written = [path for path in beside if path is not None and path.exists()]
    return tuple(dict.fromkeys([*found, *(str(path.resolve()) for path in written)]))


@contextmanager
def _uninterrupted() -> Iterator[None]:
    """Let Ctrl+C wait until the block is done."""
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})


class Progress:
    """A count of notebooks: a line that is rewritten on a terminal, a line per tenth elsewhere."""

    def __init__(self, stream: TextIO, count: int, lang: str) -> None:
        self._stream, self._is_terminal = stream, stream.isatty()
        self._count, self._lang = count, lang

    def show(self, done: int) -> None:
        """Rewrite the line, or write another one at each tenth of many."""
        line = say("progress", self._lang, done=done, count=self._count)
        if self._is_terminal:
            bar = "■" * (20 * done // self._count)
            self._stream.write(f"\r{bar:□<20} {line}")
            self._stream.flush()
        elif self._count >= _MANY and done % (self._count // 10) == 0:
            print(line, file=self._stream, flush=True)

    def end(self) -> None:
        """Leave the line."""
        if self._is_terminal:
            self._stream.write("\n")
