"""`check`: shows the feedback on an exercise and remembers the points."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from dataclasses import dataclass, replace

from tapewalk.language import language
from tapewalk_course.checking.feedback import Feedback
from tapewalk_course.checking.limits import can_stop
from tapewalk_course.checking.report import Report, Row
from tapewalk_course.checking.words import say
from tapewalk_course.exercises.catalog import MODULES, find
from tapewalk_course.exercises.grading import grade


@dataclass
class _Record:
    attempts: int = 0
    points: int = 0


class Checker:
    """Checks exercises and keeps points and attempts while Python runs."""

    def __init__(self) -> None:
        self._records: dict[str, _Record] = {}
        self._factors: Mapping[str, int] | None = None

    def __call__(self, id: str, *work: object, seed: int | None = None) -> None:
        """Run the work on an exercise and show the feedback.

        Args:
            id: The exercise, as `"01.2"`.
            *work: A function, several functions or a class, as the exercise asks.
            seed: The seed in an earlier feedback, to get the same inputs again.

        Raises:
            LookupError: There is no such exercise.
        """
        find(id, language())
        if not can_stop():
            print(say("unlimited", language()))  # before it may hang
        _show(self.feedback(id, *work, seed=seed))

    def learner(self, name: str, factors: Mapping[str, int] | None = None) -> None:
        """Set the learner of this notebook, whose tasks have factors of their own.

        Args:
            name: The name that is in the notebook; empty for tasks without factors.
            factors: By exercise, the factors; by default, those that follow from the name alone.
        """
        from tapewalk_course.exercises.factors import factors_of

        self._factors = factors_of(name) if factors is None else factors

    def feedback(self, id: str, *work: object, seed: int | None = None) -> Feedback:
        """Return the feedback instead of showing it."""
        feedback = grade(id, *work, seed=seed, factors=self._factors)
        record = self._records.setdefault(id, _Record())
        record.attempts += feedback.counts
        record.points = max(record.points, feedback.points)
        attempts = say("attempts", feedback.lang, count=record.attempts)
        progress = self._report(id.partition(".")[0], feedback.lang).line()
        return replace(feedback, footer=(*([attempts] if feedback.counts else []), progress))

    def report(self, module: str = "01") -> None:
        """Show points and attempts of a module's exercises.

        Args:
            module: Its number, as `"01"`.
        """
        _show(self._report(module, language()))

    def _report(self, module: str, lang: str) -> Report:
        rows = []
        for exercise in MODULES[module]:
            record = self._records.get(exercise.id, _Record())
            names = ", ".join(exercise.takes)
            rows.append(Row(exercise.id, names, record.points, exercise.points, record.attempts))
        return Report(module, tuple(rows), lang)


def _show(what: Feedback | Report) -> None:
    """Show a card in a notebook, text elsewhere."""
    ipython = sys.modules.get("IPython")
    if ipython is None or ipython.get_ipython() is None:
        print(what)
    else:
        ipython.display.display(what)


check = Checker()
