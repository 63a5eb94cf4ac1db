"""Comparison of the two outcomes of a program."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any

import numpy as np
import torch

from tapewalk import Tensor
from tests.tapewalk.programs.language import TENSORS, TORCH, Outcome, Program, run

# Sentences of PyTorch's errors. Where it refuses a program with one, so must tapewalk.
RULES = (
    "modified by an inplace operation",
    "leaf Variable that requires grad",
    "a second time",
    "created in no_grad mode",
    "more than one element of the written-to tensor",
    "does not require grad",
)


def assert_same(program: Program, tolerance: float = 1e-7) -> None:
    """Raise `AssertionError` with the program in it unless both libraries agree about it."""
    ours, theirs = run(program, TENSORS), run(program, TORCH)
    differences = _errors(ours, theirs) or list(_variables(ours, theirs, tolerance))
    if differences:
        scripts = "\n".join(program.script(side) for side in (TENSORS, TORCH))
        raise AssertionError("\n".join(differences[:5]) + f"\n\n{scripts}")


def assert_lines_agree(*lines: str, tolerance: float = 1e-7) -> None:
    """Raise `AssertionError` unless the lines run to the end, and alike, in both libraries."""
    program = Program(lines)
    assert run(program, TORCH).error is None
    assert_same(program, tolerance)


def _errors(ours: Outcome, theirs: Outcome) -> list[str]:
    """Return how the errors of the two runs differ; both raising under one rule is the same."""
    if ours.line == theirs.line and rule_of(ours.error) == rule_of(theirs.error):
        return []
    if ours.error is None and re.search(
        r"by an inplace operation: \[\S+ \[\]\]", _description(theirs)
    ):
        return []  # of a 0-d tensor tapewalk saves the number, which no later write can change
    if ours.error is None and "Expected a proper Tensor but got None" in _description(theirs):
        return []  # PyTorch can't differentiate a batch_norm without weights twice
    sides = (("tapewalk", ours), ("torch", theirs))
    return [f"{name}: {_description(outcome)}" for name, outcome in sides]


def rule_of(error: Exception | None) -> str | None:
    """Return the sentence of RULES in an error, or the whole error without one."""
    if error is None:
        return None
    return next((rule for rule in RULES if rule in str(error)), repr(error))


def _description(outcome: Outcome) -> str:
    if outcome.error is None:
        return "ran to the end"
    return f"{outcome.line!r} raised {type(outcome.error).__name__}: {outcome.error}"


def _variables(ours: Outcome, theirs: Outcome, tolerance: float) -> Iterator[str]:
    """Yield the differences in values, histories, gradients and hook calls."""
    pairs = [
        (name, ours.names.get(name), other)
        for name, other in theirs.names.items()
        if isinstance(other, torch.Tensor)
    ]
    for name, mine, other in pairs:
        if not isinstance(mine, Tensor):
            yield f"{name} is {mine!r}, a tensor in torch"
            continue
        yield from _compare(name, mine.data, other.detach().numpy(), tolerance)
        if theirs.error is not None:
            continue  # the history after a refused line is undefined
        for trait in ("requires_grad", "is_leaf"):
            if getattr(mine, trait) != getattr(other, trait):
                yield f"{name}.{trait} is {getattr(mine, trait)}, {getattr(other, trait)} in torch"
    if theirs.error is None:  # so are gradients after an error
        yield from _gradients(pairs, ours.names["log"], theirs.names["log"], tolerance)


def _gradients(
    pairs: Iterable[tuple[str, Any, torch.Tensor]],
    our_log: list[Any],
    their_log: list[torch.Tensor],
    tolerance: float,
) -> Iterator[str]:
    """Yield how the gradients differ that tensors keep and hooks noted."""
    kept = {f"{name}.grad": (mine.grad, _grad(other)) for name, mine, other in pairs}
    if len(our_log) != len(their_log):
        yield f"hooks ran {len(our_log)} times, {len(their_log)} times in torch"
    for number, (mine, other) in enumerate(zip(our_log, their_log, strict=False)):
        kept[f"log[{number}]"] = np.asarray(mine), other.numpy()
    # The error of a gradient is proportional to the terms that were added up, and some cancel.
    scale = max([1.0, *(_largest(other) for _, other in kept.values())])
    for what, (mine, other) in kept.items():
        if mine is None or other is None:
            if mine is not other:
                yield f"{what} is {mine!r}, {other!r} in torch"
        else:
            yield from _compare(what, mine, other, tolerance, scale)


def _grad(tensor: torch.Tensor) -> Any:
    """Return the gradient of a leaf, or the one kept in between; asking others is a warning."""
    if not (tensor.is_leaf or tensor.retains_grad) or tensor.grad is None:
        return None
    return tensor.grad.numpy()


def _largest(array: Any) -> float:
    """Return the largest finite size of an entry, 0 if there is none."""
    sizes = np.abs([] if array is None else array)
    return float(sizes[np.isfinite(sizes)].max(initial=0.0))


def _compare(
    what: str, mine: Any, other: Any, tolerance: float, scale: float = 1.0
) -> Iterator[str]:
    """Yield how two arrays differ, in shape, in number type, or in a number."""
    if mine.shape != other.shape:
        yield f"{what} has shape {mine.shape}, {other.shape} in torch"
    elif mine.dtype != other.dtype:
        yield f"{what} has dtype {mine.dtype}, {other.dtype} in torch"
    elif not np.allclose(mine, other, rtol=tolerance, atol=tolerance * scale, equal_nan=True):
        yield f"{what} is\n{mine!r},\n{other!r} in torch"
