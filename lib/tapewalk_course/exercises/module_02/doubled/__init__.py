"""02.4: a training step that overwrites a saved tensor."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import numpy as np

from tapewalk_course.checking.exercise import (
    FOR_INPUTS,
    SCALED_LOSS,
    Case,
    Exercise,
    Factor,
    nothing,
    times_input,
)
from tapewalk_course.checking.folder import Folder
from tapewalk_course.checking.oracles import torch
from tapewalk_course.exercises.module_02.steps import by_hand, by_torch, draw_net, run_net

_SCALE: Final = 2.0


def _draw(rng: np.random.Generator) -> list[Case]:
    return [Case(draw_net(rng, batch)) for batch in (3, 1, 5)]


def _call(work: Sequence[Any], case: Case) -> Any:
    return run_net(work[0], case)


def _by_torch(case: Case) -> Any:
    pytorch = torch()
    return pytorch and by_torch(pytorch, case.inputs, lambda rows: _SCALE * rows)


EXERCISE: Final = Exercise(
    id="02.4",
    takes=("doubled_step",),
    points=2,
    draw=_draw,
    call=_call,
    oracles={"formula": lambda case: by_hand(case.inputs, scale=_SCALE), "torch": _by_torch},
    mistakes=Folder(__name__),
    factor=Factor(SCALED_LOSS, SCALED_LOSS, nothing, times_input("lr"), choices=FOR_INPUTS),
)
