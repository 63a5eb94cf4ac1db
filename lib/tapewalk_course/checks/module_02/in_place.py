"""02.6: a step that writes over what the tape has kept."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

import numpy as np

from tapewalk_course.checking.exercise import Case, Exercise, Mistake, Trial
from tapewalk_course.checking.oracles import torch
from tapewalk_course.checks.module_02.steps import by_hand, by_torch, draw_net, run_net, step_net

_SCALE: Final = 2.0


def _draw(rng: np.random.Generator) -> list[Case]:
    return [Case(draw_net(rng, batch)) for batch in (3, 1, 5)]


def _call(work: Sequence[Any], case: Case) -> Any:
    return run_net(work[0], case)


def _by_torch(case: Case) -> Any:
    pytorch = torch()
    return pytorch and by_torch(pytorch, case.inputs, lambda rows: _SCALE * rows)


def _by(forward: Callable[..., Any]) -> Callable[[Case], Any]:
    return lambda case: run_net(step_net(forward), case)


def _hidden(up: Any, down: Any, x: Any) -> Any:
    """Doubles what the tape has kept without its noticing."""
    rows = up(x).tanh()
    rows.data[:] = _SCALE * rows.data
    return down(rows)


def _half(up: Any, down: Any, x: Any) -> Any:
    """Adds what has no history: the values are right, and half of the gradient."""
    rows = up(x).tanh()
    return down(rows + rows.detach())


def _replaced(up: Any, down: Any, x: Any) -> Any:
    """Doubles the numbers of a tensor, by an array that the tape knows nothing of."""
    rows = up(x).tanh()
    rows.data = _SCALE * rows.data
    return down(rows)


def _written(trial: Trial) -> bool:
    return "modified by an inplace operation" in str(trial.error)


def _no_history(trial: Trial) -> bool:
    return "does not require grad" in str(trial.error)


def _without(part: str) -> Callable[[Case], Any]:
    """Returns what comes of a step that is right but for a line that is missing."""

    def step(up: Any, down: Any, optimizer: Any, x: Any, y: Any) -> float:
        if part != "zero_grad":
            optimizer.zero_grad()
        loss = ((down(up(x).tanh() * _SCALE) - y) ** 2).mean()
        loss.backward()
        if part != "step":
            optimizer.step()
        return float(loss.item())

    return lambda case: run_net(step, case)


EXERCISE: Final = Exercise(
    id="02.6",
    takes=("doubled_step",),
    points=2,
    draw=_draw,
    call=_call,
    oracles={"formula": lambda case: by_hand(case.inputs, scale=_SCALE), "torch": _by_torch},
    mistakes=(
        Mistake("written", sign=_written),
        Mistake("history", sign=_no_history),
        Mistake("dropped", _by(lambda up, down, x: down(up(x).tanh()))),
        Mistake("cut", _by(lambda up, down, x: down(up(x).tanh().detach() * _SCALE))),
        Mistake("half", _by(_half)),
        Mistake("half", _by(_replaced)),
        Mistake("hidden", _by(_hidden)),
        Mistake("twice", _by(lambda up, down, x: down(up(x).tanh() * _SCALE**2))),
        Mistake("squared", _by(lambda up, down, x: down(up(x).tanh() ** 2))),
        Mistake("input", _by(lambda up, down, x: down(up(x * _SCALE).tanh()))),
        Mistake("before", _by(lambda up, down, x: down((up(x) * _SCALE).tanh()))),
        Mistake("kept", _without("zero_grad")),
        Mistake("unmoved", _without("step")),
        Mistake("after", _by(lambda up, down, x: down(up(x).tanh()) * _SCALE)),
    ),
)
