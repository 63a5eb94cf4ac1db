"""Traces: a graph and both of its passes as plain data, for every diagram, widget and grader.

A trace is a dict that `json.dumps` takes as it is. `schema.json` beside this file describes it;
`tapewalk.validate` checks one. Its entries:

`schema`
    1, the version of this format.
`engine`
    `"value"`, `"tensor"` or `"torch"`, the engine that ran.
`versions`
    The versions of the packages that ran.
`nodes`
    One entry a value, oldest first; `id` is the position. `op` is `"leaf"` or the operation's
    name, `label` its name or `null`, `value` the number, `shape` `[]` for a scalar, `group` the
    part of a model it belongs to or `null`, `requires_grad` whether gradients reach it, and
    `constants` the plain numbers folded into the operation, each with the `slot` it stands in.
`edges`
    One entry a use: `from` the operand `to` the operation that uses it, in which `slot` (0 is
    the left operand), and `local`, the derivative of the operation by that operand. Of nodes with
    several results, as PyTorch's `split` has, `result` tells which one is used, if not the first.
`forward`
    The ids of the operations in the order they ran.
`backward`
    One entry an operation, in the order the backward pass runs: the `node`, the whole `grad`
    that arrived at it, and what it `sends`: along which `edge`, the `contribution` (grad times
    local) and the running `total` at the receiver. Of nodes with several results `results` tells
    each `grad` that arrived and at which `result`; `grad` is the first of them.
`grads`
    The gradient that each leaf ends with, by id.

In the traces of tensors, a number may be a summary: `shape`, `min`, `max`, `mean`, `norm` and, up
to 64 of them or as many as asked for, the `values`. Their nodes also tell `dtype` and what they
`saved` (`name`, `shape`, `dtype`, `bytes`, the leaf whose memory it is, `of`, and the `storage`
under it); their edges have no `local`, which would be a matrix. Their `storages` are the pieces
of memory under all that was saved, each with its `bytes` and the leaf it is `of`: several nodes
may save one of them, and a saved view keeps all of it.

JSON has no NaN and no infinities: they are the strings `"NaN"`, `"Infinity"`, `"-Infinity"`.
Ids, order and numbers depend on the program alone: the same program gives the same bytes.
"""

from __future__ import annotations

import math
from typing import Any, Final, TypeAlias

Trace: TypeAlias = "dict[str, Any]"

MOST_VALUES: Final = 64


def encode_number(number: float) -> float | str:
    """Returns `number`, or the string that stands for it where JSON has no such number."""
    if math.isfinite(number):
        return number
    if math.isnan(number):
        return "NaN"
    return "Infinity" if number > 0 else "-Infinity"
