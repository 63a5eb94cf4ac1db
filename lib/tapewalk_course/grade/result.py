"""What is asked of the grader, and what it answers: plain data that travels as JSON."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field, replace
from typing import Any, Final

GRADED: Final = "graded"


@dataclass(frozen=True)
class Options:
    """How notebooks are graded.

    Attributes:
        lang: `"en"` or `"es"`.
        timeout: Seconds on the clock for a whole notebook.
        memory: Mebibytes of address space for each of its processes.
        seed: Of the random inputs.
        modules: Whose exercises are graded, as `("01",)`; empty: what each notebook says.
        own_lang: Whether a notebook that says its language is answered in that.
        by_learner: Whether each notebook has random inputs of its own.
        factors: Whether only notebooks count that were handed out with factors.
    """

    lang: str = "en"
    timeout: float = 60.0
    memory: int = 2048
    seed: int = 0
    modules: tuple[str, ...] = ()
    own_lang: bool = False
    by_learner: bool = False
    factors: bool = False

    def of_learner(self, path: str) -> Options:
        """Returns how a notebook is graded: with a seed of its own, if each has one.

        Args:
            path: The notebook's: the same one gets the same numbers again.
        """
        if not self.by_learner:
            return self
        digest = hashlib.sha256(f"{self.seed} {path}".encode("utf-8", "surrogateescape"))
        return replace(self, seed=int(digest.hexdigest(), 16) % 10**6)


@dataclass(frozen=True)
class Mark:
    """What came of one exercise.

    Attributes:
        id: As `"01.3"`.
        names: What it asks for.
        points: What it brought; a fraction only where a policy says so.
        of: What it could have brought.
        hint: The key of the hint; `None` where all is right.
        said: What the check says, in lines.
        rows: The same for a page: names, texts, and whether these are code; where pages are made.
        drawing: What was tried, as SVG, where that helps.
    """

    id: str
    names: str
    points: float
    of: float
    hint: str | None = None
    said: str = ""
    rows: tuple[tuple[str, str, bool], ...] = ()
    drawing: str = ""

    @property
    def passed(self) -> bool:
        """Whether all is right."""
        return self.hint is None


@dataclass(frozen=True)
class Result:
    """What came of one notebook.

    Attributes:
        path: The notebook's, as it was given or found.
        status: `"graded"`, or the name of what stopped it, a key of the words.
        message: One line about it; empty where there is nothing to say.
        digest: Of the file's bytes, SHA-256; empty where there are none.
        seed: Of the random inputs.
        marks: One for each exercise; those not reached have no points.
        notes: Lines about cells that stopped, and the like.
        seconds: How long it took, on the clock.
        open: What it could have reached, as keys of the words.
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
        """The points to be had."""
        return _sum(mark.of for mark in self.marks)

    def as_dict(self) -> dict[str, Any]:
        """Returns it as JSON can hold it."""
        return {**asdict(self), "points": self.points, "of": self.of}


def _mark_from(data: Mapping[str, Any]) -> Mark:
    name_text_code = tuple((str(n), str(text), bool(code)) for n, text, code in data["rows"])
    return Mark(**{**data, "rows": name_text_code})


def _sum(points: Iterable[float]) -> float:
    """Returns a sum of points, which a policy may have made fractions with two digits."""
    total = round(sum(points), 2)
    return int(total) if total == int(total) else total


def result_from(data: Mapping[str, Any]) -> Result:
    """Returns a result from what `as_dict` gave.

    Raises:
        ValueError: It is none.

    Example:
        >>> result_from(Result("a.ipynb", marks=(Mark("01.1", "f", 1, 1),)).as_dict()).points
        1
    """
    try:
        own = {key: value for key, value in data.items() if key not in ("points", "of")}
        own["marks"] = tuple(map(_mark_from, own["marks"]))
        own["notes"], own["open"] = tuple(own["notes"]), tuple(own["open"])
        return Result(**own)
    except (AttributeError, KeyError, TypeError) as error:
        raise ValueError(f"not a result of the grader: {error}") from error
