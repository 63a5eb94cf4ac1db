"""The command line: `python -m tapewalk_course.grade submissions/`."""

from __future__ import annotations

import hashlib
import os
import secrets
import signal
import sys
from collections.abc import Generator, Iterator, Mapping, Sequence
from contextlib import ExitStack, closing, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

from tapewalk_course.grade.arguments import Arguments, notebooks, parsed
from tapewalk_course.grade.formats import FORMATS, HEADLESS, heads_of, summary
from tapewalk_course.grade.learner_pages import write_pages
from tapewalk_course.grade.needs import NEEDS, lacks
from tapewalk_course.grade.policy import Policy, PolicyError, policy
from tapewalk_course.grade.result import Options, Result
from tapewalk_course.grade.roster import Roster, RosterError, roster
from tapewalk_course.grade.words import say

if TYPE_CHECKING:
    from tapewalk_course.grade.submission import Submission

# What the first cell of every exercise notebook brings.
_BEFORE = "import numpy as np"

# Whose factors are in the solutions with which `--check-setup --factors` tries them.
_SOMEBODY = "ada"

# From so many notebooks on, a log is told how far they are.
_MANY = 50

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

    missing = lacks(["numpy"])
    if missing:
        return _wrong(say("missing_here", given.lang, names=", ".join(missing)))
    from tapewalk_course.checks.catalog import MODULES
    from tapewalk_course.grade.alike import noted

    unknown = [module for module in given.modules if module not in MODULES]
    if unknown:
        filled = {"module": ", ".join(unknown), "known": ", ".join(MODULES)}
        return _wrong(say("unknown_module", given.lang, **filled))
    if given.check_setup:
        return _check_setup(given)
    paths = notebooks(given.paths)
    if not paths:
        return _wrong(say("nothing", given.lang, paths=", ".join(given.paths)))
    ids = {exercise.id for exercises in MODULES.values() for exercise in exercises}
    try:
        learners = roster(given.roster) if given.roster is not None else None
        decided = policy(given.policy, ids) if given.policy is not None else Policy()
    except RosterError as error:
        return _wrong(say(error.key, given.lang, path=given.roster, error=error.error))
    except PolicyError as error:
        return _wrong(say(error.key, given.lang, path=given.policy, **error.filled))
    graded: dict[str, Result] = {}
    read: dict[str, Submission | Result] = {}
    try:
        options = _grade(given, paths, graded, read)
    except JournalError as error:
        return _wrong(say(error.key, given.lang, **error.filled))
    except ClusterError as error:
        return _wrong(str(error))
    except MissingError as error:
        return _wrong(say("missing_here", given.lang, names=error))
    except HelperError as error:
        return _wrong(say("no_helper", given.lang, command=error))
    except KeyboardInterrupt:
        how = say("resume" if given.resume else "no_resume", given.lang)
        count = {"done": len(graded), "count": len(paths)}
        print("\n" + say("interrupted", given.lang, how=how, **count), file=sys.stderr)
        return INTERRUPTED
    try:
        results = decided.applied([graded[path] for path in paths], given.lang)
    except PolicyError as error:
        return _wrong(say(error.key, given.lang, path=given.policy, **error.filled))
    path = given.feedback
    try:
        if given.feedback is not None:
            langs = {path: getattr(one, "lang", given.lang) for path, one in read.items()}
            write_pages(given.feedback, results, given.paths, langs)
        path = given.output
        # Beside the pages: no learner is told of another.
        told = noted(results, _handed_in(read), given.lang)
        _write(given, _unnamed(told, options) if given.anonymous else told, options, learners)
    except OSError as error:
        return _wrong(say("no_output", given.lang, path=path, error=error.strerror))
    if not all(result.is_graded for result in results):
        return UNGRADED
    least = given.fail_under or 0.0
    return GRADED if all(result.points >= least for result in results) else BELOW


def _grade(
    given: Arguments,
    paths: Sequence[str],
    graded: dict[str, Result],
    read: dict[str, Submission | Result],
) -> Options:
    """Grades what is not in the journal yet; returns how it was graded.

    Args:
        given: The command line.
        paths: Of the notebooks.
        graded: Filled with the results, by path.
        read: Filled with what was handed in, by path.
    """
    from tapewalk_course.grade.journal import Journal
    from tapewalk_course.grade.submission import Submission, submission

    with ExitStack() as stack:
        journal = stack.enter_context(closing(Journal(given.resume))) if given.resume else None
        seed = _seed(given, journal.seed if journal else None)
        modules = tuple(dict.fromkeys(given.modules))
        own_lang = given.feedback is not None
        options = Options(given.lang, given.timeout, given.memory, seed, modules, own_lang)
        options = replace(options, by_learner=given.seed_by_learner, factors=given.factors)
        # All of them, before the first one runs: what runs can't change what is graded.
        read |= {path: submission(path, options, path in given.paths) for path in paths}
        if journal is not None:
            journal.begin(options)
        left: list[Submission] = []
        for path, one in read.items():
            known = journal.known(path, one.digest) if journal else None
            if known is None and isinstance(one, Submission):
                left.append(one)
            else:
                graded[path] = known or one  # type: ignore[assignment]
        progress = Progress(sys.stderr, len(paths), given.lang)
        with closing(_results(given, left, options)) as results:
            for result in results:
                with _uninterrupted():
                    if journal is not None:
                        journal.add(result)
                    graded[result.path] = result
                progress.show(len(graded))
        progress.end()
    return options


def _handed_in(read: Mapping[str, Submission | Result]) -> list[Submission]:
    from tapewalk_course.grade.submission import Submission

    return [one for one in read.values() if isinstance(one, Submission)]


def _unnamed(results: Sequence[Result], options: Options) -> list[Result]:
    """Returns the results under numbers, in an order that tells nothing; the same for a seed."""

    def by_chance(result: Result) -> str:
        return hashlib.sha256(f"{options.seed} {result.path}".encode()).hexdigest()

    ordered = sorted(results, key=by_chance)
    numbers = {one.path: f"{n:0{len(str(len(ordered)))}}" for n, one in enumerate(ordered, 1)}

    def without(text: str) -> str:
        # The longest first: one path may end as another does.
        for path, number in sorted(numbers.items(), key=lambda entry: -len(entry[0])):
            text = text.replace(path, number)
        return text

    return [
        replace(
            one,
            path=numbers[one.path],
            message=without(one.message),
            notes=tuple(map(without, one.notes)),
            digest="",
        )
        for one in ordered
    ]


@contextmanager
def _uninterrupted() -> Iterator[None]:
    """Lets Ctrl+C wait until the block is done."""
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})


def _results(
    given: Arguments, left: Sequence[Submission], options: Options
) -> Generator[Result, None, None]:
    from tapewalk_course.grade import cluster, jobs

    if not left:
        return
    asked = {module for one in left for module in one.modules}
    packages = tuple(sorted({name for module in asked for name in NEEDS.get(module, ())}))
    if given.scheduler:
        yield from cluster.graded(left, options, given.scheduler, packages)
        return
    missing = lacks(packages)
    if missing:
        raise MissingError(", ".join(missing))
    yield from jobs.graded(left, options, given.jobs, jobs.Start(_hidden(given), packages))


def _hidden(given: Arguments) -> tuple[str, ...]:
    """Returns what no notebook may see: those of the others, the results, and who is graded how."""
    from tapewalk_course.grade.sandbox import needed

    found = []
    for path in given.paths:
        folder = Path(path).resolve()
        folder = folder if folder.is_dir() else folder.parent
        # Where Python itself lies in the folder, its notebooks go one by one.
        inside = notebooks([path]) if needed(str(folder)) else [folder]
        found += [str(Path(each).resolve()) for each in inside]
    beside = (given.resume, given.output, given.feedback, given.roster, given.policy)
    written = [path for path in beside if path is not None and path.exists()]
    return tuple(dict.fromkeys([*found, *(str(path.resolve()) for path in written)]))


def _check_setup(given: Arguments) -> int:
    """Grades the solutions of the course, as if they had been handed in: all have to be right."""
    from tapewalk_course.checks.catalog import MODULES
    from tapewalk_course.grade.jobs import HelperError
    from tapewalk_course.grade.submission import Submission

    modules = tuple(dict.fromkeys(given.modules)) or tuple(MODULES)
    missing = lacks(sorted({name for module in modules for name in NEEDS.get(module, ())}))
    if missing:
        return _wrong(say("missing_here", given.lang, names=", ".join(missing)))
    options = Options(given.lang, given.timeout, given.memory, _seed(given, None), modules)
    learner = _SOMEBODY if given.factors else ""
    asked = [
        Submission(module, "", tuple(enumerate(cells, 1)), (module,), given.lang, learner)
        for module in modules
        for cells in [[_BEFORE, *_solutions(module, learner)]]
    ]
    try:
        results = list(_results(given, asked, options))
    except HelperError as error:
        return _wrong(say("no_helper", given.lang, command=error))
    results.sort(key=lambda result: result.path)
    _write(given, results, options)
    right = all(result.is_graded and result.points == result.of for result in results)
    return GRADED if right else USAGE


def _seed(given: Arguments, before: int | None) -> int:
    if given.seed is not None:
        return given.seed
    return secrets.randbelow(10**6) if before is None else before


def _write(
    given: Arguments, results: Sequence[Result], options: Options, learners: Roster | None = None
) -> None:
    if learners is None:
        text = FORMATS[given.format](results, options)
    else:
        text, unknown = learners.filled(results)
        for path in unknown:
            print(say("not_in_roster", given.lang, path=path), file=sys.stderr)
    if learners is not None or given.format in HEADLESS or given.output is not None:
        for line in heads_of(results, options):
            print(line, file=sys.stderr)
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


def _solutions(module: str, learner: str) -> list[str]:
    """Returns the cells with a module's solutions, with a learner's factors in them."""
    from tapewalk_course.checks.catalog import solutions
    from tapewalk_course.checks.constants import CONSTANTS, replaced

    cells = solutions(module)
    for id, own in CONSTANTS.items():
        if learner and id.startswith(f"{module}."):
            cell = f"cell-{own.cell}"
            cells[cell] = replaced(cells[cell], own.solution, id, learner)
    return list(cells.values())


class MissingError(Exception):
    """Packages that the exercises need are not installed."""


class Progress:
    """Counts: in one line that is written anew on a terminal, elsewhere in a line now and then."""

    def __init__(self, stream: TextIO, count: int, lang: str) -> None:
        self._stream, self._is_terminal = stream, stream.isatty()
        self._count, self._lang = count, lang

    def show(self, done: int) -> None:
        """Writes the line anew, or one more at each tenth of many."""
        line = say("progress", self._lang, done=done, count=self._count)
        if not self._is_terminal:
            tenth = self._count // 10
            if self._count >= _MANY and done % tenth == 0:
                print(line, file=self._stream, flush=True)
        else:
            bar = "■" * (20 * done // self._count)
            self._stream.write(f"\r{bar:□<20} {line}")
            self._stream.flush()

    def end(self) -> None:
        """Leaves the line."""
        if self._is_terminal:
            self._stream.write("\n")


def _wrong(text: str) -> int:
    print(text, file=sys.stderr)
    return USAGE


if __name__ == "__main__":
    sys.exit(main())
