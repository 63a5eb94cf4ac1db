"""What is asked of the grader, and what it answers: plain data that travels as JSON."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
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
    """

    lang: str = "en"
    timeout: float = 60.0
    memory: int = 2048
    seed: int = 0
    modules: tuple[str, ...] = ()
    own_lang: bool = False


@dataclass(frozen=True)
class Mark:
    """What came of one exercise.

    Attributes:
        id: As `"01.3"`.
        names: What it asks for.
        points: What it brought.
        of: What it could have brought.
        hint: The key of the hint; `None` where all is right.
        said: What the check says, in lines.
    """

    id: str
    names: str
    points: int
    of: int
    hint: str | None = None
    said: str = ""

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
    def points(self) -> int:
        """The points of all exercises together."""
        return sum(mark.points for mark in self.marks)

    @property
    def of(self) -> int:
        """The points to be had."""
        return sum(mark.of for mark in self.marks)

    def as_dict(self) -> dict[str, Any]:
        """Returns it as JSON can hold it."""
        return {**asdict(self), "points": self.points, "of": self.of}


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
        own["marks"] = tuple(Mark(**mark) for mark in own["marks"])
        own["notes"], own["open"] = tuple(own["notes"]), tuple(own["open"])
        return Result(**own)
    except (AttributeError, KeyError, TypeError) as error:
        raise ValueError(f"not a result of the grader: {error}") from error
