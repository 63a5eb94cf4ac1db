"""Scores: one step of training on a time axis, as plain data for the view `score`.

A score is a dict that `json.dumps` takes as it is. `score.schema.json` beside this file describes
it; `tapewalk.validate` checks one. Time is counted in moments: one for each operation of the
forward pass, in the order they ran, then one for each node of the backward pass. Its entries:

`score`
    1, the version of this format.
`engine`, `versions`
    `"tensor"` or `"torch"`, the engine that ran; the versions of the packages.
`nodes`
    One entry a node; its number is its position. `op` is the operation's name or `"leaf"`, `label`
    a parameter's name, `group` the part of the model that made it (`"blocks 0 / attention / q"`),
    `place` the function in `source` and the line that made it, `operands` the nodes that its
    gradient goes to, `shape` and `dtype` those of its result, and `saved` what it stores for
    backward: `name`, `shape`, `bytes`, and the number of its `storage`.
`forward`
    The operations in the order they ran: moments 0, 1, 2, ….
`backward`
    The nodes in the order the engine ran them, leaves too: the moments after those. A node at a
    position that `again` lists runs forward a second time there, for a checkpoint.
`storages`
    The pieces of memory that are stored for backward, each once: its `bytes`, the parameter it is
    `of` or `null`, the `node` that stored it first, and from which moment until which it is held,
    both included. A checkpoint has what it computes again stored anew. What no node stores, such as
    the arguments of a checkpoint, has the node that ran last when it was stored, and `beside`
    true.
`gradients`
    The bytes of the gradient that each leaf got, by `node`; it is there from its moment on.
`parameters`, `optimizer`
    Bytes of the model's parameters, and of what the optimizer remembers of them.
`source`
    The functions whose lines made nodes: `name`, `file`, its `first` line and its `lines`.
`allocator`
    On a graphics card only: bytes that PyTorch's allocator had given out `before`, after `forward`,
    and at the `peak`. They count gradients on their way and working memory too.
`norms`
    If they were asked for: for each position in `backward` the norm of the gradient that arrived
    there, `null` where a node runs forward again.
`writes`
    Of PyTorch's, if there are any: the writes in place. `node` is the operation that wrote (of a
    write that is not recorded, the one before it), `version` how often that memory had been
    written, `shape` the tensor's, `storage` the piece of memory if a node stores it, and `counted`
    is `false` if those who store it can't know, as after a write through `.data`. What a node saves
    of such memory has the `version` at that time.
`failed`
    Of PyTorch's, where a node could not use what it had stored because it was written over: the
    `node`, which entry of its `saved`, the version it `found`, and how many nodes were `left`. The
    backward pass has ended there, and what the others had stored is still held. Ours raises.

What is stored and thrown away before the forward pass has ended is not in it.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import accumulate
from typing import Any

from tapewalk.graph.reading import engines
from tapewalk.trace.format import Trace
from tapewalk.trace.score_parts import assemble


def score(
    loss: Callable[[], Any],
    model: Any = None,
    *,
    optimizer: Any = None,
    source: bool = True,
    norms: bool = False,
) -> Trace:
    """Returns one step of training, measured while it runs: what is stored when, and for how long.

    The function is called and its backward pass runs, once each, as in training: modules that count
    their calls count, hooks are called. The `.grad` of all leaves is afterwards what it was.

    Args:
        loss: A function without arguments that computes the loss, with tensors of ours or of
            PyTorch.
        model: A module of ours or of PyTorch: its parameters get their names, its parts become
            lanes.
        optimizer: An optimizer of either, for the bytes that it remembers: none before its first
            step.
        source: Whether to tell the lines that made the nodes.
        norms: Whether to tell how large the gradient was that arrived at each node.

    Returns:
        The score, in the form described in `tapewalk.trace.score`.

    Raises:
        TypeError: `loss` is no function, or returns no tensor.
        RuntimeError: Its result has no history, or is not one number.

    Example:
        >>> from tapewalk import Tensor, score
        >>> x = Tensor([1.0, 2.0], requires_grad=True)
        >>> step = score(lambda: (x.exp() * x).sum())
        >>> [step["nodes"][node]["op"] for node in step["forward"]]
        ['Exp', 'Mul', 'Sum']
        >>> step["storages"][0]
        {'bytes': 8, 'of': None, 'node': 1, 'from': 0, 'until': 5}
        >>> held_bytes(step)
        [8, 8, 8, 8, 8, 8, 0]
    """
    if not callable(loss) or hasattr(loss, "grad_fn"):
        raise TypeError(
            f"score() measures a run, so it needs a function that computes the loss, got "
            f"{loss!r:.80}. Usually a lambda is missing: score(lambda: model(x), model)."
        )
    # Imported here: ours needs no PyTorch. A function's result is not there yet: the model, or
    # else the result, tells whose it is.
    if "torch" in engines(model):
        return _of_torch(loss, model, optimizer, source, norms)
    from tapewalk.trace.score_tensors import run

    recorded = run(loss, model, norms)
    if recorded is None:
        return _of_torch(loss, model, optimizer, source, norms)
    return assemble(recorded, model, optimizer, source)


def _of_torch(
    loss: Callable[[], Any], model: Any, optimizer: Any, source: bool, norms: bool
) -> Trace:
    from tapewalk.trace.score_torch import run

    return assemble(run(loss, model, norms), model, optimizer, source)


def held_bytes(score: Trace) -> list[int]:
    """Returns how many bytes are held for backward at each moment, parameters aside.

    Args:
        score: What `score` returned.

    Example:
        >>> from tapewalk import Tensor, score
        >>> x = Tensor([1.0, 2.0], requires_grad=True)
        >>> max(held_bytes(score(lambda: x.exp().exp().sum())))
        16
    """
    changes = [0] * (len(score["forward"]) + len(score["backward"]) + 1)
    for storage in score["storages"]:
        if storage["of"] is None:
            changes[storage["from"]] += storage["bytes"]
            changes[storage["until"] + 1] -= storage["bytes"]
    return list(accumulate(changes))[:-1]
