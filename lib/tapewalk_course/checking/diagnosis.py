"""From what went wrong to the hint that fits."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from tapewalk_course.checking.comparing import array_of
from tapewalk_course.checking.exercise import Exercise, Mistake, Trial, Tried, Way, ways_of
from tapewalk_course.checking.states import is_switch

# Shapes, positions, places in memory.
_NUMBERS: Final = re.compile(r"0x[0-9a-f]+|\d+")


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
    seen = _Seen(exercise)
    for shows in (_shows,) if exercise.counts else (_shows, _shows_once):
        for mistake in exercise.mistakes:
            shown = shows(mistake, failed, seen)
            if shown is not None:
                hint = exercise.hint_of(mistake)
                return Diagnosis(shown, shown.problem or "numbers", hint)
    shown = next((trial for trial in failed if _is_telling(trial)), failed[0])
    if all(_is_empty(trial) for trial in failed):
        return Diagnosis(shown, shown.problem or "numbers", "hint_empty")
    if _is_constant(trials):
        return Diagnosis(shown, shown.problem or "numbers", "hint_constant")
    return Diagnosis(shown, shown.problem or "numbers", f"hint_{shown.problem}")


class _Seen:
    """What comes of making mistakes, each made once on each case."""

    def __init__(self, exercise: Exercise) -> None:
        self._exercise = exercise
        self._made: dict[tuple[Way, int], Tried | None] = {}

    def made(self, way: Way, trial: Trial) -> Tried | None:
        """Returns what comes of a way on a trial's case; `None` where it makes no difference."""
        key = way, id(trial)
        if key not in self._made:
            self._made[key] = way.tried(self._exercise, trial.case)
        return self._made[key]

    def is_same(self, trial: Trial, came: Tried) -> bool:
        """Tells whether a trial came to the same as a mistake; what can't be compared did not."""
        if trial.error is not None or came.error is not None:
            return _is_same_error(trial.error, came.error)
        if trial.problem in ("slow", "unwritten"):
            return False
        try:
            if self._exercise.judge(trial.case, trial.got, came.got) is None:
                return True
            return type(trial.got) is type(came.got) and bool(trial.got == came.got)
        except Exception:
            return False


def _is_same_error(one: BaseException | None, other: BaseException | None) -> bool:
    """Tells whether two errors are the same, in whatever place and with whatever numbers."""
    if one is None or other is None or type(one).__name__ != type(other).__name__:
        return False
    # Their texts are a key, and a depth that differs from run to run.
    if isinstance(one, KeyError | RecursionError):
        return True
    return _without_numbers(one) == _without_numbers(other)


def _without_numbers(error: BaseException) -> str:
    return _NUMBERS.sub("#", str(error))


def _shows(mistake: Mistake, failed: Sequence[Trial], seen: _Seen) -> Trial | None:
    """Returns a trial that shows the mistake, if all failures it would cause look like it."""
    if mistake.sign is not None:
        shown = [trial for trial in failed if _has(mistake.sign, trial)]
        enough = len(shown) == len(failed) if mistake.every else bool(shown)
        return shown[0] if enough else None
    for way in ways_of(mistake):
        first = None
        for trial in failed:
            came = seen.made(way, trial)
            if came is None:
                continue
            if not seen.is_same(trial, came):
                break
            if first is None and _is_telling(trial):
                first = trial
        else:
            if first is not None:
                return first
    return None


def _shows_once(mistake: Mistake, failed: Sequence[Trial], seen: _Seen) -> Trial | None:
    """Returns a trial that shows the mistake, whatever else is wrong elsewhere.

    One would not do: on a single row, or on two, what is different elsewhere is often the same.
    """
    for way in ways_of(mistake):
        showing = []
        for trial in failed:
            came = seen.made(way, trial) if _is_telling(trial) else None
            if came is not None and seen.is_same(trial, came):
                showing.append(trial)
        if len(showing) > 1:
            return showing[0]
    return None


def _has(sign: Callable[[Trial], bool], trial: Trial) -> bool:
    """Tells whether a trial shows a sign; what a sign can't cope with doesn't show it."""
    try:
        return sign(trial)
    except Exception:
        return False


def _is_telling(trial: Trial) -> bool:
    """Tells whether there is something to see: empty arrays look alike."""
    expected = trial.expected
    if isinstance(expected, dict):
        return bool(expected or trial.got)
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
