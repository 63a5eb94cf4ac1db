"""04.2: the parameters of a model that a loss does not reach."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

import numpy as np

from tapewalk_course.checking.distant import is_a
from tapewalk_course.checking.exercise import Case, Exercise, Mistake, Trial
from tapewalk_course.checks.module_01.graphs import Names
from tapewalk_course.checks.module_04.judging import goes_by, judged, listed, raises
from tapewalk_course.checks.module_04.nets import drawn_net

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
    return [Case({"model": drawn_net(rng, *ills)}) for ills in _ILLS]


def _call(work: Sequence[Any], case: Case) -> Any:
    model, loss = case.inputs["model"].build()
    got = case.hand(work[0], loss=loss(), model=model)
    names = listed(got)
    if names is None:
        return got
    return Names(sorted(names)) if all(isinstance(name, str) for name in names) else names


def _by_report(case: Case) -> Names:
    from tapewalk.inspect import inspect

    model, loss = case.inputs["model"].build()
    return Names(sorted(p.name for p in inspect(loss, model).missing))


def _gradients(case: Case) -> dict[str, Any]:
    """Returns the gradient of each parameter, `None` of one without a path."""
    import torch

    model, loss = case.inputs["model"].build()
    named = dict(model.named_parameters())
    asked = {name: p for name, p in named.items() if p.requires_grad}
    gradients = torch.autograd.grad(loss(), list(asked.values()), allow_unused=True)
    return dict.fromkeys(named) | dict(zip(asked, gradients, strict=True))


def _by_torch(case: Case) -> Names:
    return Names(sorted(name for name, slope in _gradients(case).items() if slope is None))


def _by_size(case: Case) -> Names:
    """Returns what somebody answers who takes a gradient of 0 for none."""
    gradients = _gradients(case).items()
    return Names(sorted(name for name, slope in gradients if slope is None or not slope.any()))


def _parameters(case: Case, kept: Callable[[str, Any], bool]) -> Names:
    model, _ = case.inputs["model"].build()
    return Names(sorted(name for name, p in model.named_parameters() if kept(name, p)))


def _by_grad(case: Case) -> Names:
    """Returns what `.grad is None` says before anybody has gone back."""
    return _parameters(case, lambda name, p: p.grad is None)


def _by_stale(case: Case) -> Names | None:
    """Returns what `.grad is None` says after `backward`, where something stood there before."""
    return Names() if case.inputs["model"].stale else None


def _but_frozen(case: Case) -> Names:
    missing = set(_by_report(case))
    return _parameters(case, lambda name, p: name in missing and p.requires_grad)


def _reached(case: Case) -> Names:
    missing = set(_by_report(case))
    return _parameters(case, lambda name, p: name not in missing)


def _but_equal(case: Case) -> Names:
    """Returns what is left for whoever takes a parameter of equal numbers for one reached."""
    import torch

    model, _ = case.inputs["model"].build()
    named, reached = dict(model.named_parameters()), _reached(case)
    return Names(
        name
        for name in _by_report(case)
        if not any(torch.equal(named[name], named[other]) for other in reached)
    )


def _has_two_names(trial: Trial) -> bool:
    tied = trial.case.inputs["model"].tied
    return bool(tied) and isinstance(trial.got, Names) and f"{tied[1]}.weight" in trial.got


def _has_tensors(trial: Trial) -> bool:
    got = trial.got if isinstance(trial.got, list) else []
    return any(is_a(entry, "Tensor") for entry in got)


EXERCISE: Final = Exercise(
    id="04.2",
    takes=("without_path",),
    points=2,
    draw=_draw,
    call=_call,
    oracles={"inspect": _by_report, "torch": _by_torch},
    judge=judged(Names),
    mistakes=(
        Mistake("compared", sign=raises("Boolean value of Tensor", "must match the size")),
        Mistake("tensors", sign=_has_tensors),
        Mistake("equal", sign=goes_by(_but_equal), every=True),
        Mistake("inverted", sign=goes_by(_reached), every=True),
        Mistake("stale", sign=goes_by(_by_stale), every=True),
        Mistake("grads", sign=goes_by(_by_grad), every=True),
        Mistake("zeros", sign=goes_by(_by_size), every=True),
        Mistake(
            "frozen_only",
            sign=goes_by(lambda case: _parameters(case, lambda name, p: not p.requires_grad)),
            every=True,
        ),
        Mistake("frozen", sign=goes_by(_but_frozen), every=True),
        Mistake("names", sign=_has_two_names),
    ),
)
