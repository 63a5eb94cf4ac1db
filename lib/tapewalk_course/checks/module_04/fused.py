"""04.4: which way attention takes, foreseen from how it is called."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from itertools import product
from typing import Any, Final

import numpy as np

from tapewalk_course.checking.exercise import Case, Exercise, Mistake
from tapewalk_course.checks.module_04.judging import goes_by, judged

_MASKS: Final = (None, "bool", "float", "learned")


def _draw(rng: np.random.Generator) -> list[Case]:
    """Returns every combination, in an order of its own."""
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
    """Returns what the report says of an attention that is called so."""
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


def _by_rule(
    case: Case,
    asked: Callable[[bool], bool] = lambda need_weights: need_weights,
    drops: Callable[[float, bool], bool] = lambda dropout, training: training and dropout > 0,
    masks: Sequence[str | None] = ("learned",),
    plain_first: bool = False,
) -> str:
    """Returns the way that a rule gives, by default the right one.

    Args:
        case: How attention is called.
        asked: Whether it computes products of its own.
        drops: Whether its dropout counts.
        masks: The masks that bring it to the plain path.
        plain_first: Whether the plain path comes before products of its own.
    """
    need_weights, dropout, training, mask = case.inputs.values()
    own = "need_weights" if asked(need_weights) else None
    plain = "plain_path" if drops(dropout, training) or mask in masks else None
    return (plain or own if plain_first else own or plain) or "fused"


def _by(name: str, **rule: Any) -> Mistake:
    return Mistake(name, sign=goes_by(lambda case: _by_rule(case, **rule)), every=True)


EXERCISE: Final = Exercise(
    id="04.4",
    takes=("attention_path",),
    points=1,
    draw=_draw,
    call=_call,
    oracles={"inspect": _by_report, "formula": _by_rule},
    judge=judged(str),
    mistakes=(
        Mistake(
            "unknown",
            sign=lambda trial: (
                isinstance(trial.got, str)
                and trial.got not in ("fused", "need_weights", "plain_path")
            ),
        ),
        # Those that are wrong in fewer cases come first.
        _by("order", plain_first=True),
        _by("always", asked=lambda need_weights: False),
        _by("asked", asked=lambda need_weights: True),
        _by("inverted", asked=lambda need_weights: not need_weights),
        _by("evaluated", drops=lambda dropout, training: dropout > 0),
        _by("trained", drops=lambda dropout, training: training),
        _by("dropout", drops=lambda dropout, training: False),
        _by("floats", masks=("float", "learned")),
        _by("masked", masks=("bool", "float", "learned")),
        _by("learned", masks=()),
    ),
)
