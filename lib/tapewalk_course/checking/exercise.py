"""Exercises, their cases, mistakes and results, as plain data."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final, Protocol

import numpy as np

from tapewalk_course.checking.comparing import close
from tapewalk_course.checking.stages import Stage
from tapewalk_course.checking.states import altered, states

# Factors of results: no shape that is drawn has so many rows or columns, so none is mistaken for
# one. Factors of inputs are smaller: a training step that much larger still converges, and a net
# that much deeper is built quickly.
FOR_RESULTS: Final = (7, 8, 9, 11, 12, 13)
FOR_INPUTS: Final = (2, 3, 4, 5, 6)
_SCALED_LOSS: Final = (("loss.backward()", "({c} * loss).backward()"),)


@dataclass(frozen=True)
class Case:
    """One set of inputs for the learner's work.

    Attributes:
        inputs: The inputs, by the names that the feedback shows.
        which: The position of the function it is for, if there are several.
        late: Whether it is slow and waits until everything else is right.
        facts: Numbers of this case that hints state, by their names in the braces.
        altered: The names of objects made from the inputs that the work altered.
        stage: The name of the stage whose points it earns; empty if the exercise has none.
    """

    inputs: Mapping[str, Any]
    which: int = 0
    late: bool = False
    facts: Mapping[str, int] = field(default_factory=dict)
    altered: list[str] = field(default_factory=list, compare=False, repr=False)
    stage: str = ""

    def call(self, work: Callable[..., Any], **given: Any) -> Any:
        """Call work on objects made from the inputs, note which it altered, and return its result.

        Args:
            work: The learner's function.
            **given: Its arguments, in this order, by the names that the feedback shows.
        """
        before = states(given)
        got = work(*given.values())
        self.altered.extend(altered(before, states(given)))
        return got


@dataclass(frozen=True)
class RunResult:
    """The result of running work on a case, before it is compared.

    Attributes:
        got: The result of the learner's work; `None` if it raised an error.
        problem: Why there is no result: "slow", "unwritten", "raised", "printed"; else `None`.
        error: The error.
        changed: The names of inputs, modes and flags that were changed.
    """

    got: Any = None
    problem: str | None = None
    error: BaseException | None = None
    changed: tuple[str, ...] = ()


@dataclass(frozen=True)
class Trial:
    """A case that was tried: its `RunResult`, compared with the expected result.

    Attributes:
        case: The case.
        expected: The result of the first oracle.
        problem: The problem, a key of the words; `None` if the result is right.
    """

    case: Case
    got: Any
    expected: Any
    problem: str | None = None
    error: BaseException | None = None
    changed: tuple[str, ...] = ()


class Variant(Protocol):
    """One way to make a mistake."""

    def run(self, exercise: Exercise, case: Case) -> RunResult:
        """Return its result on a case."""


@dataclass(frozen=True)
class Mistake:
    """A mistake that learners make, and how to recognize it.

    Attributes:
        name: Its hint is called `hint_<exercise>_<name>`, if `hint` names no other.
        words: The text of the hint, by language; empty if `hint` names one.
        variants: The ways to make it; work with the same results makes it, too.
        symptom: Whether a failed trial shows it, where results are not enough.
        every: Whether all failed trials have to show the symptom.
        hint: The key of its hint, where exercises share it.
    """

    name: str
    variants: tuple[Variant, ...] = ()
    words: Mapping[str, str] = field(default_factory=dict)
    symptom: Callable[[Trial], bool] | None = None
    every: bool = False
    hint: str = ""


def nothing(name: str) -> bool:
    """Return False: the factor multiplies no result."""
    return False


def times_input(name: str) -> Callable[[Case, int], Case]:
    """Return a change that multiplies an input of a case by the factor."""

    def change(case: Case, factor: int) -> Case:
        return replace(case, inputs={**case.inputs, name: case.inputs[name] * factor})

    return change


@dataclass(frozen=True)
class Factor:
    """How a factor of each learner's own enters an exercise.

    The result is then linear in it, or is that of the plain exercise on other inputs. So draws,
    oracles, mistakes and hints of the plain exercise serve every factor.

    Attributes:
        solution: What to replace in the right solution: `{c}` is the factor, `{f[03.3]}` that of
            another exercise.
        stub: What to replace in the stub, where the factor is in code that is given.
        multiplies: Whether it multiplies a result, by its name where results are a dictionary.
        plain: The case on which the exercise without a factor has the same result, apart from that.
        like: The exercise whose factor this one shares.
        choices: The possible factors.
    """

    solution: tuple[tuple[str, str], ...] = ()
    stub: tuple[tuple[str, str], ...] = ()
    multiplies: Callable[[str], bool] = lambda name: True
    plain: Callable[[Case, int], Case] = lambda case, factor: case
    like: str = ""
    choices: tuple[int, ...] = FOR_RESULTS


def scaled_loss(rate: str, **others: Any) -> Factor:
    """Return the factor of a training step that minimizes a multiple of its loss.

    The step returns the loss without the factor, so only the size of the step is multiplied.

    Args:
        rate: The name of the input that is the learning rate.
        **others: Other attributes of the factor.
    """
    own = {"stub": _SCALED_LOSS, "multiplies": nothing, **others}
    return Factor(_SCALED_LOSS, plain=times_input(rate), choices=FOR_INPUTS, **own)


def call_with_inputs(work: Sequence[Any], case: Case) -> Any:
    """Call the first function with all inputs of a case, in their order."""
    return work[0](*case.inputs.values())


@dataclass(frozen=True)
class Exercise:
    """One exercise.

    Attributes:
        id: Its number, as in `check("01.2", …)`.
        takes: The names of the functions or classes it asks for, as in the notebook's stubs.
        points: Its points.
        draw: Draws the cases.
        oracles: Functions by name that return the expected result, or `None` where they can't.
            The first one always can, and feedback shows its result; right work is compared with
            the others too. PyTorch is last: importing it takes seconds.
        call: Calls the learner's work on a case; gets the work and copies of the inputs.
        mistakes: The mistakes, the likely ones first; a `Folder` reads them from files.
        judge: Compares two results; returns `None` or the name of the problem.
        limit: Seconds after which a trial is stopped.
        parts: The names of the results, where there are several.
        counts: Whether results are small integers, names or words, which may agree with those of a
            mistake by chance.
        needs: The packages it needs besides the library's own, as pip calls them.
        factor: How a factor of each learner's own enters it; `None` where it can't.
        stages: The parts that have points of their own; without them it is all or nothing.
    """

    id: str
    takes: tuple[str, ...]
    points: int
    draw: Callable[[np.random.Generator], Sequence[Case]]
    oracles: Mapping[str, Callable[[Case], Any]]
    call: Callable[[Sequence[Any], Case], Any] = call_with_inputs
    mistakes: Iterable[Mistake] = field(default=())
    judge: Callable[[Case, Any, Any], str | None] = lambda case, got, expected: close(got, expected)
    limit: float = 5.0
    parts: tuple[str, ...] = ()
    counts: bool = False
    needs: tuple[str, ...] = ()
    factor: Factor | None = None
    stages: tuple[Stage, ...] = ()

    def __post_init__(self) -> None:
        if self.stages and sum(stage.points for stage in self.stages) != self.points:
            raise ValueError(f"{self.id}: the points of the stages are not {self.points} together")

    def hint_of(self, mistake: Mistake) -> str:
        """Return the name of a mistake's hint."""
        return mistake.hint or f"hint_{self.id}_{mistake.name}"

    def hints(self, lang: str) -> dict[str, str]:
        """Return the texts of its hints by their names; in English where a language has none."""
        return {
            self.hint_of(each): each.words.get(lang, each.words["en"])
            for each in self.mistakes
            if each.words
        }
