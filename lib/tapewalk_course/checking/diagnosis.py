"""Finding the hint that fits what went wrong."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

import numpy as np

from tapewalk_course.checking.comparing import array_of, close
from tapewalk_course.checking.exercise import Exercise, Mistake, RunResult, Trial, Variant
from tapewalk_course.checking.relations import related
from tapewalk_course.checking.stages import first_wrong
from tapewalk_course.checking.states import is_switch

# An address in memory, as `repr` writes it.
_PLACE: Final = re.compile(r"0x[0-9a-f]+")


@dataclass(frozen=True)
class Diagnosis:
    """The explanation of work that is not right.

    Attributes:
        trial: The trial to show.
        hint: The key of the hint.
        facts: What the hint states about this result, by the names in its braces.
    """

    trial: Trial
    hint: str
    facts: Mapping[str, str] = field(default_factory=dict)


def diagnose(exercise: Exercise, trials: Sequence[Trial]) -> Diagnosis | None:
    """Return the diagnosis, `None` if everything is right."""
    trials = first_wrong(exercise, trials)
    failed = [trial for trial in trials if trial.problem]
    for trial in failed:
        if trial.problem == "unwritten":
            return Diagnosis(trial, "hint_unwritten")
    for trial in trials:
        if trial.changed:
            switched = all(is_switch(name) for name in trial.changed)
            return Diagnosis(trial, "hint_switched" if switched else "hint_changed")
    if not failed:
        return None
    seen = Made(exercise, trials)
    matches = (_shows,) if len(exercise.takes) == 1 else (_shows, _shows_there)
    for shows in matches if exercise.counts else (*matches, _shows_once):
        for mistake in exercise.mistakes:
            shown = shows(mistake, failed, seen)
            if shown is not None:
                return Diagnosis(shown, exercise.hint_of(mistake))
    shown = _first_telling(failed) or failed[0]
    if all(_is_empty(trial) for trial in failed):
        return Diagnosis(shown, "hint_empty")
    if _is_constant(trials):
        return Diagnosis(shown, "hint_constant")
    same = [trial for trial in failed if trial.case.which == shown.case.which]
    others = [trial for trial in same if trial is not shown and _is_telling(trial)]
    try:
        found = related(exercise, trials, [shown, *others])
    except Exception:
        found = None  # too odd to be compared
    return Diagnosis(*found) if found else Diagnosis(shown, f"hint_{shown.problem}")


class Made:
    """The results of making mistakes, each made once on each case."""

    def __init__(self, exercise: Exercise, trials: Sequence[Trial]) -> None:
        self._exercise, self._trials = exercise, trials
        self._made: dict[tuple[Variant, int], RunResult] = {}

    def explains(self, variant: Variant, failed: Sequence[Trial]) -> bool:
        """Return whether a variant gives these results, and the right ones elsewhere."""
        return all(self.is_same(variant, trial) for trial in failed) and all(
            self._is_right(variant, trial) for trial in self._trials if not trial.problem
        )

    def there(self, variant: Variant, failed: Sequence[Trial]) -> list[Trial]:
        """Return the failed trials of the functions in which a variant is wrong."""
        spoiled = {t.case.which for t in self._trials if not self._is_right(variant, t)}
        return [trial for trial in failed if trial.case.which in spoiled]

    def is_same(self, variant: Variant, trial: Trial) -> bool:
        """Return whether a trial has the result of a variant; no if they can't be compared."""
        result = self._result(variant, trial)
        if trial.error is not None or result.error is not None:
            return _is_same_error(trial.error, result.error)
        if trial.problem in ("slow", "unwritten"):
            return False
        return self._agree(trial, trial.got, result.got) or _is_alike(trial.got, result.got)

    def _is_right(self, variant: Variant, trial: Trial) -> bool:
        result = self._result(variant, trial)
        return result.problem is None and self._agree(trial, result.got, trial.expected)

    def _result(self, variant: Variant, trial: Trial) -> RunResult:
        key = variant, id(trial)
        if key not in self._made:
            self._made[key] = variant.run(self._exercise, trial.case)
        return self._made[key]

    def _agree(self, trial: Trial, got: object, expected: object) -> bool:
        try:
            return self._exercise.judge(trial.case, got, expected) is None
        except Exception:
            return False


def _is_alike(one: Any, other: Any) -> bool:
    """Return whether two results of any kind are the same."""
    if isinstance(one, tuple | list) and isinstance(other, tuple | list):
        return len(one) == len(other) and all(map(_is_alike, one, other))
    if isinstance(one, Mapping) and isinstance(other, Mapping):
        return one.keys() == other.keys() and all(_is_alike(one[key], other[key]) for key in one)
    try:
        return close(one, other) is None or (type(one) is type(other) and bool(one == other))
    except Exception:
        return False


def _is_same_error(one: BaseException | None, other: BaseException | None) -> bool:
    """Return whether two errors are the same; on the same inputs their texts are, too."""
    if one is None or other is None or type(one).__name__ != type(other).__name__:
        return False
    # The text of the first is a key; that of the second has a depth that differs between runs.
    if isinstance(one, KeyError | RecursionError):
        return True
    return _PLACE.sub("", str(one)) == _PLACE.sub("", str(other))


def _shows(mistake: Mistake, failed: Sequence[Trial], seen: Made) -> Trial | None:
    """Return a trial that shows the mistake, if it explains everything that failed."""
    if mistake.symptom is not None:
        shown = [trial for trial in failed if _has(mistake.symptom, trial)]
        enough = len(shown) == len(failed) if mistake.every else bool(shown)
        return shown[0] if enough else None
    if not any(seen.explains(variant, failed) for variant in mistake.variants):
        return None
    return _first_telling(failed)


def _shows_there(mistake: Mistake, failed: Sequence[Trial], seen: Made) -> Trial | None:
    """Return a trial that shows the mistake, if it explains one of several functions."""
    for variant in mistake.variants:
        there = seen.there(variant, failed)
        if there and seen.explains(variant, there):
            return _first_telling(there)
    return None


def _shows_once(mistake: Mistake, failed: Sequence[Trial], seen: Made) -> Trial | None:
    """Return a trial that shows the mistake, whatever is wrong in others.

    Several have to show it, and half of all: on one or two rows, different mistakes often agree.
    """
    for variant in mistake.variants:
        telling = [trial for trial in failed if _is_telling(trial)]
        showing = [trial for trial in telling if seen.is_same(variant, trial)]
        if len(showing) > 1 and 2 * len(showing) >= len(telling):
            return showing[0]
    return None


def _has(symptom: Callable[[Trial], bool], trial: Trial) -> bool:
    """Return whether a trial shows a symptom; no if testing for it raises an error."""
    try:
        return symptom(trial)
    except Exception:
        return False


def _first_telling(trials: Sequence[Trial]) -> Trial | None:
    return next((trial for trial in trials if _is_telling(trial)), None)


def _is_telling(trial: Trial) -> bool:
    """Return whether a trial has something to show: empty arrays look alike."""
    expected = trial.expected
    if isinstance(expected, dict):
        return bool(expected or trial.got)
    parts = expected if isinstance(expected, tuple) else (expected,)
    arrays = [array_of(part) for part in parts]
    return all(array is None or array.size for array in arrays)


def _is_empty(trial: Trial) -> bool:
    arrays = [given for given in trial.case.inputs.values() if isinstance(given, np.ndarray)]
    return any(array.size == 0 for array in arrays)


def _is_constant(trials: Sequence[Trial]) -> bool:
    """Return whether the result is the same number for all inputs."""
    numbers = {trial.got for trial in trials if isinstance(trial.got, int | float)}
    expected = {trial.expected for trial in trials if isinstance(trial.expected, float)}
    return len(numbers) == 1 and len(expected) == len(trials) > 2
