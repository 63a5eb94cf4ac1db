"""A model in place of a loss: how it is called, and which of its results is the loss."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass
from functools import reduce
from math import prod
from operator import add
from typing import Any


def is_model(thing: object) -> bool:
    """Return whether something is a module, of ours or of PyTorch."""
    return callable(thing) and hasattr(thing, "named_parameters")


def loss_of(
    model: Any,
    inputs: Sequence[object],
    settings: Mapping[str, object],
    loss_fn: Callable[[Any], object] | None,
) -> Callable[[], object]:
    """Return a function that calls a model and computes its loss, see `tapewalk.inspect`."""

    def loss() -> object:
        given = model(*inputs, **settings)
        return _loss_in(given) if loss_fn is None else loss_fn(given)

    return loss


def _loss_in(given: Any) -> object:
    own = given.get("loss") if isinstance(given, Mapping) else getattr(given, "loss", None)
    if own is not None:
        return own
    results = [tensor for tensor in _tensors(given) if getattr(tensor, "requires_grad", False)]
    if not results:
        return next(_tensors(given), given)
    if len(results) == 1 and prod(results[0].shape) == 1:
        return results[0]
    squares = [(tensor * tensor).mean() for tensor in results if "int" not in str(tensor.dtype)]
    return reduce(add, squares)


def _tensors(thing: Any) -> Iterator[Any]:
    """Yield the tensors in the result of a model: nested tuples, lists, dicts and dataclasses."""
    if hasattr(thing, "grad_fn"):
        yield thing
    elif isinstance(thing, Mapping):
        for part in thing.values():
            yield from _tensors(part)
    elif isinstance(thing, (list, tuple)):
        for part in thing:
            yield from _tensors(part)
    elif is_dataclass(thing) and not isinstance(thing, type):
        for field in fields(thing):
            yield from _tensors(getattr(thing, field.name))
