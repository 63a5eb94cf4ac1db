"""Running a learner's work on cases, whatever it does."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

import numpy as np

from tapewalk_course.checking.exercise import Case, Exercise, RunResult, Trial
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
    """Suppress warnings: the comparison finds and reports wrong numbers afterwards."""
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        yield


class Drawn:
    """The cases of an exercise, drawn from a seed, and the expected result of each."""

    def __init__(self, exercise: Exercise, seed: int) -> None:
        self.exercise, self.seed = exercise, seed
        self.cases = tuple(exercise.draw(np.random.default_rng(seed)))
        self._expected: dict[int, Any] = {}
        stages = {stage.name for stage in exercise.stages} or {""}
        if {case.stage for case in self.cases} != stages:
            raise ValueError(f"{exercise.id}: each case needs a stage, and each stage a case")

    def expected(self, case: Case) -> Any:
        """Return the result of the first oracle, which is computed once."""
        if id(case) not in self._expected:
            self._expected[id(case)] = expected_of(self.exercise, case)
        return self._expected[id(case)]


def try_all(drawn: Drawn, tries: Callable[[Case], RunResult]) -> list[Trial]:
    """Return the trials of the cases; late ones wait for the others of their stage to be right.

    `tries` runs the work on a case, here or in another process.
    """
    trials: list[Trial] = []
    needs = {stage.name: (stage.name, *stage.needs) for stage in drawn.exercise.stages}
    for case in sorted(drawn.cases, key=lambda case: case.late):
        own = needs.get(case.stage, ("",))
        before = [trial for trial in trials if trial.case.stage in own]
        if case.late and any(trial.problem or trial.changed for trial in before):
            continue
        # Work that was stopped once would be stopped again, after the same wait.
        if any(trial.problem in ("slow", "unwritten") for trial in before):
            continue
        trials.append(_judged(drawn, case, tries(case)))
    return trials


def run_case(exercise: Exercise, work: Sequence[Any], case: Case) -> RunResult:
    """Return the result of work on a case, whatever it does; it is not compared yet."""
    copy = replace(case, inputs=copied(case.inputs), altered=[])
    got, problem, error = None, None, None
    before = {**states(copy.inputs), **modes()}
    try:
        with time_limit(exercise.limit):
            got = exercise.call(work, copy)
    except TooSlowError:
        return RunResult(problem="slow")
    except NotImplementedError as unwritten:
        return RunResult(None, "unwritten", unwritten)
    except (Exception, SystemExit) as raised:
        problem, error = "raised", raised
    finally:
        after = {**states(copy.inputs), **modes()}
        restore_modes(before)
    if got is None and problem is None and any(map(_prints, work)):
        problem = "printed"
    names = dict.fromkeys([*altered(before, after), *copy.altered])
    if error is not None:  # an error may have prevented switching them back
        names = dict.fromkeys(name for name in names if not is_switch(name))
    return RunResult(got, problem, error, tuple(names))


def _prints(work: Any) -> bool:
    """Return whether a function calls `print`."""
    return "print" in getattr(getattr(work, "__code__", None), "co_names", ())


def agreeing(exercise: Exercise, trials: Sequence[Trial]) -> tuple[str, ...]:
    """Return the oracles that agree with every result for which they have an answer."""
    names = []
    for name, oracle in exercise.oracles.items():
        answers = [(trial, oracle(trial.case)) for trial in trials]
        compared = [(trial, answer) for trial, answer in answers if answer is not None]
        if compared and not any(exercise.judge(t.case, t.got, answer) for t, answer in compared):
            names.append(name)
    return tuple(names)


def expected_of(exercise: Exercise, case: Case) -> Any:
    """Return the result of the first oracle."""
    return next(iter(exercise.oracles.values()))(case)


def _judged(drawn: Drawn, case: Case, result: RunResult) -> Trial:
    """Return the trial of a case: its result, compared with that of the first oracle."""
    expected = drawn.expected(case)
    problem = result.problem
    if problem is None:
        try:
            problem = drawn.exercise.judge(case, result.got, expected)
        except Exception:
            problem = "type"  # too odd to be compared
    return Trial(case, result.got, expected, problem, result.error, result.changed)
