"""Looking on while operations are recorded: for `detect_anomaly` and for traces."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TYPE_CHECKING, Any, TypeAlias

if TYPE_CHECKING:
    from tapewalk.engine.function import Function
    from tapewalk.tensor.tensor import Tensor

Watcher: TypeAlias = "Callable[[Function, tuple[Any, ...], Tensor], None]"

_watchers: ContextVar[tuple[Watcher, ...]] = ContextVar("watchers", default=())

watchers: Callable[[], tuple[Watcher, ...]] = _watchers.get


@contextmanager
def watching(watcher: Watcher) -> Iterator[None]:
    """Calls `watcher` with every node made in this block, its operands and its result."""
    token = _watchers.set((*_watchers.get(), watcher))
    try:
        yield
    finally:
        _watchers.reset(token)
