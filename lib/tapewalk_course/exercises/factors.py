"""A factor of each learner's own in a task, where a teacher asks for it.

Exercises whose answer is a list of nodes or names, or a repair, have none.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Final

import numpy as np

from tapewalk_course.checking.exercise import (
    Case,
    Exercise,
    Factor,
    Mistake,
    RunResult,
    Trial,
    Variant,
)
from tapewalk_course.exercises.catalog import EXERCISES, MODULES, folder_of

FACTORS: Final[dict[str, Factor]] = {
    exercise.id: exercise.factor for exercise in EXERCISES if exercise.factor is not None
}


def factors_of(learner: str, secret: str = "") -> dict[str, int]:
    """Return a learner's factors by exercise, always the same ones.

    Args:
        learner: The learner's name or number; without one there are no factors.
        secret: A text that only the teacher knows; without it, everyone can compute the factors.

    Example:
        >>> factors_of("ada") == factors_of("ada") != factors_of("emmy")
        True
    """
    return {id: _chosen(learner, one.like or id, secret) for id, one in FACTORS.items() if learner}


def _chosen(learner: str, id: str, secret: str) -> int:
    choices = FACTORS[id].choices
    text = f"{learner} {id}".encode("utf-8", "surrogatepass")
    digest = hmac.new(secret.encode(), text, "sha256") if secret else hashlib.sha256(text)
    return choices[int(digest.hexdigest(), 16) % len(choices)]


def replaced(
    text: str, changes: tuple[tuple[str, str], ...], id: str, factors: Mapping[str, int]
) -> str:
    """Return code with a learner's factors in it.

    Raises:
        ValueError: The code lacks a part that has to be replaced.
    """
    for old, new in changes:
        old, new = (part.format(c=factors[id], f=factors) for part in (old, new))
        if old not in text:
            raise ValueError(f"{id}: no {old!r}")
        text = text.replace(old, new)
    return text


def solutions(module: str, learner: str = "", secret: str = "") -> dict[str, str]:
    """Return the right solutions of a module by the names of the cells that they replace.

    Args:
        module: Its number, as `"01"`.
        learner: Whose factors are in them; empty for the plain exercises.
        secret: The teacher's secret.
    """
    cells, factors = {}, factors_of(learner, secret)
    for exercise in MODULES[module]:
        folder = folder_of(exercise)
        code = folder.solution
        if learner and exercise.factor is not None:
            code = replaced(code, exercise.factor.solution, exercise.id, factors)
        cells[f"cell-{folder.name}"] = code
    return cells


def with_factor(exercise: Exercise, factor: int | None) -> Exercise:
    """Return an exercise with a factor in its task; without a factor, the exercise as it is."""
    if factor is None or exercise.factor is None:
        return exercise
    own = _Own(exercise.factor, exercise, factor)
    # Work without the factor gives the right result of the plain exercise.
    first = next(iter(exercise.oracles.values()))
    forgot = Mistake("own", (_Way(lambda _, case: RunResult(first(case))),), hint="hint_own")
    as_it_is = tuple(one for one in exercise.mistakes if one.variants)
    return replace(
        exercise,
        draw=lambda rng: [own.with_fact(case) for case in exercise.draw(rng)],
        oracles={name: own.gives(oracle) for name, oracle in exercise.oracles.items()},
        mistakes=(forgot, *map(own.mistake, exercise.mistakes), *as_it_is),
    )


@dataclass(frozen=True)
class _Own:
    """An exercise with a factor in it."""

    rule: Factor
    exercise: Exercise
    factor: int

    def with_fact(self, case: Case) -> Case:
        return replace(case, facts={**case.facts, "factor": self.factor})

    def gives(self, of_plain: Callable[[Case], Any]) -> Callable[[Case], Any]:
        def given(case: Case) -> Any:
            result = of_plain(self.rule.plain(case, self.factor))
            return self._times(case, result, self.factor)

        return given

    def mistake(self, mistake: Mistake) -> Mistake:
        symptom = mistake.symptom
        return replace(
            mistake,
            variants=tuple(_Way(partial(self.run, variant)) for variant in mistake.variants),
            symptom=None if symptom is None else lambda trial: symptom(self._plain(trial)),
        )

    def run(self, variant: Variant, exercise: Exercise, case: Case) -> RunResult:
        """Return the result of a mistake made in the task with the factor."""
        came = variant.run(exercise, self.rule.plain(case, self.factor))
        return replace(came, got=self._times(case, came.got, self.factor))

    def _plain(self, trial: Trial) -> Trial:
        """Return the trial as it would be without the factor."""
        case, by = trial.case, 1 / self.factor
        return replace(
            trial,
            case=self.rule.plain(case, self.factor),
            got=self._times(case, trial.got, by),
            expected=self._times(case, trial.expected, by),
        )

    def _times(self, case: Case, result: Any, by: float) -> Any:
        """Return a result times the factor, as far as it has the factor and can be multiplied."""
        is_in, name = self.rule.multiplies, self.exercise.takes[0]
        if len(self.exercise.takes) > 1:
            name = self.exercise.takes[case.which]
        if isinstance(result, Mapping):
            return {key: _product(one, by) if is_in(key) else one for key, one in result.items()}
        if not is_in(name):
            return result
        if type(result) is tuple:
            return tuple(_product(one, by) for one in result)
        return _product(result, by)


@dataclass(frozen=True, eq=False)
class _Way:
    """A way to make a mistake, by the function that returns its result."""

    run: Callable[[Exercise, Case], RunResult]


def _product(one: Any, by: float) -> Any:
    is_number = isinstance(one, int | float | np.number) and not isinstance(one, bool)
    is_array = isinstance(one, np.ndarray) and one.dtype.kind in "fiu"
    return one * by if is_number or is_array else one
