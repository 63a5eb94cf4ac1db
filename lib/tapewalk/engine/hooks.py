"""Hooks: functions that are called with a gradient when it is complete."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from typing import Any, Final
from weakref import WeakValueDictionary

import numpy as np

from tapewalk.engine.core import TensorCore, wrap
from tapewalk.engine.errors import ShapeError

_next_key = count().__next__

# The leaves and nodes with hooks, by id: a set would compare tensors entry by entry. While there
# are any, `backward` keeps PyTorch's order exactly.
hooked: Final[WeakValueDictionary[int, Any]] = WeakValueDictionary()


class RemovableHandle:
    """Adds a hook to those of a tensor or a module, and can remove it.

    Args:
        holder: The leaf, or the node of another tensor; `None` for hooks of a module.
        hooks: The hooks of the tensor or module.
        hook: The function to add.
    """

    def __init__(self, holder: Any, hooks: dict[int, Any], hook: Any) -> None:
        self._hooks, self._key, self._holder = hooks, _next_key(), id(holder)
        hooks[self._key] = hook
        if holder is not None:
            hooked[self._holder] = holder

    def remove(self) -> None:
        """Remove the hook; once is enough."""
        removed = self._hooks.pop(self._key, None)
        # Only the first time: later another object may have the id of a freed holder.
        if removed is not None and not self._hooks:
            hooked.pop(self._holder, None)


def call_hooks(hooks: dict[int, Callable[[Any], Any]], grad: Any) -> Any:
    """Return the gradient after the hooks of a tensor, each of which may replace it.

    The gradient is an array, or a tensor if the pass is recorded: the results of hooks have
    derivatives then.
    """
    for hook in list(hooks.values()):
        changed = hook(grad)
        if changed is None:
            continue
        if not isinstance(grad, TensorCore):
            changed = np.array(changed, dtype=grad.dtype)
        elif not isinstance(changed, TensorCore):
            changed = wrap(np.array(changed, dtype=grad.dtype))
        if changed.shape != grad.shape:
            raise ShapeError(
                f"a hook must return a gradient of the same shape: it got {grad.shape} and "
                f"returned {changed.shape}. Usually the gradient was reduced: return None to "
                "leave it as it is."
            )
        grad = changed
    return grad
