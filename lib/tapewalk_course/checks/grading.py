"""Grading one exercise, without showing anything."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from typing import Any

from tapewalk.language import language
from tapewalk_course.checking.diagnosis import Diagnosis, diagnose
from tapewalk_course.checking.exercise import Case, Exercise, Trial, Tried
from tapewalk_course.checking.feedback import Feedback
from tapewalk_course.checking.limits import can_stop
from tapewalk_course.checking.running import Drawn, agreeing, quiet, tried, try_all
from tapewalk_course.checks.catalog import find


def grade(
    id: str,
    *work: object,
    seed: int | None = None,
    lang: str | None = None,
    confirm: bool = True,
    learner: str = "",
) -> Feedback:
    """Tries what was handed in, and returns what came of it.

    Args:
        id: The exercise, as `"01.3"`.
        *work: What the exercise asks for: a function, several, or a class.
        seed: Of the random inputs; a new one if none is given.
        lang: `"en"` or `"es"`; else the language chosen.
        confirm: Whether right work is held against the further oracles too. The last of them is
            PyTorch: importing it takes seconds.
        learner: Whose factor is in the task, where a teacher handed out tasks with factors.

    Raises:
        LookupError: There is no such exercise.

    Example:
        >>> grade("01.4", lambda gradient, shape: gradient, lang="en").passed
        False
    """
    lang = lang or language()
    exercise = find(id, lang)
    if learner:
        # A page that checks what it shows needs none of this.
        from tapewalk_course.checks.constants import factors_of, with_factor

        exercise = with_factor(exercise, factors_of(learner).get(id))
    drawn = Drawn(exercise, secrets.randbelow(10**6) if seed is None else seed)
    return graded(drawn, work, lambda case: tried(exercise, work, case), lang, confirm)


def graded(
    drawn: Drawn,
    work: tuple[Any, ...],
    tries: Callable[[Case], Tried],
    lang: str,
    confirm: bool = True,
) -> Feedback:
    """Judges work that is tried here or in another process, and returns what came of it.

    Args:
        drawn: The cases.
        work: What was handed in, or what stands for it.
        tries: Tries it on a case.
        lang: `"en"` or `"es"`.
        confirm: Whether right work is held against the further oracles too.
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
    """Returns what is wrong with the things handed in themselves."""
    if len(work) != len(exercise.takes):
        return Diagnosis(Trial(case, work, None, "handed"), "handed", "hint_handed")
    for one in work:
        if not callable(one):
            return Diagnosis(Trial(case, one, None, "uncalled"), "uncalled", "hint_uncalled")
    return None
