"""A training that goes on after its program was fixed."""

from __future__ import annotations

from dataclasses import dataclass

from tapewalk_course.detective.cases import Program
from tapewalk_course.detective.runs import STEPS, Trial
from tapewalk_course.detective.shared import shared


@dataclass(frozen=True)
class Continued:
    """The steps after a fix.

    Args:
        losses: The loss of each.
        fresh: The loss on fresh data after the last one.
        is_carried: Whether they began with the weights that the mistake had left; else with new
            ones, since the fixed program does not train from those.
    """

    losses: list[float]
    fresh: float
    is_carried: bool


def continued(case: Program, fixed: str) -> Continued:
    """Train a program as it is, then the fixed one, with the same weights if it trains from them.

    Args:
        case: The program with the mistake.
        fixed: The program without it.
    """
    return shared(lambda: _continue(case, fixed), case.seed, fixed, "continued")


def _continue(case: Program, fixed: str) -> Continued:
    sick, sound = Trial(case.code, case.seed), Trial(fixed, case.seed)
    sick.train(STEPS, case.seed)
    weights = {name: weight.detach() for name, weight in sick.names["model"].state_dict().items()}
    sound.names["model"].load_state_dict(weights, strict=False)
    losses = sound.train(STEPS, case.seed + 1)
    fresh = case.judged(sound)
    if fresh <= case.bar:
        return Continued(losses, fresh, True)
    run = case.run(fixed)
    return Continued(run.losses, run.fresh, False)
