"""04.1: the parameters of a model that a loss does not reach."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

import numpy as np

from tapewalk_course.checking.comparing import judged, listed
from tapewalk_course.checking.distant import has_a
from tapewalk_course.checking.exercise import Case, Exercise
from tapewalk_course.checking.folder import Folder
from tapewalk_course.checking.programs import doubling
from tapewalk_course.exercises.module_01.graphs import Names
from tapewalk_course.exercises.module_04.nets import drawn_net

_ILLS: Final = (
    ("side", "zeroed"),
    ("wall", "tied"),
    ("data", "frozen"),
    ("unused", "side", "stale", "twin"),
    ("side", "data", "frozen", "unused", "zeroed"),
    ("tied", "wall", "stale"),
    (),
)


def _draw(rng: np.random.Generator) -> list[Case]:
    quick = [Case({"model": drawn_net(rng, *ills)}) for ills in _ILLS]
    # As many skips as in the other modules: too many to follow each path.
    skips = len(doubling().steps)
    net = drawn_net(rng, "unused", "side")
    net = replace(net, steps=(*net.steps, *[(net.steps[0][0], "skip")] * skips))
    return [*quick, Case({"model": net}, late=True, facts={"skips": skips})]


def _call(work: Sequence[Any], case: Case) -> Any:
    model, loss = case.inputs["model"].build()
    got = case.call(work[0], loss=loss(), model=model)
    names = listed(got)
    if names is None:
        return got
    return Names(sorted(names)) if all(isinstance(name, str) for name in names) else names


def _by_report(case: Case) -> Names:
    from tapewalk.inspect import inspect

    model, loss = case.inputs["model"].build()
    return Names(sorted(p.name for p in inspect(loss, model).missing))


def _by_torch(case: Case) -> Names:
    """Return the parameters for which PyTorch's backward pass returns no gradient."""
    import torch

    model, loss = case.inputs["model"].build()
    named = dict(model.named_parameters())
    asked = {name: p for name, p in named.items() if p.requires_grad}
    gradients = torch.autograd.grad(loss(), list(asked.values()), allow_unused=True)
    reached = {name for name, slope in zip(asked, gradients, strict=True) if slope is not None}
    return Names(sorted(named.keys() - reached))


EXERCISE: Final = Exercise(
    id="04.1",
    takes=("without_path",),
    counts=True,
    points=2,
    draw=_draw,
    call=_call,
    oracles={"inspect": _by_report, "torch": _by_torch},
    judge=judged(Names),
    needs=("torch",),
    mistakes=Folder(__name__, symptoms={"tensors": lambda trial: has_a(trial.got, "Tensor")}),
)
