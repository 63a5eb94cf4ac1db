"""04.4: a prediction of attention's implementation from its call."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import product
from typing import Any, Final

import numpy as np

from tapewalk_course.checking.exercise import Case, Exercise, Trial
from tapewalk_course.checking.folder import Folder
from tapewalk_course.exercises.module_04.judging import judged

_MASKS: Final = (None, "bool", "float", "learned")


def _draw(rng: np.random.Generator) -> list[Case]:
    """Return every combination, in random order."""
    names = ("need_weights", "dropout", "training", "mask")
    shares = (0.0, float(rng.choice([0.1, 0.2, 0.3])))
    drawn = list(product((True, False), shares, (True, False), _MASKS))
    return [Case(dict(zip(names, drawn[n], strict=True))) for n in rng.permutation(len(drawn))]


def _call(work: Sequence[Any], case: Case) -> Any:
    return work[0](*case.inputs.values())


def _by_report(case: Case) -> str:
    return _measured(*case.inputs.values())


@cache
def _measured(need_weights: bool, dropout: float, training: bool, mask: str | None) -> str:
    """Return the report's finding about attention with this call."""
    import torch
    from torch.nn import MultiheadAttention

    from tapewalk.inspect import inspect

    with torch.random.fork_rng(devices=[]):
        layer = MultiheadAttention(4, 2, dropout, batch_first=True).train(training)
        rows = torch.rand(2, 3, 4)
    masks = {
        "bool": torch.ones(3, 3, dtype=torch.bool).triu(1),
        "float": torch.zeros(3, 3),
        "learned": torch.zeros(3, 3, requires_grad=True),
    }
    given = masks[mask] if mask else None
    report = inspect(
        lambda: layer(rows, rows, rows, need_weights=need_weights, attn_mask=given)[0].mean(), layer
    )
    (core,) = report.attention
    return core.reason or "fused"


def _by_rule(case: Case) -> str:
    need_weights, dropout, training, mask = case.inputs.values()
    is_plain = (training and dropout > 0) or mask == "learned"
    return "need_weights" if need_weights else "plain_path" if is_plain else "fused"


def _is_unknown(trial: Trial) -> bool:
    got = trial.got
    return isinstance(got, str) and got not in ("fused", "need_weights", "plain_path")


EXERCISE: Final = Exercise(
    id="04.4",
    takes=("attention_path",),
    points=1,
    counts=True,
    draw=_draw,
    call=_call,
    oracles={"inspect": _by_report, "formula": _by_rule},
    judge=judged(str),
    needs=("torch",),
    mistakes=Folder(__name__, symptoms={"unknown": _is_unknown}),
)
