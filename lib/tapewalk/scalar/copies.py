"""Copies of a graph of values, by `pickle` and `copy`: one value after another, however deep."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tapewalk.scalar.tape import next_order, tape

if TYPE_CHECKING:
    from tapewalk.scalar.value import Value

# Ids of values in the last list that `recipe` returned: their operands stand before them there. An
# id that stays here, or belongs to a new object, costs one more list and does no harm.
_listed: set[int] = set()


def recipe(value: Value) -> tuple[Any, ...]:
    """Return how to make a copy of a value, as `__reduce__` does.

    Pickle goes from a value to its operands by recursion, which fails for a chain of some hundred.
    So the recipe of the first value has a list of all values before it, oldest first: when a value
    is copied, its operands are copied already.
    """
    before: list[Value] = []
    if id(value) in _listed:
        _listed.discard(id(value))
    elif value._left is not None:
        before = tape(value)[:-1]
        _listed.clear()
        _listed.update(map(id, before))
    parts: tuple[Any, ...] = (type(value), before, value.data, value.grad, value.label, value.op)
    parts += value._left, value._by_left, value._right, value._by_right
    return _made, parts, getattr(value, "__dict__", None)  # of a subclass without slots


def _made(
    kind: type[Value],
    before: list[Value],
    data: float,
    grad: float,
    label: str,
    op: str,
    left: Value | None,
    by_left: float,
    right: Value | None,
    by_right: object,
) -> Value:
    """Return a copy; it is younger than its operands, which were made before."""
    value = object.__new__(kind)
    value.data, value.grad, value.label, value.op = data, grad, label, op
    value._order, value._visit = next_order(), 0
    value._left, value._by_left, value._right, value._by_right = left, by_left, right, by_right
    return value
