"""02.4: a training step that overwrites a saved tensor."""

from __future__ import annotations

from typing import Any, Final

from tapewalk_course.checking.exercise import Case, Exercise, scaled_loss
from tapewalk_course.checking.folder import Folder
from tapewalk_course.checking.oracles import with_torch
from tapewalk_course.exercises.module_02.steps import by_hand, by_torch, draw_net, run_net

_SCALE: Final = 2.0


@with_torch
def _by_torch(pytorch: Any, case: Case) -> dict[str, Any]:
    return by_torch(pytorch, case.inputs, lambda rows: _SCALE * rows)


EXERCISE: Final = Exercise(
    id="02.4",
    takes=("doubled_step",),
    points=2,
    draw=lambda rng: [Case(draw_net(rng, batch)) for batch in (3, 1, 5)],
    call=lambda work, case: run_net(work[0], case),
    oracles={"formula": lambda case: by_hand(case.inputs, scale=_SCALE), "torch": _by_torch},
    mistakes=Folder(__name__),
    factor=scaled_loss("lr"),
)
