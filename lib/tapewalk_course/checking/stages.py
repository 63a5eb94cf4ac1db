"""Stages: properties of the work that have points of their own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tapewalk_course.checking.exercise import Exercise, Trial


@dataclass(frozen=True)
class Stage:
    """A part of an exercise with points of its own, which all cases that name it have to earn.

    Attributes:
        name: Its name in `Case.stage`, in tables and in JSON: a word of ASCII letters.
        points: Its points.
        words: What it asks for, in a few words, by language.
        needs: Stages without which it has no points: wrong work may pass its cases by chance.
    """

    name: str
    points: int
    words: Mapping[str, str]
    needs: tuple[str, ...] = ()


def reached(exercise: Exercise, trials: Sequence[Trial]) -> frozenset[str]:
    """Return the names of the stages that are right."""
    right: set[str] = set()
    for stage in exercise.stages:
        own = of_stage(stage, trials)
        if own and not any(map(_is_wrong, own)) and right.issuperset(stage.needs):
            right.add(stage.name)
    return frozenset(right)


def of_stage(stage: Stage, trials: Sequence[Trial]) -> list[Trial]:
    """Return the trials of a stage."""
    return [trial for trial in trials if trial.case.stage == stage.name]


def first_wrong(exercise: Exercise, trials: Sequence[Trial]) -> Sequence[Trial]:
    """Return the trials to explain: those of the first wrong stage, all where there are no stages.

    A stage that is written comes before one that is not.
    """
    stages = [of_stage(stage, trials) for stage in exercise.stages]
    wrong = [own for own in stages if any(map(_is_wrong, own))]
    written = [own for own in wrong if all(trial.problem != "unwritten" for trial in own)]
    return next(iter([*written, *wrong]), trials)


def _is_wrong(trial: Trial) -> bool:
    return bool(trial.problem or trial.changed)
