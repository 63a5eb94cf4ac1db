"""Grading one exercise without showing anything."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping
from typing import Any

from tapewalk.language import language
from tapewalk_course.checking.diagnosis import Diagnosis, diagnose
from tapewalk_course.checking.exercise import Case, Exercise, RunResult, Trial
from tapewalk_course.checking.feedback import Feedback
from tapewalk_course.checking.limits import can_stop
from tapewalk_course.checking.running import Drawn, agreeing, quiet, run_case, try_all
from tapewalk_course.exercises.catalog import find


def grade(
    id: str,
    *work: object,
    seed: int | None = None,
    lang: str | None = None,
    confirm: bool = True,
    learner: str = "",
    factors: Mapping[str, int] | None = None,
) -> Feedback:
    """Run the work on an exercise and return the feedback.

    Args:
        id: The exercise, as `"01.2"`.
        *work: A function, several functions or a class, as the exercise asks.
        seed: The seed of the random inputs; a new one by default.
        lang: A language of the course; the chosen one by default.
        confirm: Whether right work is compared with the other oracles too. The last one is
            PyTorch: importing it takes seconds.
        learner: The learner whose factor is in the task, if it was handed out with factors.
        factors: The factors themselves, in place of those that follow from the learner's name.

    Raises:
        LookupError: There is no such exercise.

    Example:
        >>> grade("01.3", lambda gradient, shape: gradient, lang="en").passed
        False
    """
    lang = lang or language()
    exercise = find(id, lang)
    if learner or factors:
        # Pages of the site have no factors, and lack this module.
        from tapewalk_course.exercises.factors import factors_of, with_factor

        own = factors_of(learner) if factors is None else factors
        exercise = with_factor(exercise, own.get(id))
    drawn = Drawn(exercise, secrets.randbelow(10**6) if seed is None else seed)
    return graded(drawn, work, lambda case: run_case(exercise, work, case), lang, confirm)


def graded(
    drawn: Drawn,
    work: tuple[Any, ...],
    tries: Callable[[Case], RunResult],
    lang: str,
    confirm: bool = True,
) -> Feedback:
    """Return the feedback on work that runs here or in another process.

    `work` may be placeholders: `tries` runs it. `confirm` asks the other oracles, too.
    """
    exercise, seed = drawn.exercise, drawn.seed
    handed = _wrongly_handed(exercise, work, drawn.cases[0])
    if handed is not None:
        return Feedback(exercise, lang, seed, (), handed, not can_stop())
    with quiet():
        trials = try_all(drawn, tries)
        diagnosis = diagnose(exercise, trials)
        if diagnosis:
            agreed: tuple[str, ...] = ()
        elif confirm:
            agreed = agreeing(exercise, trials)
        else:
            agreed = (next(iter(exercise.oracles)),)
    return Feedback(exercise, lang, seed, tuple(trials), diagnosis, not can_stop(), agreed)


def _wrongly_handed(exercise: Exercise, work: tuple[Any, ...], case: Case) -> Diagnosis | None:
    """Return the diagnosis of work that can't be called, `None` if it can."""
    if len(work) != len(exercise.takes):
        return Diagnosis(Trial(case, work, None, "handed"), "hint_handed")
    for one in work:
        if not callable(one):
            return Diagnosis(Trial(case, one, None, "uncalled"), "hint_uncalled")
    return None
