"""From what went wrong to the hint that fits."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from tapewalk_course.checking.comparing import array_of, close
from tapewalk_course.checking.exercise import Exercise, Mistake, Trial, Tried, Way
from tapewalk_course.checking.states import is_switch

# A place in memory, as `repr` writes it.
_PLACE: Final = re.compile(r"0x[0-9a-f]+")


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
    seen = _Seen(exercise, trials)
    ways = (_shows,) if len(exercise.takes) == 1 else (_shows, _shows_there)
    for shows in ways if exercise.counts else (*ways, _shows_once):
        for mistake in exercise.mistakes:
            shown = shows(mistake, failed, seen)
            if shown is not None:
                hint = exercise.hint_of(mistake)
                return Diagnosis(shown, shown.problem or "numbers", hint)
    shown = _first_telling(failed) or failed[0]
    if all(_is_empty(trial) for trial in failed):
        return Diagnosis(shown, shown.problem or "numbers", "hint_empty")
    if _is_constant(trials):
        return Diagnosis(shown, shown.problem or "numbers", "hint_constant")
    return Diagnosis(shown, shown.problem or "numbers", f"hint_{shown.problem}")


def explained_by(mistake: Mistake, exercise: Exercise, trials: Sequence[Trial]) -> bool:
    """Tells whether work comes to the same as a mistake in every case.

    Args:
        mistake: One of the exercise's.
        exercise: The exercise.
        trials: What came of its cases.
    """
    seen = _Seen(exercise, trials)
    failed = [trial for trial in trials if trial.problem]
    return any(seen.explains(way, failed) for way in mistake.ways)


class _Seen:
    """What comes of making mistakes, each made once on each case."""

    def __init__(self, exercise: Exercise, trials: Sequence[Trial]) -> None:
        self._exercise, self._trials = exercise, trials
        self._made: dict[tuple[Way, int], Tried] = {}

    def explains(self, way: Way, failed: Sequence[Trial]) -> bool:
        """Tells whether a way comes to the same in all these trials, and spoils nothing right."""
        return all(self.is_same(way, trial) for trial in failed) and all(
            self._is_right(way, trial) for trial in self._trials if not trial.problem
        )

    def there(self, way: Way, failed: Sequence[Trial]) -> list[Trial]:
        """Returns the trials of those functions that a way spoils, where several are handed in."""
        spoiled = {t.case.which for t in self._trials if not self._is_right(way, t)}
        return [trial for trial in failed if trial.case.which in spoiled]

    def is_same(self, way: Way, trial: Trial) -> bool:
        """Tells whether a trial came to the same as a way; what can't be compared did not."""
        came = self._came(way, trial)
        if trial.error is not None or came.error is not None:
            return _is_same_error(trial.error, came.error)
        if trial.problem in ("slow", "unwritten"):
            return False
        return self._agree(trial, trial.got, came.got) or _is_alike(trial.got, came.got)

    def _is_right(self, way: Way, trial: Trial) -> bool:
        came = self._came(way, trial)
        return came.problem is None and self._agree(trial, came.got, trial.expected)

    def _came(self, way: Way, trial: Trial) -> Tried:
        key = way, id(trial)
        if key not in self._made:
            self._made[key] = way.tried(self._exercise, trial.case)
        return self._made[key]

    def _agree(self, trial: Trial, got: object, expected: object) -> bool:
        try:
            return self._exercise.judge(trial.case, got, expected) is None
        except Exception:
            return False


def _is_alike(one: Any, other: Any) -> bool:
    """Tells whether two results are the same, of whatever kind they are."""
    if isinstance(one, tuple | list) and isinstance(other, tuple | list):
        return len(one) == len(other) and all(map(_is_alike, one, other))
    if isinstance(one, Mapping) and isinstance(other, Mapping):
        return one.keys() == other.keys() and all(_is_alike(one[key], other[key]) for key in one)
    try:
        return close(one, other) is None or (type(one) is type(other) and bool(one == other))
    except Exception:
        return False


def _is_same_error(one: BaseException | None, other: BaseException | None) -> bool:
    """Tells whether two errors are the same: on the same inputs they have the same shapes, too."""
    if one is None or other is None or type(one).__name__ != type(other).__name__:
        return False
    # Their texts are a key, and a depth that differs from run to run.
    if isinstance(one, KeyError | RecursionError):
        return True
    return _PLACE.sub("", str(one)) == _PLACE.sub("", str(other))


def _shows(mistake: Mistake, failed: Sequence[Trial], seen: _Seen) -> Trial | None:
    """Returns a trial that shows the mistake, if everything that failed looks like it."""
    if mistake.sign is not None:
        shown = [trial for trial in failed if _has(mistake.sign, trial)]
        enough = len(shown) == len(failed) if mistake.every else bool(shown)
        return shown[0] if enough else None
    if not any(seen.explains(way, failed) for way in mistake.ways):
        return None
    return _first_telling(failed)


def _shows_there(mistake: Mistake, failed: Sequence[Trial], seen: _Seen) -> Trial | None:
    """Returns the same where several functions are wrong, each in its own way."""
    for way in mistake.ways:
        there = seen.there(way, failed)
        if there and seen.explains(way, there):
            return _first_telling(there)
    return None


def _shows_once(mistake: Mistake, failed: Sequence[Trial], seen: _Seen) -> Trial | None:
    """Returns a trial that shows the mistake, whatever else is wrong elsewhere.

    One would not do: on a single row, or on two, what is different elsewhere is often the same.
    Nor would a few of many.
    """
    for way in mistake.ways:
        telling = [trial for trial in failed if _is_telling(trial)]
        showing = [trial for trial in telling if seen.is_same(way, trial)]
        if len(showing) > 1 and 2 * len(showing) >= len(telling):
            return showing[0]
    return None


def _has(sign: Callable[[Trial], bool], trial: Trial) -> bool:
    """Tells whether a trial shows a sign; what a sign can't cope with doesn't show it."""
    try:
        return sign(trial)
    except Exception:
        return False


def _first_telling(trials: Sequence[Trial]) -> Trial | None:
    return next((trial for trial in trials if _is_telling(trial)), None)


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
