"""Scores: one step of training on a time axis, as plain data for the view `score`.

A score is a dict that `json.dumps` accepts. `score.schema.json` beside this file describes it, and
`tapewalk.validate` checks one. Time is counted in moments: one for each operation of the forward
pass, in the order in which they ran, then one for each node of the backward pass. Its entries:

`score`
    1, the version of this format.
`engine`, `versions`
    `"tensor"` or `"torch"`, the engine that ran; the versions of the packages.
`nodes`
    One entry for each node; its number is its position. `op` is the operation's name or `"leaf"`,
    `label` a parameter's name, `group` the part of the model that made it
    (`"blocks 0 / attention / q"`), `place` the function in `source` and the line that made it,
    `operands` the nodes that its gradient goes to, `shape` and `dtype` those of its result, and
    `saved` its saved tensors: `name`, `shape`, `bytes`, and the number of the `storage`.
`forward`
    The operations in the order in which they ran: moments 0, 1, 2, ….
`backward`
    The nodes, leaves included, in the order in which the engine ran them: the moments after those.
    A node at a position that `again` lists runs forward a second time there, for a checkpoint.
`moved`
    For each moment the bytes that the node reads and writes, from shapes and number types: forward
    those of its operands and its result, backward those of the incoming gradients, the saved
    tensors and the gradients it returns. A view moves nothing, and neither does a leaf.
`storages`
    The pieces of memory that are saved for backward, each once: its `bytes`, the parameter it is
    `of` or `null`, the `node` that saved it first, and the moments `from` and `until` which it is
    kept, both included. Tensors that a checkpoint recomputes are saved again. Memory that no node
    saves, such as the arguments of a checkpoint, has the node that ran last when it was saved, and
    `beside` is `true`.
`gradients`
    The bytes of each leaf's gradient, by `node`. It exists from the leaf's moment on.
`parameters`, `optimizer`
    Bytes of the model's parameters, and of the optimizer's state.
`source`
    The functions whose lines made nodes: `name`, `file`, its `first` line and its `lines`.
`allocator`
    On a graphics card only: the bytes that PyTorch had allocated `before`, after `forward`, and at
    the `peak`, including intermediate gradients and working memory.
`seconds`
    If requested, for PyTorch: for each moment the time of the node's operations in this one run, as
    PyTorch's profiler measures it, without the time of Python.
`norms`
    If requested: for each position in `backward` the norm of the incoming gradient, `null` where a
    node runs forward again.
`writes`
    For PyTorch, if there are any: the writes in place. `node` is the operation that wrote, or the
    one before it if the write is not recorded, `version` the version of the memory after the write,
    `shape` the tensor's, and `storage` the piece of memory if a node saves it. `counted` is `false`
    if that node can't detect the write, as after a write through `.data`. Saved tensors in such
    memory have the `version` at which they were saved.
`failed`
    For PyTorch, if a node could not use a saved tensor because it was overwritten: the `node`, the
    position in its `saved`, the version it `found`, and the number of nodes `left`. The backward
    pass ended there, and the tensors of the other nodes are still saved. Our engine raises an
    error instead.

Memory that is saved and freed before the end of the forward pass is left out.
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
    time: bool = False,
) -> Trace:
    """Return the memory that one training step saves, and when, measured while the step runs.

    The function is called once and its backward pass runs once, as in training: modules that count
    their calls count, and hooks are called. Afterwards, the `.grad` of all leaves is restored.

    Args:
        loss: A function without arguments that computes the loss, with tensors of ours or of
            PyTorch.
        model: A module of ours or of PyTorch, for the names of parameters and lanes.
        optimizer: An optimizer of either, for the bytes of its state: none before its first step.
        source: Whether to include the lines that made the nodes.
        norms: Whether to include the norm of each node's incoming gradient.
        time: Whether to include the seconds that PyTorch's operations take. The first run of a
            program is slower than the next ones, and no two runs agree.

    Returns:
        The score, in the form described in `tapewalk.trace.score`.

    Raises:
        TypeError: `loss` is not a function, or does not return a tensor.
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
    # Imported here: our engine does not need PyTorch. The model, or otherwise the result, shows
    # which engine it is.
    run = None
    if "torch" not in engines(model):
        from tapewalk.trace import score_tensors

        run = score_tensors.run(loss, model, norms)
    if run is None:
        from tapewalk.trace import score_torch

        run = score_torch.run(loss, model, norms, time)
    return assemble(run, model, optimizer, source)


def held_bytes(score: Trace) -> list[int]:
    """Return the bytes that are saved for backward at each moment, without parameters.

    Args:
        score: The result of `score`.

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
