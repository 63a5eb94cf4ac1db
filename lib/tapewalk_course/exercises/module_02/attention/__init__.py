"""02.5: a prediction of the bytes of attention."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import numpy as np

from tapewalk import Tensor, nn
from tapewalk.graph import saved_bytes, walk
from tapewalk_course.checking.exercise import Case, Exercise, Factor
from tapewalk_course.checking.folder import Folder
from tapewalk_course.checking.oracles import torch


def _draw(rng: np.random.Generator) -> list[Case]:
    cases = []
    for batch, heads in ((1, 1), (1, 2), (2, 3), (3, 2)):
        cases.append(
            Case(
                {
                    "batch": batch,
                    "tokens": int(rng.integers(5, 20)),
                    "d_model": heads * int(rng.integers(2, 6)),
                    "heads": heads,
                }
            )
        )
    return cases


def _call(work: Sequence[Any], case: Case) -> Any:
    return work[0](*case.inputs.values())


def _by_engine(case: Case) -> int:
    batch, tokens, d_model, heads = case.inputs.values()
    layer = nn.MultiHeadAttention(d_model, heads, generator=0)
    rows = Tensor(np.ones((batch, tokens, d_model), np.float32))
    return saved_bytes(walk(layer(rows), layer)).activations


def _by_torch(case: Case) -> int | None:
    pytorch = torch()
    if pytorch is None:
        return None
    from tapewalk.twins.mini_gpt import Attention

    batch, tokens, d_model, heads = case.inputs.values()
    layer = Attention(d_model, heads, fused=False)
    rows, mask = pytorch.ones(batch, tokens, d_model), pytorch.zeros(tokens, tokens)
    return saved_bytes(walk(layer(rows, mask), layer)).activations


EXERCISE: Final = Exercise(
    id="02.5",
    takes=("attention_bytes",),
    points=2,
    counts=True,
    draw=_draw,
    call=_call,
    oracles={"engine": _by_engine, "torch": _by_torch},
    mistakes=Folder(__name__),
    factor=Factor((("return 4", "return {c} * 4"),)),
)
