"""Calling a learner's work on a case, whatever it does."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

import numpy as np

from tapewalk_course.checking.exercise import Case, Exercise, Trial, Tried
from tapewalk_course.checking.limits import TooSlowError, time_limit
from tapewalk_course.checking.states import (
    altered,
    copied,
    is_switch,
    modes,
    restore_modes,
    states,
)


@contextmanager
def quiet() -> Iterator[None]:
    """Leaves out warnings: what is wrong with a number is seen, and said, afterwards."""
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        yield


class Drawn:
    """The cases of an exercise, drawn from a seed, and what is expected of each.

    Attributes:
        exercise: The exercise.
        seed: The seed.
        cases: The cases.
    """

    def __init__(self, exercise: Exercise, seed: int) -> None:
        self.exercise, self.seed = exercise, seed
        self.cases = tuple(exercise.draw(np.random.default_rng(seed)))
        self._expected: dict[int, Any] = {}

    def expected(self, case: Case) -> Any:
        """Returns what the first oracle says, which is asked once."""
        if id(case) not in self._expected:
            self._expected[id(case)] = expected_of(self.exercise, case)
        return self._expected[id(case)]

    def by_identity(self) -> dict[int, Case]:
        """Returns the cases by their identities."""
        return {id(case): case for case in self.cases}


def try_all(drawn: Drawn, tries: Callable[[Case], Tried]) -> list[Trial]:
    """Returns what came of the cases; the late ones wait until all others are right.

    Args:
        drawn: The cases.
        tries: Tries a case, here or in another process.
    """
    trials: list[Trial] = []
    for case in sorted(drawn.cases, key=lambda case: case.late):
        if case.late and any(trial.problem or trial.changed for trial in trials):
            break
        trials.append(_judged(drawn, case, tries(case)))
        # Whatever is stopped once would be stopped again, after as long a wait.
        if trials[-1].problem in ("slow", "unwritten"):
            break
    return trials


def tried(exercise: Exercise, work: Sequence[Any], case: Case) -> Tried:
    """Returns what comes of a case, whatever the work does; nothing here knows what is right.

    Args:
        exercise: The exercise.
        work: What was handed in.
        case: The case.
    """
    copy = replace(case, inputs=copied(case.inputs), altered=[])
    got, problem, error = None, None, None
    before = {**states(copy.inputs), **modes()}
    try:
        with time_limit(exercise.limit):
            got = exercise.call(work, copy)
    except TooSlowError:
        return Tried(problem="slow")
    except NotImplementedError as unwritten:
        return Tried(None, "unwritten", unwritten)
    except (Exception, SystemExit) as raised:
        problem, error = "raised", raised
    finally:
        after = {**states(copy.inputs), **modes()}
        restore_modes(before)
    names = dict.fromkeys([*altered(before, after), *copy.altered])
    if error is not None:  # who was cut short had no time to switch things back
        names = dict.fromkeys(name for name in names if not is_switch(name))
    return Tried(got, problem, error, tuple(names))


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


def _judged(drawn: Drawn, case: Case, came: Tried) -> Trial:
    """Returns what a case shows, once what came is held against what the first oracle says."""
    expected = drawn.expected(case)
    problem = came.problem
    if problem is None:
        try:
            problem = drawn.exercise.judge(case, came.got, expected)
        except Exception:
            problem = "type"  # too odd even to be compared
    return Trial(case, came.got, expected, problem, came.error, came.changed)
