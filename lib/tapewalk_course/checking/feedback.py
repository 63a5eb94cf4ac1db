"""The feedback of a check, as plain text and as a card."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial

from tapewalk.language import number
from tapewalk_course.checking.card import card
from tapewalk_course.checking.diagnosis import Diagnosis
from tapewalk_course.checking.exercise import Exercise, Trial
from tapewalk_course.checking.showing import shown, shown_error, shown_inputs, shown_pair
from tapewalk_course.checking.stages import reached
from tapewalk_course.checking.words import say

# Problems of work that does not count as an attempt.
_NO_ATTEMPT = ("unwritten", "handed", "uncalled")


@dataclass(frozen=True, repr=False)
class Feedback:
    """The feedback of one check; notebooks display it as a card, everything else as text.

    Attributes:
        exercise: The exercise.
        lang: The language.
        seed: The seed of the inputs.
        trials: The results of its cases.
        diagnosis: Why something is wrong; `None` if everything is right.
        unlimited: Whether nothing here could stop an endless loop.
        agreed: The oracles that agree with the work.
        footer: Lines about attempts and progress.
    """

    exercise: Exercise
    lang: str
    seed: int
    trials: tuple[Trial, ...]
    diagnosis: Diagnosis | None
    unlimited: bool = False
    agreed: tuple[str, ...] = ()
    footer: tuple[str, ...] = field(default=())

    @property
    def passed(self) -> bool:
        """Whether everything is right."""
        return self.diagnosis is None

    @property
    def counts(self) -> bool:
        """Whether this was an attempt: an empty stub is not."""
        is_attempt = self.diagnosis is None or self.diagnosis.trial.problem not in _NO_ATTEMPT
        return is_attempt or self.points > 0

    @property
    def points(self) -> int:
        """The points for it: all, or those of the stages that are right."""
        return self.exercise.points if self.passed else sum(n for _, _, n, _ in self.stages)

    @cached_property
    def stages(self) -> tuple[tuple[str, str, int, int], ...]:
        """For each stage its name, what it asks for, its points and the possible points."""
        right = reached(self.exercise, self.trials)
        return tuple(
            (one.name, one.words[self.lang], one.points if one.name in right else 0, one.points)
            for one in self.exercise.stages
        )

    @property
    def hint(self) -> str | None:
        """The key of the hint."""
        return self.diagnosis.hint if self.diagnosis else None

    @property
    def title(self) -> str:
        """Exercise, outcome and points, in a line."""
        key = "passed" if self.passed else "failed"
        names = ", ".join(self.exercise.takes)
        return say(
            key,
            self.lang,
            id=self.exercise.id,
            names=names,
            of=self.exercise.points,
            points=self.points,
        )

    def rows(self) -> list[tuple[str, str, bool]]:
        """Return the rows: name, text, and whether the text is code."""
        if self.diagnosis is None:
            names = [say(f"oracle_{name}", self.lang) for name in self.agreed]
            oracles = self._listed(names)
            text = say("right", self.lang, count=len(self.trials), oracles=oracles)
            return [(say("tried", self.lang), text, False)]
        trial = self.diagnosis.trial
        got, expected = self._got_and_expected(trial)
        stages = [f"{'✓' if n else '✗'} {said}: {n} / {of}" for _, said, n, of in self.stages]
        return [
            *([(say("stages", self.lang), "\n".join(stages), True)] if stages else []),
            (say("tried", self.lang), self._tried(trial), True),
            (say("got", self.lang), got, trial.problem not in ("slow", "unwritten")),
            (say("expected", self.lang), expected, trial.expected is not None),
            (say("hint", self.lang), self._hint(), False),
        ]

    def notes(self) -> list[str]:
        """Return the notes below the rows: the seed and the footer."""
        notes = [
            say(
                "seed",
                self.lang,
                seed=self.seed,
                id=self.exercise.id,
                names=", ".join(self.exercise.takes),
            )
        ]
        if self.unlimited:
            notes.append(say("unlimited", self.lang))
        return [*notes, *self.footer]

    def __str__(self) -> str:
        width = max(len(name) for name, _, _ in self.rows())
        lines = [f"{'✓' if self.passed else '✗'} {self.title}"]
        for name, text, _ in self.rows():
            first, *rest = text.splitlines() or [""]
            lines.append(f"  {name:<{width}}  {first}")
            lines += [f"  {'':<{width}}  {line}" for line in rest]
        return "\n".join([*lines, *(f"  {note}" for note in self.notes())])

    __repr__ = __str__

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, str]:
        html = card(self.title, self.rows(), self.notes(), self.passed, self.lang)
        return {"text/plain": str(self), "text/html": html}

    def _got_and_expected(self, trial: Trial) -> tuple[str, str]:
        if trial.problem == "handed":
            names = ", ".join(self.exercise.takes)
            return shown(trial.got), say("expects_handed", self.lang, names=names)
        if trial.problem == "uncalled":
            return shown(trial.got), say("expects_callable", self.lang)
        got, expected = shown_pair(trial.got, trial.expected, self.exercise.parts)
        if trial.problem == "slow":
            got = say("got_slow", self.lang, seconds=number(self.exercise.limit, lang=self.lang))
        elif trial.problem == "unwritten":
            got = say("got_unwritten", self.lang)
        elif trial.error is not None:
            got = shown_error(trial.error)
        elif trial.changed:
            names = self._listed(trial.changed)
            got = f"{got}\n({say('got_changed', self.lang, names=names)})"
        return got, expected

    def _tried(self, trial: Trial) -> str:
        names = self.exercise.takes
        tried = shown_inputs(trial.case.inputs)
        return f"{names[trial.case.which]}: {tried}" if len(names) > 1 else tried

    def _listed(self, names: Sequence[str]) -> str:
        """Return "a, b and c"."""
        commas = ", ".join(names[:-1])
        return say("and", self.lang).join(filter(None, (commas, names[-1])))

    def _hint(self) -> str:
        assert self.diagnosis is not None
        trial, name = self.diagnosis.trial, self.diagnosis.hint
        own = self.exercise.hints(self.lang)
        # The exercise's own hints come from its folder, the others from the words.
        fill = own[name].format if name in own else partial(say, name, self.lang)
        said = {
            "count": len(trial.expected) if isinstance(trial.expected, tuple | dict) else 1,
            "names": ", ".join(trial.changed or self.exercise.takes),
            "parts": ", ".join(self.exercise.parts),
            **trial.case.facts,
            **self.diagnosis.facts,
        }
        where = "" if "part" not in said else "in_part" if said["right"] else "in_parts"
        return (say(where, self.lang, **said) if where else "") + fill(**said)
