"""Derivatives of derivatives: the tape is computed again with values in the place of numbers.

`Value` computes its local gradients from its operands' numbers. If these are themselves values, so
are the local gradients, and the gradients have a tape of their own.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from tapewalk.scalar import arithmetic
from tapewalk.scalar.tape import tape
from tapewalk.scalar.value import Value, over

if TYPE_CHECKING:
    from collections.abc import Callable

# The methods whose names differ from their operations'.
_METHODS: Final = {
    "add": "__add__",
    "radd": "__radd__",
    "sub": "__sub__",
    "rsub": "__rsub__",
    "mul": "__mul__",
    "rmul": "__rmul__",
    "div": "__truediv__",
    "rdiv": "__rtruediv__",
    "pow": "__pow__",
    "rpow": "__rpow__",
    "neg": "__neg__",
}


def gradients(
    target: Value, inputs: Sequence[Value], gradient: object = 1.0, create_graph: bool = False
) -> tuple[Any, ...]:
    """Return the derivatives of a value by others; no `grad` changes.

    Args:
        target: The value whose derivatives are taken.
        inputs: Leaves, or values in between, of which none depends on another.
        gradient: The derivative of what follows by `target`.
        create_graph: Whether the derivatives are values, which can be differentiated again.

    Returns:
        A derivative for each input: 0 for one that `target` does not depend on.

    Raises:
        ValueError: One of the inputs depends on another.

    Example:
        >>> x = Value(3.0)
        >>> (slope,) = gradients(x**3, [x], create_graph=True)
        >>> slope.data, gradients(slope, [x])
        (27.0, (18.0,))
    """
    played = _played_again(target, inputs, create_graph)
    by_id = _gathered(played[id(target)], arithmetic.real(gradient, "gradients start from"))
    slopes = [by_id.get(id(played.get(id(x))), 0.0) for x in inputs]
    if create_graph:  # a gradient that depends on no value is a number
        return tuple([g if isinstance(g, Value) else Value(g) for g in slopes])
    return tuple(slopes)


def _gathered(root: Value, seed: float) -> dict[int, Any]:
    """Return the gradient of each value of a tape, by id: numbers, or values where those are.

    It computes like `Value.backward`, but without the factor 1 at the start and the 0 that
    gradients are added to: these would be on the tape of every gradient.
    """
    by_id: dict[int, Any] = {id(root): seed}
    for node in reversed(tape(root)):
        grad = by_id.get(id(node))
        for operand, local in ((node._left, node._by_left), (node._right, node._by_right)):
            if operand is None or grad is None:
                continue
            sent = local if node is root and seed == 1 else grad * local
            place = id(operand)
            by_id[place] = by_id[place] + sent if place in by_id else sent
    return by_id


def _played_again(target: Value, inputs: Sequence[Value], as_values: bool) -> dict[int, Any]:
    """Return for each value of the tape, by id, the same operation over other leaves."""
    stops = {id(x) for x in inputs}
    for x in inputs:
        if any(id(before) in stops for before in tape(x)[:-1]):
            raise ValueError(
                f"one of the inputs depends on another: {x!r}. The derivative with respect to the "
                "other one would lack the path through it; compute the derivatives one at a time."
            )
    played: dict[int, Any] = {}
    for value in tape(target):
        left, right = value._left, value._right
        if left is None or id(value) in stops:
            played[id(value)] = over(value) if as_values else Value(value.data)
            continue
        operation: Callable[..., Any] = getattr(played[id(left)], _METHODS.get(value.op, value.op))
        if right is not None:
            played[id(value)] = operation(played[id(right)])
        elif value._by_right is not None:
            played[id(value)] = operation(value._by_right)
        else:
            played[id(value)] = operation()
    return played
