"""A teacher's decisions about points: weights, days late, exercises left out, single points.

They are applied when results are written, so they can change without another grading.
"""

from __future__ import annotations

import math
import tomllib
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path, PurePath
from typing import Any, Final, TypeVar

from tapewalk.language import number
from tapewalk_grade.errors import GraderError
from tapewalk_grade.result import Mark, Result, plain
from tapewalk_grade.words import say

_DAY: Final = timedelta(days=1)
_Read = TypeVar("_Read")


@dataclass(frozen=True)
class Policy:
    """Decisions about points.

    Attributes:
        weights: By exercise, the factor of its points.
        drop: Exercises that do not count.
        best: How many exercises of a notebook count, those with the most points; all if `None`.
        due: When notebooks were due; `None` if that does not matter.
        extensions: By pattern of paths, a later time at which it is due.
        free_days: How many days late cost nothing.
        per_day: The share of the points that each further day costs.
        handed_in: By pattern of paths, the time it was handed in; else the file's own time counts.
        overrides: By pattern of paths and exercise, the points it gets whatever it scored.
        comments: By pattern of paths and exercise, what the teacher says about it.
        path: The file it comes from.
    """

    weights: Mapping[str, float] = field(default_factory=dict)
    drop: Sequence[str] = ()
    best: int | None = None
    due: datetime | None = None
    extensions: Mapping[str, datetime] = field(default_factory=dict)
    free_days: int = 0
    per_day: float = 0.0
    handed_in: Mapping[str, datetime] = field(default_factory=dict)
    overrides: Mapping[str, Mapping[str, float]] = field(default_factory=dict)
    comments: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    path: Path | None = None

    def applied(self, results: Sequence[Result]) -> list[Result]:
        """Return the results with the policy applied, and a note where it changed points.

        Raises:
            GraderError: It names a notebook that does not exist, or an exercise of another module.
        """
        for pattern in (*self.overrides, *self.comments, *self.handed_in, *self.extensions):
            meant = [result for result in results if _is_meant(pattern, result.path)]
            if not meant:
                raise GraderError("policy_nobody", path=self.path, pattern=pattern)
            graded = {mark.id for result in meant for mark in result.marks}
            ids = {*self.overrides.get(pattern, ()), *self.comments.get(pattern, ())}
            if graded and not ids <= graded:
                lacking = ", ".join(sorted(ids - graded))
                raise GraderError("policy_other", path=self.path, pattern=pattern, ids=lacking)
        return [self._applied(result) for result in results]

    def _applied(self, result: Result) -> Result:
        lang = result.lang
        marks = [mark for mark in result.marks if mark.id not in self.drop]
        marks = [mark.times(*[self.weights.get(mark.id, 1.0)] * 2) for mark in marks]
        notes = list(result.notes)
        for pattern, points in self.overrides.items():
            if _is_meant(pattern, result.path):
                marks = [replace(m, points=plain(points.get(m.id, m.points))) for m in marks]
                notes.append(say("overridden", lang, ids=", ".join(points)))
        for pattern, comments in self.comments.items():
            if _is_meant(pattern, result.path):
                notes += [say("comment", lang, id=id, text=text) for id, text in comments.items()]
        if self.best is not None and self.best < len(marks):
            marks = _best(marks, self.best)
        days = self._days_late(result.path)
        cost = min(1.0, max(0, days - self.free_days) * self.per_day)
        if cost and marks:
            marks = [mark.times(1 - cost) for mark in marks]
            notes.append(say("late", lang, days=days, cost=number(cost, ".0%", lang)))
        return replace(result, marks=tuple(marks), notes=tuple(notes))

    def _days_late(self, path: str) -> int:
        due = _meant(self.extensions, path) or self.due
        if due is None:
            return 0
        try:
            when = _meant(self.handed_in, path) or _saved_at(path)
        except OSError:
            return 0  # nothing was handed in
        return max(0, math.ceil((when - due) / _DAY))


def policy(path: Path, exercises: Collection[str]) -> Policy:
    """Return the policy in a TOML file.

    Raises:
        GraderError: It can't be read, or has an entry that no policy has.
    """
    try:
        given = tomllib.loads(path.read_text("utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise GraderError("policy_unreadable", path=path, error=error) from error
    try:
        return _policy(path, given, exercises)
    except ValueError as error:
        raise GraderError("policy_wrong", path=path, name=str(error)) from error


def _policy(path: Path, given: dict[str, Any], exercises: Collection[str]) -> Policy:
    """Return the policy that a table describes.

    Raises:
        ValueError: The table has an entry that no policy has, or a wrong one; the text names it.
    """
    late = _table(given, "late")
    made = Policy(
        weights=_by_exercise(_table(given, "weights"), "weights", exercises, _number),
        drop=tuple(_known(id, "drop", exercises) for id in given.pop("drop", ())),
        best=None if "best" not in given else int(_number(given.pop("best"), "best", 1)),
        due=_when(late.pop("due"), "late.due") if "due" in late else None,
        free_days=int(_number(late.pop("free_days", 0), "late.free_days")),
        per_day=_number(late.pop("per_day", 0), "late.per_day"),
        extensions=_times_in(given, "extensions"),
        handed_in=_times_in(given, "handed_in"),
        overrides={
            key: _by_exercise(points, f"overrides.{key}", exercises, _number)
            for key, points in _table(given, "overrides").items()
        },
        comments={
            key: _by_exercise(texts, f"comments.{key}", exercises, lambda text, name: str(text))
            for key, texts in _table(given, "comments").items()
        },
        path=path,
    )
    for name in (*given, *(f"late.{name}" for name in late)):
        raise ValueError(name)
    return made


def _table(given: dict[str, Any], name: str) -> dict[str, Any]:
    table = given.pop(name, {})
    if not isinstance(table, dict):
        raise ValueError(name)
    return dict(table)


def _by_exercise(
    table: object, name: str, exercises: Collection[str], read: Callable[[object, str], _Read]
) -> dict[str, _Read]:
    if not isinstance(table, dict):
        raise ValueError(name)
    return {_known(id, name, exercises): read(one, f"{name}.{id}") for id, one in table.items()}


def _known(id: object, name: str, exercises: Collection[str]) -> str:
    if id not in exercises:
        raise ValueError(f"{name}.{id}")
    return str(id)


def _number(given: object, name: str, least: float = 0) -> float:
    if not isinstance(given, int | float) or isinstance(given, bool) or not given >= least:
        raise ValueError(name)
    return given


def _when(given: object, name: str) -> datetime:
    """Return a date and time; one without a zone is in the zone of this machine."""
    if not isinstance(given, datetime):
        raise ValueError(name)
    return given.astimezone()


def _times_in(given: dict[str, Any], name: str) -> dict[str, datetime]:
    return {key: _when(when, f"{name}.{key}") for key, when in _table(given, name).items()}


def _meant(times: Mapping[str, datetime], path: str) -> datetime | None:
    """Return the time of the first pattern that matches a path."""
    return next((when for pattern, when in times.items() if _is_meant(pattern, path)), None)


def _saved_at(path: str) -> datetime:
    return datetime.fromtimestamp(Path(path).stat().st_mtime, UTC)


def _is_meant(pattern: str, path: str) -> bool:
    """Return whether the end of a path matches a pattern: `"ada/*"`, `"index.ipynb"`."""
    return PurePath(path).match(pattern)


def _best(marks: Sequence[Mark], count: int) -> list[Mark]:
    """Return the marks; all but the best lose their points.

    The possible points are those of the largest exercises, whichever went best: all learners have
    the same maximum. The rest of it belongs to exercises that do not count.
    """
    counted = sorted(marks, key=lambda mark: (-mark.points, -mark.of, mark.id))[:count]
    left = sum(sorted((mark.of for mark in marks), reverse=True)[:count])
    left -= sum(mark.of for mark in counted)
    found = []
    for mark in marks:
        if mark not in counted:
            mark = replace(mark, points=0, of=plain(min(mark.of, left)))
            left -= mark.of
        found.append(mark)
    return found
