"""Options and results of the grader: plain data that travels as JSON."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, dataclass, field, replace
from typing import Any, Final

from tapewalk.language import LANGUAGES
from tapewalk_grade.words import say

GRADED: Final = "graded"


@dataclass(frozen=True)
class Options:
    """How notebooks are graded.

    Attributes:
        lang: A language of the course.
        timeout: Seconds of wall time for a whole notebook.
        memory: Mebibytes of address space for each of its processes.
        seed: The seed of the random inputs.
        modules: The modules to grade, as `("01",)`; empty for those that each notebook states.
        by_learner: Whether each notebook has random inputs of its own.
        factors: Whether only notebooks count that were handed out with factors.
        secret: The teacher's secret, from which the factors follow.
    """

    lang: str = "en"
    timeout: float = 60.0
    memory: int = 2048
    seed: int = 0
    modules: tuple[str, ...] = ()
    by_learner: bool = False
    factors: bool = False
    secret: str = ""

    def of_learner(self, path: str) -> Options:
        """Return the options for one notebook: with a seed of its own, if each has one.

        Args:
            path: The notebook's path; the same one gets the same numbers again.
        """
        if not self.by_learner:
            return self
        digest = hashlib.sha256(f"{self.seed} {path}".encode("utf-8", "surrogateescape"))
        return replace(self, seed=int(digest.hexdigest(), 16) % 10**6)


@dataclass(frozen=True)
class Part:
    """A stage of an exercise, or all of it.

    Attributes:
        name: The name of the stage; empty for a whole exercise.
        said: What it asks for, in the language of the feedback.
        points: The points scored.
        of: The possible points.
        right: Whether the work is right, whatever a policy makes of its points.
    """

    name: str
    said: str
    points: float
    of: float
    right: bool

    def times(self, factor: float, of: float = 1) -> Part:
        """Return it with other points, which are rounded to two digits."""
        return replace(self, points=plain(self.points * factor), of=plain(self.of * of))


@dataclass(frozen=True)
class Mark:
    """The result of one exercise.

    Attributes:
        id: Its number, as `"01.2"`.
        names: The names of the functions and classes it asks for.
        points: The points scored; a fraction only if a policy makes it one.
        of: The possible points.
        hint: The key of the hint; `None` if the work is right.
        said: The feedback of the check, in lines.
        rows: The same for a page: names, texts, and whether these are code.
        drawing: The calculation that was tried, as SVG, where that helps.
        stages: The stages that have points of their own.
        code: The learner's work.
    """

    id: str
    names: str
    points: float
    of: float
    hint: str | None = None
    said: str = ""
    rows: tuple[tuple[str, str, bool], ...] = ()
    drawing: str = ""
    stages: tuple[Part, ...] = ()
    code: str = ""

    @property
    def passed(self) -> bool:
        """Whether the work is right."""
        return self.hint is None

    @property
    def parts(self) -> tuple[Part, ...]:
        """Its stages; the whole, where it has none or a teacher set its points otherwise."""
        both = _sum(one.points for one in self.stages), _sum(one.of for one in self.stages)
        if both == (self.points, self.of):
            return self.stages
        return (Part("", self.names, self.points, self.of, self.passed),)

    def times(self, factor: float, of: float = 1) -> Mark:
        """Return it with its points times a factor, and the possible ones times another."""
        return replace(
            self,
            points=plain(self.points * factor),
            of=plain(self.of * of),
            stages=tuple(stage.times(factor, of) for stage in self.stages),
        )


@dataclass(frozen=True)
class Result:
    """The result of one notebook.

    Attributes:
        path: The notebook's path, as it was given or found.
        status: `"graded"`, or the reason why it could not be, a key of the words.
        message: One line about the status; may be empty.
        digest: The SHA-256 of the file's bytes; empty if there are none.
        seed: The seed of the random inputs.
        marks: One for each exercise; those not reached have no points.
        notes: Lines about cells that were stopped, similar notebooks and so on.
        seconds: The wall time it took.
        open: What was not protected from it, as keys of the words.
        lang: The language of its texts.
        also: The same in other languages.
    """

    path: str
    status: str = GRADED
    message: str = ""
    digest: str = ""
    seed: int = 0
    marks: tuple[Mark, ...] = ()
    notes: tuple[str, ...] = field(default=())
    seconds: float = 0.0
    open: tuple[str, ...] = ()
    lang: str = LANGUAGES[0]
    also: tuple[Result, ...] = field(default=(), repr=False)

    @property
    def is_graded(self) -> bool:
        """Whether every exercise was tried."""
        return self.status == GRADED

    @property
    def points(self) -> float:
        """The points of all exercises together."""
        return _sum(mark.points for mark in self.marks)

    @property
    def of(self) -> float:
        """The possible points of all exercises."""
        return _sum(mark.of for mark in self.marks)

    def translated(self, lang: str) -> Result:
        """Return the result in a language, or in its own language if that one is missing."""
        found = next((one for one in (self, *self.also) if one.lang == lang), self)
        return replace(found, also=())

    def as_dict(self) -> dict[str, Any]:
        """Return it as data for JSON."""
        data = {**asdict(self), "points": self.points, "of": self.of}
        return {**data, "also": [one.as_dict() for one in self.also]}


def _mark_from(data: Mapping[str, Any]) -> Mark:
    name_text_code = tuple((str(n), str(text), bool(code)) for n, text, code in data["rows"])
    stages = tuple(Part(**each) for each in data["stages"])
    return Mark(**{**data, "rows": name_text_code, "stages": stages})


def _sum(points: Iterable[float]) -> float:
    """Return a sum of points; a policy may have made them fractions with two digits."""
    return plain(sum(points))


def plain(points: float) -> float:
    """Return points rounded to two digits, as an integer where they are whole."""
    rounded = round(points, 2)
    return int(rounded) if rounded == int(rounded) else rounded


def in_all_languages(made: Callable[[str], Result]) -> Result:
    """Return the result that a function makes in a language, with those in the others."""
    first, *others = map(made, LANGUAGES)
    return replace(first, also=tuple(others))


def unread(
    path: str,
    status: str,
    digest: str,
    options: Options,
    filled: Mapping[str, object] | None = None,
    end: str = "",
) -> Result:
    """Return the result of a notebook that could not be graded.

    The message is that of the status, with the values for its braces, and the end.
    """

    def said(lang: str) -> Result:
        message = say(status, lang, **(filled or {})) + end
        return Result(path, status, message, digest, options.seed, lang=lang)

    return in_all_languages(said)


def result_from(data: Mapping[str, Any]) -> Result:
    """Return a result from its `as_dict`.

    Raises:
        ValueError: The data are not a result.

    Example:
        >>> result_from(Result("a.ipynb", marks=(Mark("01.1", "f", 1, 1),)).as_dict()).points
        1
    """
    try:
        own = {key: value for key, value in data.items() if key not in ("points", "of")}
        own["marks"] = tuple(map(_mark_from, own["marks"]))
        own["notes"], own["open"] = tuple(own["notes"]), tuple(own["open"])
        own["also"] = tuple(map(result_from, own["also"]))
        return Result(**own)
    except (AttributeError, KeyError, TypeError) as error:
        raise ValueError(f"not a result of the grader: {error}") from error
