"""A finding: something in a model or its training that looks wrong, with its evidence."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

# What stops learning stands before what slows it, and that before what only costs.
KINDS: Final = (
    *("nan_loss", "nan_gradient", "written_over", "argmax", "detached"),
    *("no_grad_block", "not_called", "list_of_modules", "result_unused", "strangers_in_optimizer"),
    *("not_in_optimizer", "no_rate", "frozen_in_optimizer", "twice_in_optimizer"),
    "one_module_twice",
    *("softmax_twice", "sigmoid_twice", "softmax_no_log", "one_class", "broadcast_loss"),
    *("softmax_over_batch", "no_slope", "same_weights", "batch_of_one", "exploding", "dead"),
    *("underflow", "zero_gradient", "vanishing", "kept_between_steps", "evaluation"),
    *("reduced_twice", "no_longer_tied", "no_activation", "dtype_and_back", "attention_apart"),
    *("checkpoint_saves_nothing", "checkpoint_around_all", "computed_twice", "copied_for_nothing"),
)

# Where the course tells of it.
_PATHS, _PITFALLS = "modules/04-graph-introspection/leaves", "modules/01-autograd-engine/pitfalls"
_SYMPTOMS, _LOSS = "modules/04-graph-introspection/symptoms", "modules/03-manual-backprop/loss-end"
_NORM, _RATES = "modules/03-manual-backprop/batch-norm", "modules/01-autograd-engine/network"
_MEMORY, _DTYPES = "modules/01-autograd-engine/memory", "modules/04-graph-introspection/layout"
LESSONS: Final = {
    **dict.fromkeys(KINDS, _SYMPTOMS),
    **dict.fromkeys(("detached", "no_grad_block", "argmax", "not_called", "result_unused"), _PATHS),
    **dict.fromkeys(("written_over", "kept_between_steps"), _PITFALLS),
    **dict.fromkeys(("softmax_twice", "sigmoid_twice", "softmax_no_log", "reduced_twice"), _LOSS),
    **dict.fromkeys(("batch_of_one", "evaluation"), _NORM),
    **dict.fromkeys(("exploding", "no_rate"), _RATES),
    **dict.fromkeys(("dtype_and_back", "underflow"), _DTYPES),
    **dict.fromkeys(KINDS[-4:], _MEMORY),
    "attention_apart": "modules/04-graph-introspection/attention",
}


class Finding(NamedTuple):
    """Something that looks wrong.

    Attributes:
        kind: What it is, one of `KINDS`; the most urgent stand first.
        module: Name of the module it is in, "" for the model or what is around it.
        place: File and line, "model.py:12", where they are known.
        facts: What the sentences on it fill in: numbers and names, as they were measured.

    Example:
        >>> import torch
        >>> from tapewalk import inspect
        >>> model = torch.nn.Sequential(torch.nn.Linear(2, 2), torch.nn.Linear(2, 1))
        >>> (found,) = inspect(model, torch.ones(1, 2)).findings
        >>> found.kind, found.module, found.facts
        ('no_activation', '1', {'first': '0', 'second': '1'})
    """

    kind: str
    module: str
    place: str | None
    facts: dict[str, Any]


def ranked(findings: list[Finding]) -> tuple[Finding, ...]:
    """Returns findings, the most urgent first; those of a kind as they came."""
    return tuple(sorted(findings, key=lambda finding: KINDS.index(finding.kind)))
