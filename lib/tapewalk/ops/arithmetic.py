"""Sums, products, quotients and powers, entry by entry, with broadcasting.

In every formula g is the gradient of the result, `*` and `/` work entry by entry, and a broadcast
operand's gradient is summed back to its shape (`unbroadcast`).
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from tapewalk.engine.core import TensorCore
from tapewalk.engine.function import Function, quiet
from tapewalk.engine.memory import Array
from tapewalk.ops.broadcast import as_type, shape_of, unbroadcast

Pair = tuple[Array | None, Array | None]
Shapes = tuple[tuple[int, ...], tuple[int, ...]]
# The shapes of two numbers, which their node need not store: Python's garbage collector looks
# through a million nodes again and again, with all that they hold.
_OF_NUMBERS: Final = ((), ())


class Add(Function):
    """a + b: both operands receive g. Saves nothing."""

    numpy = np.add
    shapes: Shapes = _OF_NUMBERS

    def forward(self, a: Any, b: Any) -> Any:
        shapes = getattr(a, "shape", ()), getattr(b, "shape", ())
        if shapes != _OF_NUMBERS:
            self.shapes = shapes
        return a + b

    def backward(self, grad: Array) -> Pair:
        (a, b), (by_a, by_b) = self.shapes, self.parents
        return (
            None if by_a is None else unbroadcast(grad, a),
            None if by_b is None else unbroadcast(grad, b),
        )


class Sub(Function):
    """a - b: a receives g, b receives -g. Saves nothing."""

    numpy = np.subtract
    shapes: Shapes = _OF_NUMBERS

    def forward(self, a: Any, b: Any) -> Any:
        shapes = getattr(a, "shape", ()), getattr(b, "shape", ())
        if shapes != _OF_NUMBERS:
            self.shapes = shapes
        return a - b

    def backward(self, grad: Array) -> Pair:
        (a, b), (by_a, by_b) = self.shapes, self.parents
        return (
            None if by_a is None else unbroadcast(grad, a),
            None if by_b is None else unbroadcast(-grad, b),
        )


class Mul(Function):
    """a * b: each operand receives g times the other one, so each is saved for the other."""

    numpy = np.multiply
    saves = ("a", "b")
    shapes: Shapes = _OF_NUMBERS

    def forward(self, a: Any, b: Any) -> Any:
        shapes = getattr(a, "shape", ()), getattr(b, "shape", ())
        if shapes != _OF_NUMBERS:
            self.shapes = shapes
        by_a, by_b = self.parents
        self.saved = None if by_b is None else a, None if by_a is None else b
        return a * b

    def backward(self, grad: Array) -> Pair:
        a, b = self.saved
        shape_a, shape_b = self.shapes
        return (
            None if b is None else unbroadcast(grad * b, shape_a),
            None if a is None else unbroadcast(grad * a, shape_b),
        )


class Div(Function):
    """a / b: a receives g / b, b receives -g * a / b**2. Saves b, and a if b requires grad."""

    numpy = np.divide
    floats = True
    saves = ("a", "b")
    shapes: Shapes = _OF_NUMBERS

    @quiet
    def forward(self, a: Any, b: Any) -> Any:
        shapes = getattr(a, "shape", ()), getattr(b, "shape", ())
        if shapes != _OF_NUMBERS:
            self.shapes = shapes
        self.saved = None if self.parents[1] is None else a, b
        return a / b

    def backward(self, grad: Array) -> Pair:
        a, b = self.saved
        shape_a, shape_b = self.shapes
        by_a = grad / b
        return (
            None if self.parents[0] is None else unbroadcast(by_a, shape_a),
            None if a is None else unbroadcast(-by_a * (a / b), shape_b),
        )


class Neg(Function):
    """-x: receives -g. Saves nothing."""

    numpy = np.negative

    def forward(self, x: Array) -> Any:
        return -x

    def backward(self, grad: Array) -> Array:
        return -grad


class Pow(Function):
    """a ** b: a receives g * b * a**(b-1), b receives g * a**b * log(a).

    At a = 0, b receives 0 where the power exists, and a**0 is flat, as in PyTorch.
    """

    numpy = np.power
    saves = ("a", "b", "result")

    @quiet
    def forward(self, a: Any, b: Any) -> Any:
        self.shapes = getattr(a, "shape", ()), getattr(b, "shape", ())
        power = a**b
        self.saved = a, b, None if self.parents[1] is None else power
        return power

    def backward(self, grad: Array) -> Pair:
        a, b, power = self.saved
        shape_a, shape_b = self.shapes
        by_a = None
        if self.parents[0] is not None:
            by_a = unbroadcast(grad * _power_by_base(a, b), shape_a)
        if power is None:
            return by_a, None
        flat = np.equal(a, 0) & np.greater_equal(b, 0)
        rate = np.where(flat, 0, power * np.log(a))
        return by_a, unbroadcast(as_type(grad * rate, grad.dtype), shape_b)


def _power_by_base(a: Any, b: Any) -> Any:
    if shape_of(b) == () and not isinstance(b, TensorCore):  # a tensor has a derivative, 2 has none
        return 2 * a if b == 2 else np.zeros_like(a) if b == 0 else b * a ** (b - 1)
    flat = np.equal(b, 0)
    if isinstance(b, TensorCore):  # where b is 0 this is flat in a, but not in b
        flat = flat & np.equal(a, 0)
    return as_type(np.where(flat, 0, b * a ** (b - 1)), b.dtype)


class Remainder(Function):
    """The remainder of a / b, with the sign of b: a receives g, b receives -g ⌊a / b⌋.

    Saves ⌊a / b⌋.
    """

    method = "remainder"
    numpy = np.remainder
    saves = ("constant",)

    @quiet
    def forward(self, a: Any, b: Any) -> Any:
        _refuse_zero(a, b)
        self.shapes = getattr(a, "shape", ()), getattr(b, "shape", ())
        self.saved = (None if self.parents[1] is None else np.floor_divide(a, b),)
        return np.remainder(a, b)

    def backward(self, grad: Array) -> Pair:
        (times_in,) = self.saved
        (a, b), (by_a, by_b) = self.shapes, self.parents
        return (
            None if by_a is None else unbroadcast(grad, a),
            None if by_b is None else unbroadcast(-grad * times_in, b),
        )


class FloorDivide(Function):
    """The quotient a / b rounded down: a gradient raises an error, as in PyTorch."""

    method = "floor_divide"
    numpy = np.floor_divide

    @quiet
    def forward(self, a: Any, b: Any) -> Any:
        _refuse_zero(a, b)
        return np.floor_divide(a, b)

    def backward(self, grad: Array) -> Any:
        raise NotImplementedError(
            "derivative for floor_divide is not implemented: ⌊a / b⌋ is flat, and jumps. Usually a "
            "/ was meant; where the steps are, write (a // b).detach()."
        )


def _refuse_zero(a: Any, b: Any) -> None:
    """Raise `ZeroDivisionError` if integers are divided by 0, which have no infinity."""
    kinds = {getattr(x, "dtype", np.dtype(type(x))).kind for x in (a, b)}
    if "f" not in kinds and not np.all(b):
        raise ZeroDivisionError(
            f"integers can't be divided by 0: {np.count_nonzero(np.equal(b, 0))} entries of the "
            "divisor are. Use .float() for infinity and NaN."
        )
