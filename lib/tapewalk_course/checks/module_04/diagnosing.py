"""04.8: a diagnosis from a report, right for twenty fresh cases of the gradient detective."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

import numpy as np

from tapewalk_course import detective
from tapewalk_course.checking.distant import travels
from tapewalk_course.checking.exercise import Case, Exercise, Mistake, Trial
from tapewalk_course.checks.module_04.judging import judged, raises

_CASES: Final = 20
_INSPECTED: Final = "inspect(case.loss_function, case.model, gradients=True)"
_MISSING: Final = ("detached", "data", "frozen", "unused")
_MARKED: Final = ("vanishing", "exploding", "overflow", "zeroed")


@travels
@dataclass(frozen=True)
class HandedReport:
    """The report of a case, and nothing else."""

    handed: Any

    def report(self) -> Any:
        """Returns the report."""
        return self.handed


@dataclass(frozen=True)
class Patient:
    """A case of the detective, shown as the code that makes it.

    Attributes:
        seed: Its seed.
    """

    seed: int

    def __reduce__(self) -> tuple[Any, ...]:
        # What travels to whoever tries it is the report alone, not whose it is.
        return HandedReport, (self.report(),)

    def report(self) -> Any:
        """Returns the report of the case."""
        return _report(self.seed)

    def __repr__(self) -> str:
        return f"detective.suspect({self.seed})"


@lru_cache(maxsize=256)
def _kind(seed: int) -> str:
    return detective.suspect(seed)._kind


@lru_cache(maxsize=64)
def _report(seed: int) -> Any:
    from tapewalk.inspect import inspect

    case = detective.suspect(seed)
    return inspect(case.loss_function, case.model, gradients=True)


def _draw(rng: np.random.Generator) -> list[Case]:
    """Returns cases in which every diagnosis stands once at least."""
    kinds = set(detective.answers())
    drawn: list[int] = []
    while len(drawn) < _CASES:
        seed = int(rng.integers(1_000_000))
        lacking = kinds - {_kind(other) for other in drawn}
        if len(lacking) < _CASES - len(drawn) or _kind(seed) in lacking:
            drawn.append(seed)
    return [Case({"case": Patient(seed), "report": _INSPECTED}) for seed in drawn]


def _call(work: Sequence[Any], case: Case) -> Any:
    return work[0](case.inputs["case"].report())


def _by_seed(case: Case) -> str:
    return _kind(case.inputs["case"].seed)


def _confuses(expected: Sequence[str], got: Sequence[str]) -> Callable[[Trial], bool]:
    """Returns a sign: one of these is the diagnosis, another one was given."""
    return lambda trial: (
        trial.problem == "answer" and trial.expected in expected and trial.got in got
    )


def _is_no_name(trial: Trial) -> bool:
    return trial.problem == "answer" and trial.got not in detective.answers()


def _asks_the_report(trial: Trial) -> bool:
    """Tells whether something was asked of the report that it has not."""
    return "'Report' object has no attribute" in str(trial.error)


_SICK: Final = tuple(name for name in detective.answers("en") if name != "healthy")

EXERCISE: Final = Exercise(
    id="04.8",
    takes=("diagnose",),
    points=3,
    draw=_draw,
    call=_call,
    oracles={"detective": _by_seed},
    judge=judged(str),
    mistakes=(
        Mistake("attribute", sign=_asks_the_report),
        Mistake("no_gradient", sign=raises("'NoneType' object has no attribute 'mark'")),
        Mistake("words", sign=_is_no_name),
        Mistake("tied", sign=_confuses(["tied"], ["healthy"]), every=True),
        Mistake("unfused", sign=_confuses(["unfused"], ["healthy"]), every=True),
        Mistake("frozen", sign=_confuses(["frozen"], ["healthy"]), every=True),
        Mistake("quiet", sign=_confuses(_SICK, ["healthy"]), every=True),
        Mistake("missing", sign=_confuses(_MISSING, _MISSING), every=True),
        Mistake("marked", sign=_confuses(_MARKED, _MARKED), every=True),
        Mistake("alarmed", sign=_confuses(["healthy"], _SICK), every=True),
    ),
)
