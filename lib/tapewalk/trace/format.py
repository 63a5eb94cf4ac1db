"""Traces: a graph and both of its passes as plain data, for every diagram, widget and grader.

A trace is a dict that `json.dumps` accepts. `schema.json` beside this file describes it, and
`tapewalk.validate` checks one. Its entries:

`schema`
    1, the version of this format.
`engine`
    `"value"`, `"tensor"` or `"torch"`, the engine that ran.
`versions`
    The versions of the packages that ran.
`nodes`
    One entry for each value, oldest first; `id` is the position. `op` is `"leaf"` or the
    operation's name, `label` its name or `null`, `value` the number, `shape` `[]` for a scalar,
    `group` the part of a model it belongs to or `null`, `requires_grad` whether gradients reach it,
    and `constants` the plain numbers among the operands, each with its `slot`.
`edges`
    One entry for each use: `from` the operand `to` the operation that uses it, the `slot` (0 is
    the left operand), and `local`, the derivative of the operation with respect to that operand.
    If the operand is a node with several results, such as PyTorch's `split`, `result` is the one
    that is used, unless it is the first.
`forward`
    The ids of the operations in the order they ran.
`backward`
    One entry for each operation, in the order of the backward pass: the `node`, the whole incoming
    `grad`, and what it `sends`: the `edge`, the `contribution` (grad times local) and the running
    `total` at the receiver. For nodes with several results, `results` lists each incoming `grad`
    and its `result`; `grad` is the first of them.
`grads`
    The final gradient of each leaf, by id.

In the traces of tensors, a number may be a summary: `shape`, `min`, `max`, `mean`, `norm` and, up
to 64 of them or as many as requested, the `values`. Their nodes also have `dtype` and the `saved`
tensors (`name`, `shape`, `dtype`, `bytes`, `of`, the leaf whose memory it is, and the `storage`
under it). Their edges have no `local`, which would be a matrix. Their `storages` are the pieces
of memory under all saved tensors, each with its `bytes` and the leaf it is `of`. Several nodes
may save the same piece, and a saved view keeps all of it.

JSON has no NaN and no infinities: they are the strings `"NaN"`, `"Infinity"`, `"-Infinity"`.
Ids, order and numbers depend on the program alone: the same program gives the same bytes.
"""

from __future__ import annotations

import math
from typing import Any, Final, TypeAlias

Trace: TypeAlias = "dict[str, Any]"

MOST_VALUES: Final = 64


def encode_number(number: float) -> float | str:
    """Return `number`, or the string for it if JSON has no such number."""
    if math.isfinite(number):
        return number
    if math.isnan(number):
        return "NaN"
    return "Infinity" if number > 0 else "-Infinity"
