"""The tape of a graph of values: every value that one depends on, oldest first."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from operator import attrgetter
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from tapewalk.scalar.value import Value

# A value's place on the tape: creation order.
next_order: Final[Callable[[], int]] = count().__next__
_next_visit: Final[Callable[[], int]] = count(1).__next__
_by_order = attrgetter("_order")


def tape(root: Value) -> list[Value]:
    """Return every value that `root` depends on, itself included, in the order they were made.

    A value is always made after its operands, so creation order is a topological order: read
    forward it is the tape as it was written, read backward it is the order of `backward`. Each
    value is on it once, however many paths lead to it, and nothing is recursive.

    Args:
        root: The value to start from, a loss for instance.

    Returns:
        The values, oldest first; `root` is the last.

    Example:
        >>> from tapewalk import Value
        >>> a = Value(2.0)
        >>> [value.op for value in tape(a * a + 1)]
        ['leaf', 'mul', 'add']
    """
    # A stamp on the values marks those already seen: cheaper than a set of a million entries.
    visit = _next_visit()
    root._visit = visit
    stack = [root]
    values = []
    while stack:
        value = stack.pop()
        values.append(value)
        left, right = value._left, value._right
        if left is not None and left._visit != visit:
            left._visit = visit
            stack.append(left)
        if right is not None and right._visit != visit:
            right._visit = visit
            stack.append(right)
    values.sort(key=_by_order)
    return values
