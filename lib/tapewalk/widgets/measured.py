"""A step of a model that a figure measures when it is drawn, once."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import Any

from tapewalk.trace.format import Trace
from tapewalk.trace.score import score


class Measured:
    """One step of training, measured when it is first asked for.

    Args:
        model: Our module or PyTorch's.
        inputs: What it is called with.
        loss_fn: Computes the loss from the model's result; without it that result is the loss.
        optimizer: What trains it, for the bytes that it remembers.
        time: Whether to measure the seconds of its nodes.
    """

    def __init__(
        self,
        model: Any,
        inputs: tuple[Any, ...],
        loss_fn: Callable[[Any], Any] | None,
        optimizer: Any,
        time: bool,
    ) -> None:
        self._model, self._inputs = model, inputs
        self._loss_fn, self._optimizer, self._time = loss_fn, optimizer, time

    @cached_property
    def score(self) -> Trace:
        """The step as plain data."""
        about = {"optimizer": self._optimizer, "norms": True, "time": self._time}
        return score(self._loss, self._model, **about)

    def _loss(self) -> Any:
        result = self._model(*self._inputs)
        return result if self._loss_fn is None else self._loss_fn(result)
