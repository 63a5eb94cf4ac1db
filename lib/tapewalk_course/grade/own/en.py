"""The sentences about factors, in English."""

from __future__ import annotations

from typing import Final

_STEP: Final = "**Yours:** step against the gradient of {c} times the loss, and return the loss "
_GIVEN: Final = "**Yours:** the backward pass begins at {c} times the loss"

WORDS: Final = {
    "01.1": "**Yours:** not tanh and the sigmoid, but {c} · tanh(x) and {c} · sigmoid(x).",
    "01.3": "**Yours:** return how fast {c} times the last number moves with each.",
    "01.4": "**Yours:** the array was also multiplied by {c} before it was broadcast.",
    "01.5": "**Yours:** Y = {c} · X W. It is the factor of 01.4, so what your `unbroadcast` "
    "returns has it already.",
    "01.6": "**Yours:** {c} · log(1 + eˣ), so its slope is {c} times the sigmoid.",
    "01.7": f"{_STEP}itself.",
    "01.8": "**Yours:** `backward()` begins with {c} in place of 1, as your walk in 01.3 does.",
    "02.1": "**Yours:** in place of each of the `depth` layers there are {c}, with a GELU between "
    "each and the next here, too.",
    "02.4": "**Yours:** {c} workers train at once, each with a tape like this one; return the "
    "bytes of all of them.",
    "02.5": "**Yours:** there are {c} such layers side by side, each with an `x` of its own; "
    "return the bytes of all their tapes.",
    "02.6": f"{_GIVEN}, as the code says; that is no mistake.",
    "02.7": f"{_GIVEN}, as the code says; that is no mistake.",
    "02.8": f"{_GIVEN}, in both steps, as the code says; that is no mistake.",
    "03.1": "**Yours:** the loss is {c} times this mean.",
    "03.2": "**Yours:** `probs = {c} * counts * counts_sum_inv`.",
    "03.3": "**Yours:** the loss is {c} times this mean.",
    "03.4": "**Yours:** `logits = {c} * (h @ W2 + b2)`.",
    "03.5": "**Yours:** `emb = {c} * C[Xb]`.",
    "03.6": "**Yours:** `bnraw = {c} * bndiff * bnvar_inv`.",
    "03.7": "**Yours:** the last step forward is `hpreact = {c} * (bngain * bnraw + bnbias)`.",
    "03.8": f"{_STEP}itself. This network has none of the factors of 03.3, "
    "03.4, 03.5 and 03.7: divide what these functions return by theirs.",
    "04.5": "**Yours:** a model has {c} such layers. Return the bytes of all of them; the weights "
    "of all have to fit into `budget`.",
}
