"""The steps of the command after its arguments are read: grade, apply the policy, write."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

from tapewalk_course.exercises.catalog import EXERCISES, MODULES, needs
from tapewalk_course.exercises.factors import solutions
from tapewalk_grade.arguments import Arguments, Status, notebooks, others
from tapewalk_grade.errors import GraderError
from tapewalk_grade.grading import Grading, options_of, results_of
from tapewalk_grade.learners.policy import Policy, policy
from tapewalk_grade.learners.roster import Roster, roster
from tapewalk_grade.learners.similarity import noted
from tapewalk_grade.output.anonymous import unnamed
from tapewalk_grade.output.formats import FORMATS, HEADLESS, heads_of, summary
from tapewalk_grade.output.learner_pages import write_pages
from tapewalk_grade.result import Options, Result
from tapewalk_grade.run.requirements import require
from tapewalk_grade.submission import Submission
from tapewalk_grade.words import say

# The imports in the first cell of every notebook of exercises.
_FIRST_CELL: Final = "import numpy as np"

# The learner whose factors are in the solutions that `--check-setup --factors` grades.
_ANYONE: Final = "ada"


def run(given: Arguments) -> Status:
    """Do what the command line asks for, and return the exit status.

    Raises:
        GraderError: It asks for something that can't be done.
    """
    unknown = [module for module in given.modules if module not in MODULES]
    if unknown:
        known = ", ".join(MODULES)
        raise GraderError("unknown_module", module=", ".join(unknown), known=known)
    return _check_setup(given) if given.check_setup else _grade(given)


def _grade(given: Arguments) -> Status:
    paths = notebooks(given.paths)
    if not paths:
        raise GraderError("nothing", paths=", ".join(given.paths))
    learners = roster(given.roster) if given.roster is not None else None
    ids = {exercise.id for exercise in EXERCISES}
    decided = policy(given.policy, ids) if given.policy is not None else Policy()
    if not given.anonymous:
        for path in others(given):
            print(say("not_a_notebook", given.lang, path=path), file=sys.stderr)
    grading = Grading(given, paths)
    try:
        grading.run()
    except KeyboardInterrupt:
        print("\n" + grading.interruption(), file=sys.stderr)
        return Status.INTERRUPTED
    _write_pages(given, grading, decided)
    results = decided.applied([one.translated(given.lang) for one in grading.results])
    # Not on the pages: no learner reads about another.
    results = noted(results, grading.submissions, given.lang)
    options = grading.options
    _write(given, unnamed(results, options.seed) if given.anonymous else results, options, learners)
    return _status(results, given.fail_under or 0.0)


def _check_setup(given: Arguments) -> Status:
    """Grade the solutions of the course as if they had been handed in: all have to be right."""
    modules = tuple(dict.fromkeys(given.modules)) or tuple(MODULES)
    require(needs(modules))
    options = options_of(given)
    learner = _ANYONE if given.factors else ""
    submissions = []
    for module in modules:
        cells = [_FIRST_CELL, *solutions(module, learner, options.secret).values()]
        numbered = tuple(enumerate(cells, 1))
        submissions.append(Submission(module, "", numbered, (module,), given.lang, learner))
    found = sorted(results_of(given, submissions, options), key=lambda result: result.path)
    results = [one.translated(given.lang) for one in found]
    _write(given, results, options)
    right = all(result.is_graded and result.points == result.of for result in results)
    return Status.GRADED if right else Status.USAGE


def _status(results: Sequence[Result], least: float) -> Status:
    if not all(result.is_graded for result in results):
        return Status.UNGRADED
    return Status.GRADED if all(one.points >= least for one in results) else Status.BELOW


def _write_pages(given: Arguments, grading: Grading, decided: Policy) -> None:
    """Write a page for each learner, in the language of the notebook."""
    folder = given.feedback
    if folder is not None:
        langs = {one.path: one.lang for one in grading.submissions}
        own = [one.translated(langs.get(one.path, given.lang)) for one in grading.results]
        results = decided.applied(own)
        _written(folder, lambda: write_pages(folder, results, given.paths))


def _write(
    given: Arguments, results: Sequence[Result], options: Options, learners: Roster | None = None
) -> None:
    """Write the results to the file or the terminal, and say what has no place in them."""
    if learners is None:
        text = FORMATS[given.format](results, options)
    else:
        text, unknown = learners.filled(results)
        for path in unknown:
            print(say("not_in_roster", given.lang, path=path), file=sys.stderr)
    if learners is not None or given.format in HEADLESS or given.output is not None:
        for line in heads_of(results, options):
            print(line, file=sys.stderr)
    data = text.encode("utf-8", "backslashreplace")  # a file's name may not be text
    output = given.output
    if output is None:
        sys.stdout.flush()
        sys.stdout.buffer.write(data)
        sys.stdout.flush()
        return
    _written(output, lambda: _replace(output, data))
    print(summary(results, options))


def _replace(path: Path, data: bytes) -> None:
    """Write a file so that others find either all of it or none."""
    part = path.with_name(f"{path.name}.part")
    part.write_bytes(data)
    Path.replace(part, path)


def _written(path: Path, write: Callable[[], None]) -> None:
    """Write something.

    Raises:
        GraderError: It can't be written.
    """
    try:
        write()
    except OSError as error:
        raise GraderError("no_output", path=path, error=error.strerror) from error
