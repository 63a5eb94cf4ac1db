"""Calling a learner's work on a case, whatever it does."""

from __future__ import annotations

import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

import numpy as np

from tapewalk_course.checking.comparing import changed, copied
from tapewalk_course.checking.exercise import Case, Exercise, Trial
from tapewalk_course.checking.limits import TooSlowError, time_limit


@contextmanager
def quiet() -> Iterator[None]:
    """Leaves out warnings: what is wrong with a number is seen, and said, afterwards."""
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        yield


def try_all(exercise: Exercise, work: Sequence[Any], cases: Sequence[Case]) -> list[Trial]:
    """Returns what came of the cases; the late ones wait until all others are right.

    Args:
        exercise: The exercise.
        work: What was handed in.
        cases: What to try.
    """
    trials: list[Trial] = []
    for case in sorted(cases, key=lambda case: case.late):
        if case.late and any(trial.problem or trial.changed for trial in trials):
            break
        trials.append(_try(exercise, work, case))
        # Whatever is stopped once would be stopped again, after as long a wait.
        if trials[-1].problem in ("slow", "unwritten"):
            break
    return trials


def agreeing(exercise: Exercise, trials: Sequence[Trial]) -> tuple[str, ...]:
    """Returns the oracles that agree with every result they have an answer to.

    Args:
        exercise: The exercise.
        trials: What came of its cases, all of them right by the first oracle.
    """
    names = []
    for name, oracle in exercise.oracles.items():
        answers = [(trial, oracle(trial.case)) for trial in trials]
        compared = [(trial, answer) for trial, answer in answers if answer is not None]
        if compared and not any(exercise.judge(t.case, t.got, answer) for t, answer in compared):
            names.append(name)
    return tuple(names)


def expected_of(exercise: Exercise, case: Case) -> Any:
    """Returns what the first oracle expects."""
    return next(iter(exercise.oracles.values()))(case)


def _try(exercise: Exercise, work: Sequence[Any], case: Case) -> Trial:
    expected = expected_of(exercise, case)
    inputs = copied(case.inputs)
    copy = replace(case, inputs=inputs)
    try:
        with time_limit(exercise.limit):
            got = exercise.call(work, copy)
    except TooSlowError:
        return Trial(case, None, expected, "slow")
    except NotImplementedError as error:
        return Trial(case, None, expected, "unwritten", error)
    except (Exception, SystemExit) as error:
        return Trial(case, None, expected, "raised", error, changed(case.inputs, inputs))
    try:
        problem = exercise.judge(case, got, expected)
    except Exception:
        problem = "type"  # too odd even to be compared
    return Trial(case, got, expected, problem, None, changed(case.inputs, inputs))
