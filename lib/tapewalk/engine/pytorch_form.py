"""Functions written as in PyTorch: static methods with `ctx`, which take and return tensors."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

import numpy as np

from tapewalk.engine.core import TensorCore, wrap
from tapewalk.engine.grad_mode import no_grad


class Outcome(tuple[Any, ...]):
    """The result of a `forward` that returns more than one new array.

    Attributes:
        single: Whether it was one result, not a tuple of them.
        places: For each result the operand that it is, written in place, or `None`.
        flat: The results that have no gradient, by position.
    """

    single: bool
    places: tuple[int | None, ...]
    flat: set[int]


class Arriving(dict[int, Any]):
    """The gradients of a function's results, by position; added up as an array would be."""

    def __add__(self, other: Any) -> Arriving:
        return Arriving({i: _sum(self.get(i), other.get(i)) for i in {*self, *other}})


def _sum(a: Any, b: Any) -> Any:
    return b if a is None else a if b is None else a + b


def taking_tensors(rule: Callable[..., Any], setup: Callable[..., Any] | None) -> Any:
    """Return PyTorch's form of `forward` as a method that takes and returns arrays.

    Args:
        rule: Takes `ctx` first, unless there is `setup`.
        setup: Takes `ctx`, the operands and the results, as PyTorch's `setup_context`.
    """

    @wraps(rule)
    def forward(self: Any, *arrays: Any, **options: Any) -> Any:
        if self is None:  # called directly: Cube.forward(None, x)
            return rule(None, *arrays, **options)
        given = [wrap(a) if isinstance(a, np.ndarray) else a for a in arrays]
        with no_grad():
            result = rule(*(() if setup else (self,)), *given, **options)
            if setup is not None:
                setup(self, tuple(given), result)
        return _finished(self, given, result)

    return forward


def _finished(node: Any, given: list[Any], result: Any) -> Any:
    """Return the results of `forward` as arrays, with marks and operands in an `Outcome`."""
    dirty, flat = node.__dict__.pop("dirty", ()), node.__dict__.pop("flat", ())
    results = result if isinstance(result, tuple) else (result,)
    for tensor in dirty:
        if not any(tensor is one for one in results):
            raise RuntimeError(
                f"{node.name()} marked an operand of shape {tensor.shape} as dirty and does not "
                "return it: what is written in place has to be a result, or its new history would "
                "be lost."
            )
    if results is not result and not dirty and not flat:
        return result
    outcome = Outcome(one._data if isinstance(one, TensorCore) else one for one in results)
    outcome.single = results is not result
    outcome.places = tuple(
        [
            next((i for i, x in enumerate(given) if x is one), None)
            if any(one is tensor for tensor in dirty)
            else None
            for one in results
        ]
    )
    outcome.flat = {i for i, one in enumerate(results) if any(one is x for x in flat)}
    return outcome


def taking_gradients(rule: Callable[..., Any], tensors: bool) -> Any:
    """Return a user's `backward` as a method that takes all gradients of its node as one argument.

    Args:
        rule: Takes a gradient for each result.
        tensors: Whether `rule` takes and returns tensors.
    """

    @wraps(rule)
    def backward(self: Any, *grads: Any) -> Any:
        if self is not None and len(grads) == 1 and isinstance(grads[0], Arriving):
            (arrived,) = grads
            grads = tuple(
                [
                    arrived.get(i)
                    if i in arrived or not self.materialize or form is None
                    else np.zeros(*form)
                    for i, form in enumerate(self.results)
                ]
            )
        if tensors:
            grads = tuple([wrap(g) if isinstance(g, np.ndarray) else g for g in grads])
        return rule(self, *grads)

    backward.adapted = True  # type: ignore[attr-defined]
    return backward
