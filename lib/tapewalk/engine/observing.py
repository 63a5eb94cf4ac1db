"""Observers of the operations that are recorded, for `detect_anomaly` and for traces."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TYPE_CHECKING, Any, TypeAlias

if TYPE_CHECKING:
    from tapewalk.engine.function import Function
    from tapewalk.tensor.tensor import Tensor

Observer: TypeAlias = "Callable[[Function, tuple[Any, ...], Tensor], None]"

_observers: ContextVar[tuple[Observer, ...]] = ContextVar("observers", default=())

observers: Callable[[], tuple[Observer, ...]] = _observers.get


@contextmanager
def observing(observer: Observer, alone: bool = False) -> Iterator[None]:
    """Call `observer`, or only it, with every node made in this block, its operands and result."""
    token = _observers.set((observer,) if alone else (*_observers.get(), observer))
    try:
        yield
    finally:
        _observers.reset(token)
