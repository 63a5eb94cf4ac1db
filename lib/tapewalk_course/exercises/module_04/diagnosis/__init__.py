"""04.8: a diagnosis from a report, for twenty fresh cases of the gradient detective."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

import numpy as np

from tapewalk_course import detective
from tapewalk_course.checking.distant import travels
from tapewalk_course.checking.exercise import Case, Exercise, Trial
from tapewalk_course.checking.folder import Folder
from tapewalk_course.exercises.module_04.judging import judged

_CASES: Final = 20
_SHORT: Final = "torch.bfloat16"
_INSPECTED: Final = "inspect(case.loss_function, case.model, gradients=True)"
_MISSING: Final = ("detached", "data", "frozen", "unused")
_MARKED: Final = ("vanishing", "exploding", "overflow", "zeroed")


@travels
@dataclass(frozen=True)
class HandedReport:
    """The report of a case alone."""

    handed: Any

    def report(self) -> Any:
        """Return the report."""
        return self.handed


@dataclass(frozen=True)
class Patient:
    """A case of the detective, shown as the code that makes it.

    Attributes:
        seed: Its seed.
    """

    seed: int

    def __reduce__(self) -> tuple[Any, ...]:
        # Only the report travels to another process, not its model.
        return HandedReport, (self.report(),)

    def report(self) -> Any:
        """Return the report of the case."""
        return _report(self.seed)

    def __repr__(self) -> str:
        return f"detective.suspect({self.seed})"


@lru_cache(maxsize=256)
def _made(seed: int) -> tuple[str, str]:
    """Return the sickness of the model of a case, and its number type."""
    case = detective.suspect(seed)
    return case._kind, str(next(case.model.parameters()).dtype)


@lru_cache(maxsize=64)
def _report(seed: int) -> Any:
    from tapewalk.inspect import inspect

    case = detective.suspect(seed)
    return inspect(case.loss_function, case.model, gradients=True)


def _draw(rng: np.random.Generator) -> list[Case]:
    """Return cases with every diagnosis at least once.

    One of them is healthy in bfloat16: a number type is not a sickness.
    """
    wanted = {*detective.answers(), _SHORT}
    drawn: list[int] = []
    while len(drawn) < _CASES:
        seed = int(rng.integers(1_000_000))
        lacking = wanted.difference(*map(_made, drawn))
        if len(lacking) < _CASES - len(drawn) or lacking.intersection(_made(seed)):
            drawn.append(seed)
    return [Case({"case": Patient(seed), "report": _INSPECTED}) for seed in drawn]


def _call(work: Sequence[Any], case: Case) -> Any:
    return work[0](case.inputs["case"].report())


def _by_seed(case: Case) -> str:
    return _made(case.inputs["case"].seed)[0]


def _confuses(expected: Sequence[str], got: Sequence[str]) -> Callable[[Trial], bool]:
    """Return the symptom that one of these is the diagnosis and another one was given."""
    return lambda trial: (
        trial.problem == "answer" and trial.expected in expected and trial.got in got
    )


def _is_no_name(trial: Trial) -> bool:
    return trial.problem == "answer" and trial.got not in detective.answers()


def _asks(*kinds: str) -> Callable[[Trial], bool]:
    """Return the symptom that an attribute was read that objects of these kinds lack."""
    texts = [f"'{kind}' object has no attribute" for kind in kinds]
    return lambda trial: any(text in str(trial.error) for text in texts)


_SICK: Final = tuple(name for name in detective.answers("en") if name != "healthy")
_SYMPTOMS: Final = {
    "attribute": _asks("Report"),
    "part": _asks("Parameter", "Gradient", "Core"),
    "words": _is_no_name,
    "quiet": _confuses(_SICK, ["healthy"]),
    "missing": _confuses(_MISSING, _MISSING),
    "marked": _confuses(_MARKED, _MARKED),
    "alarmed": _confuses(["healthy"], _SICK),
}

EXERCISE: Final = Exercise(
    id="04.8",
    takes=("diagnose",),
    counts=True,
    points=3,
    draw=_draw,
    call=_call,
    oracles={"detective": _by_seed},
    judge=judged(str),
    needs=("torch",),
    mistakes=Folder(__name__, symptoms=_SYMPTOMS),
)
