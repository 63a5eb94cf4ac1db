"""Handles of hooks: functions that are called with a gradient when it is complete."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from typing import Any

_next_key = count().__next__


class RemovableHandle:
    """Adds a hook to those of a tensor, and can remove it.

    Args:
        hooks: The hooks of the tensor.
        hook: The function to add.
    """

    def __init__(self, hooks: dict[int, Any], hook: Callable[..., Any]) -> None:
        self._hooks, self._key = hooks, _next_key()
        hooks[self._key] = hook

    def remove(self) -> None:
        """Remove the hook; once is enough."""
        self._hooks.pop(self._key, None)
