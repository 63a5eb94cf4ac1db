"""`tapewalk.plan`: the peak of a training step, and what brings it under a budget."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from tapewalk.graph.reading import engines
from tapewalk.language import size
from tapewalk.planning.budget import bytes_in
from tapewalk.planning.report import Plan
from tapewalk.planning.words import say

if TYPE_CHECKING:
    from tapewalk.planning.tape import Tape


def plan(
    model: Any,
    *inputs: object,
    loss_fn: Callable[[Any], object] | None = None,
    optimizer: Any = None,
    budget: object = "8 GB",
    **settings: object,
) -> Plan:
    """Return the peak of a training step of a PyTorch model, and what brings it under a budget.

    One step runs on copies without data, as `loss_fn(model(*inputs)).backward()` and then the
    optimizer's step: it takes no memory, changes nothing, and the model may be on `meta`. The
    changes are computed from its recording; autocast is recorded too. The device's context, the
    gaps of its allocator, and the memory an operation needs while it runs are not counted.

    Args:
        model: A `torch.nn.Module`.
        *inputs: Its inputs, of the shape that they have in training, on any device.
        loss_fn: Computes the loss, one number, from the result of the model. Without it the loss is
            found as `tapewalk.inspect` finds it.
        optimizer: The optimizer, for its state and its step; without one, neither is counted.
        budget: Bytes, or text such as `"8 GB"` (8 · 1,000³ bytes) or `"500 MiB"` (500 · 1,024²).
        **settings: The named inputs of the model.

    Returns:
        The plan, with peaks in bytes.

    Raises:
        TypeError: `model` is not a PyTorch module, or `budget` neither a number nor text.
        ValueError: The budget can't be read, or is below parameters, gradients and the optimizer's
            state; or no parameter requires grad.
        RuntimeError: The model's program depends on values, such as `x[x > 0]` or `x.item()`.

    Example:
        >>> import torch
        >>> model = torch.nn.Linear(1000, 1000, device="meta")
        >>> result = plan(model, torch.empty(64, 1000, device="meta"), budget="10 MB")
        >>> result.peak, result.fits
        (8520008, True)

    Source:
        Checkpoints: T. Chen and others, "Training Deep Nets with Sublinear Memory Cost" (2016),
        https://arxiv.org/abs/1604.06174.
    """
    limit = bytes_in(budget)
    if "torch" not in engines(model):
        raise TypeError(
            f"plan() reads PyTorch modules, got {model!r:.80} of type {type(model).__name__}"
        )
    if not any(parameter.requires_grad for parameter in model.parameters()):
        raise ValueError(
            f"no parameter of {type(model).__name__} requires grad, so no step trains it. "
            "model.requires_grad_() makes them all require it."
        )
    # Imported here: the library does not need PyTorch.
    from tapewalk.planning.proposing import Recorded

    recorded = Recorded(model, inputs, settings, loss_fn, optimizer)
    tape = recorded.tape()
    _check(tape, limit)
    proposals, planned = recorded.propose(limit)
    phase, parts = tape.at_peak()
    about = (tape.peak, limit, phase, parts, tape.saved(), proposals, planned)
    return Plan(*about, lambda: recorded.mountain(proposals, limit))


def _check(tape: Tape, limit: int) -> None:
    base = dict.fromkeys(("parameter", "gradient", "optimizer"), 0)
    for piece in tape.pieces:
        if piece.kind in base:
            base[piece.kind] += piece.bytes
    if limit < sum(base.values()):
        own = ", ".join(say(kind, "en", size=size(count, "en")) for kind, count in base.items())
        raise ValueError(
            f"the budget of {size(limit, 'en')} is below what every step needs ({own}), so nothing "
            "that changes activations helps: train fewer parameters, use an optimizer with less "
            "state, or share the model out over several devices."
        )
