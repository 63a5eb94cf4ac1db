"""What a teacher decides about points: weights, days late, exercises left out, single points.

The checks and the journal know nothing of it: results get it when they are written, so a policy can
change without another grading.
"""

from __future__ import annotations

import math
import tomllib
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path, PurePath
from typing import Any, Final

from tapewalk.language import number
from tapewalk_course.grade.result import Mark, Result
from tapewalk_course.grade.words import say

_DAY: Final = timedelta(days=1)


class PolicyError(ValueError):
    """A file is no policy; `key` names the reason among the words, `filled` what it states."""

    def __init__(self, key: str, **filled: object) -> None:
        super().__init__(key)
        self.key, self.filled = key, filled


@dataclass(frozen=True)
class Policy:
    """What is decided about points.

    Attributes:
        weights: By exercise, what its points are multiplied by.
        drop: Exercises that do not count.
        best: So many exercises of a notebook count, those with the largest shares of their
            points; all if `None`.
        due: When notebooks were due; `None` if that does not matter.
        free_days: So many days late cost nothing.
        per_day: The share of the points that each further day costs.
        handed_in: By pattern of paths, when; else the file's own time counts.
        overrides: By pattern of paths and exercise, the points that it gets whatever it brought.
    """

    weights: Mapping[str, float] = field(default_factory=dict)
    drop: Sequence[str] = ()
    best: int | None = None
    due: datetime | None = None
    free_days: int = 0
    per_day: float = 0.0
    handed_in: Mapping[str, datetime] = field(default_factory=dict)
    overrides: Mapping[str, Mapping[str, float]] = field(default_factory=dict)

    def applied(self, results: Sequence[Result], lang: str) -> list[Result]:
        """Returns the results with the policy in their points, and a note where it took or gave.

        Args:
            results: As the checks gave them.
            lang: The language of the notes.

        Raises:
            PolicyError: It has points for a notebook that is not there.
        """
        for pattern in (*self.overrides, *self.handed_in):
            if not any(_is_meant(pattern, result.path) for result in results):
                raise PolicyError("policy_nobody", pattern=pattern)
        return [self._applied(result, lang) for result in results]

    def _applied(self, result: Result, lang: str) -> Result:
        marks = [mark for mark in result.marks if mark.id not in self.drop]
        marks = [_times(mark, self.weights.get(mark.id, 1.0)) for mark in marks]
        notes = list(result.notes)
        for pattern, points in self.overrides.items():
            if _is_meant(pattern, result.path):
                marks = [replace(m, points=_plain(points.get(m.id, m.points))) for m in marks]
                notes.append(say("overridden", lang, ids=", ".join(points)))
        if self.best is not None and self.best < len(marks):
            marks = _best(marks, self.best)
        days = self._days_late(result.path)
        cost = min(1.0, max(0, days - self.free_days) * self.per_day)
        if cost and marks:
            marks = [replace(mark, points=_plain(mark.points * (1 - cost))) for mark in marks]
            notes.append(say("late", lang, days=days, cost=number(cost, ".0%", lang)))
        return replace(result, marks=tuple(marks), notes=tuple(notes))

    def _days_late(self, path: str) -> int:
        if self.due is None:
            return 0
        told = [when for pattern, when in self.handed_in.items() if _is_meant(pattern, path)]
        try:
            when = told[0] if told else datetime.fromtimestamp(Path(path).stat().st_mtime, UTC)
        except OSError:
            return 0  # nothing was handed in
        return max(0, math.ceil((when - self.due) / _DAY))


def policy(path: Path, exercises: Collection[str]) -> Policy:
    """Returns the policy in a TOML file.

    Args:
        path: The file's.
        exercises: All that there are, by their ids.

    Raises:
        PolicyError: It can't be read, or says something that no policy says.
    """
    try:
        given = tomllib.loads(path.read_text("utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise PolicyError("policy_unreadable", error=error) from error
    late = _table(given, "late")
    made = Policy(
        weights=_points(_table(given, "weights"), "weights", exercises),
        drop=tuple(_known(id, "drop", exercises) for id in given.pop("drop", ())),
        best=None if "best" not in given else int(_number(given.pop("best"), "best", 1)),
        due=_when(late.pop("due"), "late.due") if "due" in late else None,
        free_days=int(_number(late.pop("free_days", 0), "late.free_days")),
        per_day=_number(late.pop("per_day", 0), "late.per_day"),
        handed_in={
            key: _when(when, f"handed_in.{key}") for key, when in _table(given, "handed_in").items()
        },
        overrides={
            key: _points(points, f"overrides.{key}", exercises)
            for key, points in _table(given, "overrides").items()
        },
    )
    for name in (*given, *(f"late.{name}" for name in late)):
        raise PolicyError("policy_wrong", name=name)
    return made


def _table(given: dict[str, Any], name: str) -> dict[str, Any]:
    table = given.pop(name, {})
    if not isinstance(table, dict):
        raise PolicyError("policy_wrong", name=name)
    return dict(table)


def _points(table: object, name: str, exercises: Collection[str]) -> dict[str, float]:
    if not isinstance(table, dict):
        raise PolicyError("policy_wrong", name=name)
    return {
        _known(id, name, exercises): _number(points, f"{name}.{id}") for id, points in table.items()
    }


def _known(id: object, name: str, exercises: Collection[str]) -> str:
    if id not in exercises:
        raise PolicyError("policy_wrong", name=f"{name}.{id}")
    return str(id)


def _number(given: object, name: str, least: float = 0) -> float:
    if not isinstance(given, int | float) or isinstance(given, bool) or not given >= least:
        raise PolicyError("policy_wrong", name=name)
    return given


def _when(given: object, name: str) -> datetime:
    """Returns a date and time; without a zone it is meant where the grader runs."""
    if not isinstance(given, datetime):
        raise PolicyError("policy_wrong", name=name)
    return given.astimezone()


def _is_meant(pattern: str, path: str) -> bool:
    """Tells whether a path ends as a pattern says: `"ada/*"`, `"index.ipynb"`."""
    return PurePath(path).match(pattern)


def _times(mark: Mark, weight: float) -> Mark:
    return replace(mark, points=_plain(mark.points * weight), of=_plain(mark.of * weight))


def _best(marks: Sequence[Mark], count: int) -> list[Mark]:
    """Returns the marks, those but the best without points and with none to be had."""
    ranked = sorted(marks, key=lambda mark: (-_share(mark), -mark.of, mark.id))
    counted = {mark.id for mark in ranked[:count]}
    return [mark if mark.id in counted else replace(mark, points=0, of=0) for mark in marks]


def _share(mark: Mark) -> float:
    return mark.points / mark.of if mark.of else 0.0


def _plain(points: float) -> float:
    """Returns points with two digits at most, as a whole number where they are one."""
    rounded = round(points, 2)
    return int(rounded) if rounded == int(rounded) else rounded
