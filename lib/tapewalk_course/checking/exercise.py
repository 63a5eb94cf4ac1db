"""What an exercise is made of: plain data that the modules of checks declare."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

import numpy as np

from tapewalk_course.checking.comparing import close
from tapewalk_course.checking.states import altered, states


@dataclass(frozen=True)
class Case:
    """One thing to try.

    Attributes:
        inputs: What is handed to the learner's work, by the names the feedback shows.
        which: The position of the function it is for, where several are handed in.
        late: Whether it costs time and waits until everything else is right.
        facts: Numbers of this case that its hints state, by their names in the braces.
        altered: What of the things made from the inputs was no longer as it had been.
    """

    inputs: Mapping[str, Any]
    which: int = 0
    late: bool = False
    facts: Mapping[str, int] = field(default_factory=dict)
    altered: list[str] = field(default_factory=list, compare=False, repr=False)

    def hand(self, work: Callable[..., Any], **given: Any) -> Any:
        """Returns what comes of work on things made from the inputs; notes which it altered.

        Args:
            work: The learner's.
            **given: What it gets, in this order, by the names that feedback shows.
        """
        before = states(given)
        got = work(*given.values())
        self.altered.extend(altered(before, states(given)))
        return got


@dataclass(frozen=True)
class Tried:
    """What came of trying a case, before anybody has looked whether it is right.

    Attributes:
        got: What the learner's work gave; `None` if it raised.
        problem: Why nothing came: "slow", "unwritten", "raised"; `None` if something did.
        error: What was raised.
        changed: The names of inputs, modes and flags that are no longer as they were.
    """

    got: Any = None
    problem: str | None = None
    error: BaseException | None = None
    changed: tuple[str, ...] = ()


@dataclass(frozen=True)
class Trial:
    """What came of one case.

    Attributes:
        case: The case.
        got: What the learner's work gave; `None` if it raised.
        expected: What the first oracle gave.
        problem: `None` if all is well, else the name of what is wrong, a key of the words.
        error: What was raised.
        changed: The names of inputs, modes and flags that are no longer as they were.
    """

    case: Case
    got: Any
    expected: Any
    problem: str | None = None
    error: BaseException | None = None
    changed: tuple[str, ...] = ()


class Way(Protocol):
    """A way of making a mistake."""

    def tried(self, exercise: Exercise, case: Case) -> Tried:
        """Returns what comes of it in a case."""


@dataclass(frozen=True)
class Mistake:
    """A mistake that learners really make, and how to know it.

    Attributes:
        name: Its hint is called `hint_<exercise>_<name>`, if `hint` names no other.
        words: What the hint says, by language; none where `hint` names one.
        ways: How it is made; whose work comes to the same makes it, too.
        sign: Whether a failed trial shows it, where what comes does not tell.
        every: Whether all failed trials have to show the sign.
        hint: The word that is its hint, where exercises share it.
    """

    name: str
    ways: tuple[Way, ...] = ()
    words: Mapping[str, str] = field(default_factory=dict)
    sign: Callable[[Trial], bool] | None = None
    every: bool = False
    hint: str = ""


@dataclass(frozen=True)
class Exercise:
    """One exercise.

    Attributes:
        id: As in `check("01.3", …)`.
        takes: The names of what is handed in, as the notebook's stubs call them.
        points: What it is worth.
        draw: Draws the cases.
        call: Calls the learner's work in a case; gets the work and copies of the inputs.
        oracles: By name; each gives what is expected, or `None` where it can't. The first one
            always can, and feedback shows what it gives; what agrees with it is held against
            the others. PyTorch is last: importing it takes seconds.
        mistakes: The likely ones first; a `Folder` reads them from files.
        judge: Compares; returns `None` or the name of the problem.
        limit: Seconds after which a trial is stopped.
        parts: The names of the results, where there are several.
        counts: Whether results are small whole numbers, names or words: one that is as a mistake
            gives it may be so by chance.
    """

    id: str
    takes: tuple[str, ...]
    points: int
    draw: Callable[[np.random.Generator], Sequence[Case]]
    call: Callable[[Sequence[Any], Case], Any]
    oracles: Mapping[str, Callable[[Case], Any]]
    mistakes: Iterable[Mistake] = field(default=())
    judge: Callable[[Case, Any, Any], str | None] = lambda case, got, expected: close(got, expected)
    limit: float = 5.0
    parts: tuple[str, ...] = ()
    counts: bool = False

    def hint_of(self, mistake: Mistake) -> str:
        """Returns the name of a mistake's hint."""
        return mistake.hint or f"hint_{self.id}_{mistake.name}"

    def hints(self, lang: str) -> dict[str, str]:
        """Returns what the hints of its own say, by their names.

        Args:
            lang: `"en"` or `"es"`.
        """
        return {self.hint_of(each): each.words[lang] for each in self.mistakes if each.words}
