"""From what went wrong to the hint that fits."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from tapewalk_course.checking.comparing import array_of, close
from tapewalk_course.checking.exercise import Exercise, Mistake, Trial
from tapewalk_course.checking.states import is_switch


@dataclass(frozen=True)
class Diagnosis:
    """What to say about work that is not right.

    Attributes:
        trial: The trial to show.
        problem: What is wrong, a key of the words.
        hint: The key of the hint.
    """

    trial: Trial
    problem: str
    hint: str


def diagnose(exercise: Exercise, trials: Sequence[Trial]) -> Diagnosis | None:
    """Returns what is wrong, `None` if everything is right.

    Args:
        exercise: The exercise.
        trials: What came of its cases.
    """
    failed = [trial for trial in trials if trial.problem]
    for trial in failed:
        if trial.problem == "unwritten":
            return Diagnosis(trial, "unwritten", "hint_unwritten")
    for trial in trials:
        if trial.changed:
            switched = all(is_switch(name) for name in trial.changed)
            return Diagnosis(trial, "changed", "hint_switched" if switched else "hint_changed")
    if not failed:
        return None
    for shows in (_shows,) if exercise.counts else (_shows, _shows_once):
        for mistake in exercise.mistakes:
            shown = shows(mistake, failed)
            if shown is not None:
                name = mistake.hint or f"hint_{exercise.id}_{mistake.name}"
                return Diagnosis(shown, shown.problem or "numbers", name)
    shown = next((trial for trial in failed if _is_telling(trial)), failed[0])
    if all(_is_empty(trial) for trial in failed):
        return Diagnosis(shown, shown.problem or "numbers", "hint_empty")
    if _is_constant(trials):
        return Diagnosis(shown, shown.problem or "numbers", "hint_constant")
    return Diagnosis(shown, shown.problem or "numbers", f"hint_{shown.problem}")


def _shows(mistake: Mistake, failed: Sequence[Trial]) -> Trial | None:
    """Returns a trial that shows the mistake, if all failures it would cause look like it."""
    if mistake.sign is not None:
        shown = [trial for trial in failed if _has(mistake.sign, trial)]
        enough = len(shown) == len(failed) if mistake.every else bool(shown)
        return shown[0] if enough else None
    if mistake.gives is None:
        return None
    made = [(trial, mistake.gives(trial.case)) for trial in failed]
    relevant = [(trial, wrong) for trial, wrong in made if wrong is not None]
    if not all(_is(trial, wrong) for trial, wrong in relevant):
        return None
    return next((trial for trial, _ in relevant if _is_telling(trial)), None)


def _shows_once(mistake: Mistake, failed: Sequence[Trial]) -> Trial | None:
    """Returns a trial that shows the mistake, whatever else is wrong elsewhere.

    One would not do: on a single row, or on two, what is different elsewhere is often the same.
    """
    if mistake.gives is None:
        return None
    made = [(trial, mistake.gives(trial.case)) for trial in failed if _is_telling(trial)]
    showing = [trial for trial, wrong in made if wrong is not None and _is(trial, wrong)]
    return showing[0] if len(showing) > 1 else None


def _has(sign: Callable[[Trial], bool], trial: Trial) -> bool:
    """Tells whether a trial shows a sign; what a sign can't cope with doesn't show it."""
    try:
        return sign(trial)
    except Exception:
        return False


def _is(trial: Trial, wrong: object) -> bool:
    """Tells whether what came is what a mistake gives; what can't be compared is not."""
    try:
        return close(trial.got, wrong) is None
    except Exception:
        return False


def _is_telling(trial: Trial) -> bool:
    """Tells whether there is something to see: empty arrays look alike."""
    expected = trial.expected
    if isinstance(expected, dict):
        return bool(expected)
    parts = expected if isinstance(expected, tuple) else (expected,)
    arrays = [array_of(part) for part in parts]
    return all(array is None or array.size for array in arrays)


def _is_empty(trial: Trial) -> bool:
    """Tells whether there was nothing to compute with."""
    arrays = [given for given in trial.case.inputs.values() if isinstance(given, np.ndarray)]
    return any(array.size == 0 for array in arrays)


def _is_constant(trials: Sequence[Trial]) -> bool:
    """Tells whether the same number came whatever was put in."""
    numbers = {trial.got for trial in trials if isinstance(trial.got, int | float)}
    expected = {trial.expected for trial in trials if isinstance(trial.expected, float)}
    return len(numbers) == 1 and len(expected) == len(trials) > 2
