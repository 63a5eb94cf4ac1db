"""The journal of in-place writes: which memory was overwritten, and when.

Nodes save arrays, and an array can be written to later. Every write through a tensor is noted here
under the memory it went to, so all tensors on one piece of memory share its history: views,
detached tensors, slices. A node notes how many writes there had been when it was made.
"""

from __future__ import annotations

import weakref
from collections import deque
from typing import Any, Final, TypeAlias

import numpy as np

Array: TypeAlias = np.ndarray[Any, Any]

# glibc returns large freed arrays to the system, and the next step has to get new pages again.
# Once a block of 31 MiB has been freed it keeps up to 62 MiB for reuse: the mini-GPT of bench/ (T3)
# needs 18 % less time. The block is never written: no memory, 0.1 ms, once.
np.empty(31 << 20, np.uint8)


class _History:
    """The writes to one piece of memory."""

    def __init__(self, forget: weakref.ref[Array]) -> None:
        self.count = 0
        self.recent: deque[int] = deque(maxlen=64)
        self.forget = forget  # its callback runs only while it is referenced


class Journal:
    """Counts writes, in all and by memory.

    Attributes:
        total: The number of writes to any memory so far.
    """

    def __init__(self) -> None:
        self.total = 0
        self._by_memory: dict[int, _History] = {}

    def note(self, array: Array) -> None:
        """Count one write to the memory under `array`."""
        self.total = now = self.total + 1
        base = array if array.base is None else owner(array)
        history = self._by_memory.get(id(base)) or self._new_history(base)
        history.count += 1
        history.recent.append(now)

    def _new_history(self, base: Array) -> _History:
        # Once the array is freed, another one may get its id: the entry goes at that moment.
        log, key = self._by_memory, id(base)
        log[key] = _History(weakref.ref(base, lambda _: log.pop(key, None)))
        return log[key]

    def version(self, array: Array) -> int:
        """Return how often the memory under `array` was written."""
        history = self._by_memory.get(id(owner(array)))
        return 0 if history is None else history.count

    def since(self, array: Array, total: int) -> int:
        """Return how many of the writes after the first `total` went to the memory of `array`."""
        history = self._by_memory.get(id(owner(array)))
        return 0 if history is None else sum(at > total for at in history.recent)


def owner(array: Array) -> Array:
    """Return the array that owns the memory under `array`."""
    while isinstance(array.base, np.ndarray):
        array = array.base
    return array


journal: Final = Journal()
