"""04.4: a project: training runs that a program repairs, and a rule for `inspect`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

import numpy as np

from tapewalk_course.checking.comparing import close
from tapewalk_course.checking.distant import travels
from tapewalk_course.checking.exercise import Case, Exercise, Trial
from tapewalk_course.checking.folder import Folder
from tapewalk_course.checking.stages import Stage
from tapewalk_course.exercises.module_04.runs.models import HEALTHY, SICK, NormModel, drawn_model
from tapewalk_course.exercises.module_04.runs.scripts import Script, drawn_script

STAGES: Final = (
    Stage("order", 2, {"en": "a step in the right order", "es": "un paso en el orden correcto"}),
    Stage(
        "paths",
        2,
        {"en": "every layer has a path", "es": "todas las capas tienen un camino"},
    ),
    Stage(
        "optimizer",
        2,
        {"en": "the optimizer of this model", "es": "el optimizador de este modelo"},
    ),
    Stage("finds", 2, {"en": "the rule finds sick models", "es": "la regla halla los enfermos"}),
    Stage(
        "silent",
        1,
        {"en": "the rule is silent on healthy ones", "es": "la regla calla ante los sanos"},
        needs=("finds",),
    ),
)
_FAULTS: Final = {
    "order": ("healthy", "kept", "cleared", "early", "once"),
    "paths": ("healthy", "detach", "data", "no_grad", "item"),
    "optimizer": ("healthy", "missing", "strangers", "ascent", "renewed"),
}


@travels
class Trained(dict[str, Any]):
    """The results of a run; a dictionary that a learner returns is not one."""


@travels
class Found(list[str]):
    """The layers that a rule found."""


def _draw(rng: np.random.Generator) -> list[Case]:
    cases = [
        Case({"source": drawn_script(rng, fault)}, stage=stage)
        for stage, faults in _FAULTS.items()
        for fault in faults
    ]
    cases.append(Case({"source": drawn_script(rng, "no_grad", inner=0)}, stage="paths"))
    sick = rng.permutation(SICK)
    models = [drawn_model(rng, *sick[n::3], str(rng.choice(HEALTHY))) for n in range(3)]
    cases += [Case({"model": model}, which=1, stage="finds") for model in models]
    healthy = [drawn_model(rng, kind) for kind in HEALTHY]
    return [*cases, *(Case({"model": model}, which=1, stage="silent") for model in healthy)]


def _call(work: Sequence[Any], case: Case) -> Any:
    repair, rule = work
    if case.which:
        return _reported(rule(), case.inputs["model"])
    script = case.inputs["source"]
    source = repair(script.source)
    if not isinstance(source, str):
        return source
    return _trained(script, source)


def _trained(script: Script, source: str) -> Trained:
    losses, weights = script.run(source)
    return Trained({"losses": np.array(losses), "weights": weights})


def _reported(rule: Any, drawn: NormModel) -> Any:
    """Return what `inspect` reports about a model if this is its only rule."""
    from unittest.mock import patch

    from tapewalk.inspect import inspect
    from tapewalk.inspect.finding import Finding

    model, x = drawn.build()
    with patch(
        "tapewalk.inspect.building.findings_in", lambda evidence: tuple(rule.find(evidence))
    ):
        found = inspect(model, x, loss_fn=lambda rows: (rows**2).mean()).findings
    if not all(isinstance(each, Finding) for each in found):
        return list(found)
    return Found(sorted(each.module for each in found))


def _by_run(case: Case) -> Any:
    if case.which:
        return _by_norms(case.inputs["model"])
    return _trained(case.inputs["source"], case.inputs["source"].healthy)


def _by_norms(drawn: NormModel) -> Found:
    """Return the layers on whose bias no result depends, which is tried."""
    import torch

    model, x = drawn.build()
    found = []
    with torch.no_grad():
        before = model(x)
        for name, parameter in model.named_parameters():
            if name.endswith(".bias") and "norm" not in name:
                change = torch.linspace(1, 2, len(parameter))
                parameter += change
                if torch.allclose(model(x), before, atol=1e-4):
                    found.append(name.removesuffix(".bias"))
                parameter -= change
    return Found(sorted(found))


def _judge(case: Case, got: Any, expected: Any) -> str | None:
    if got is None:
        return "none"
    if case.which:
        if not isinstance(got, Found):
            return "type"
        return None if got == expected else "answer"
    return close(got, expected) if isinstance(got, Trained) else "type"


def _after(fault: str) -> Callable[[Trial], bool]:
    """Return the symptom that a script with a fault does not train as it should."""

    def shows(trial: Trial) -> bool:
        is_it = trial.case.which == 0 and trial.case.inputs["source"].fault == fault
        return is_it and isinstance(trial.got, Trained)

    return shows


_SYMPTOMS: Final = {
    "nothing": lambda t: t.case.stage == "finds" and isinstance(t.got, Found) and not t.got,
    "syntax": lambda trial: isinstance(trial.error, SyntaxError),
    **{fault: _after(fault) for faults in _FAULTS.values() for fault in faults},
}

EXERCISE: Final = Exercise(
    id="04.4",
    takes=("repair", "UselessBias"),
    points=9,
    stages=STAGES,
    counts=True,
    draw=_draw,
    call=_call,
    oracles={
        "torch": _by_run,
        "formula": lambda case: Found(case.inputs["model"].found()) if case.which else None,
    },
    judge=_judge,
    needs=("torch",),
    mistakes=Folder(__name__, symptoms=_SYMPTOMS),
)
