"""The scalar engine: numbers that remember how they were made.

Every operation computes its result and, in the same line, its local gradients: how fast the
result moves when one operand moves. `backward` only multiplies and adds them up.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, TypeAlias

from tapewalk.scalar import arithmetic
from tapewalk.scalar.copies import recipe
from tapewalk.scalar.tape import next_order, tape

Observer: TypeAlias = "Callable[[Value, int, float], None]"


class Value:
    """One real number and the operation that made it.

    Args:
        data: A real number (`int`, `float` or a NumPy scalar); kept as a `float`.
        label: A name for prints and diagrams; it has no effect on the arithmetic.

    Attributes:
        data: The number.
        grad: The sum, over every path from the value that `backward` was called on, of the
            products of local gradients along the path. Leaves add up over several calls.
        label: The name given to it, `""` if none.
        op: The operation that made it: `"leaf"`, `"add"`, `"mul"`, …; a leading `r` means that
            the plain number was on the left (`"rsub"` for `1 - x`).

    Raises:
        TypeError: `data` is not a real number.

    Example:
        >>> a, b = Value(2.0, label="a"), Value(3.0, label="b")
        >>> c = (a + b) * b
        >>> c.backward()
        >>> c.data, a.grad, b.grad
        (15.0, 3.0, 8.0)
    """

    # Flat slots instead of tuples, and no closure that would point back at its own result: a
    # graph is then free of reference cycles, and Python frees it without its garbage collector.
    # Where the right operand is a plain number, `_by_right` holds that number.
    # fmt: off
    __slots__ = (
        "data", "grad", "label", "op",
        "_left", "_by_left", "_right", "_by_right",
        "_order", "_visit",
    )
    # fmt: on

    # Lets `numpy_number * value` reach `Value.__rmul__` and not become an array of objects.
    __array_ufunc__ = None

    data: float
    grad: float
    label: str
    op: str
    _left: Value | None
    _by_left: float
    _right: Value | None
    _by_right: Any  # a number, or None
    _order: int
    _visit: int

    def __init__(self, data: float, label: str = "") -> None:
        self.data = arithmetic.real(data, "Value() takes")
        self.grad = 0.0
        self.label = label
        self.op = "leaf"
        self._left = self._right = None
        self._by_left = 0.0
        self._by_right = None
        self._order = next_order()
        self._visit = 0

    @property
    def constant(self) -> float | None:
        """The plain number folded into the operation (`3.0` for `3 * x`), else `None`."""
        return self._by_right if self._right is None else None

    @property
    def parents(self) -> tuple[Value, ...]:
        """The operands in the order written, one entry for each use: `a * a` has two."""
        if self._left is None:
            return ()
        return (self._left,) if self._right is None else (self._left, self._right)

    @property
    def local_gradients(self) -> tuple[float, ...]:
        """The derivative with respect to each of its `parents`, in the same order."""
        return (self._by_left, self._by_right)[: len(self.parents)]

    def backward(self, gradient: float = 1.0, observe: Observer | None = None) -> None:
        """Add the derivative with respect to each value that this one depends on to its `grad`.

        Gradients of leaves add up over several calls, as in PyTorch; those of values in between
        belong to the last call.

        Args:
            gradient: The derivative of the final result with respect to this value: 1 if it is
                the final result.
            observe: Called after each sum with the value that sends, the position of the operand
                among its `parents`, and what it has just received.

        Raises:
            TypeError: `gradient` is not a real number.

        Example:
            >>> x = Value(3.0)
            >>> (x * x).backward()
            >>> x.grad
            6.0
        """
        seed = arithmetic.real(gradient, "backward() starts from")
        nodes = tape(self)
        for node in nodes:
            if node._left is not None:
                node.grad = 0.0
        self.grad += seed
        for node in reversed(nodes):
            left = node._left
            if left is not None:
                grad = node.grad
                sent = grad * node._by_left
                left.grad += sent
                if observe is not None:
                    observe(node, 0, sent)
                right = node._right
                if right is not None:
                    sent = grad * node._by_right
                    right.grad += sent
                    if observe is not None:
                        observe(node, 1, sent)

    def __add__(self, other: Value | float) -> Value:
        if isinstance(other, Value):
            return _record("add", self.data + other.data, self, 1.0, other, 1.0)
        k = arithmetic.real(other, "Value + number takes")
        return _record("add", self.data + k, self, 1.0, None, k)

    def __radd__(self, other: float) -> Value:
        k = arithmetic.real(other, "number + Value takes")
        return _record("radd", k + self.data, self, 1.0, None, k)

    def __sub__(self, other: Value | float) -> Value:
        if isinstance(other, Value):
            return _record("sub", self.data - other.data, self, 1.0, other, -1.0)
        k = arithmetic.real(other, "Value - number takes")
        return _record("sub", self.data - k, self, 1.0, None, k)

    def __rsub__(self, other: float) -> Value:
        k = arithmetic.real(other, "number - Value takes")
        return _record("rsub", k - self.data, self, -1.0, None, k)

    def __mul__(self, other: Value | float) -> Value:
        if isinstance(other, Value):
            return _record("mul", self.data * other.data, self, other.data, other, self.data)
        k = arithmetic.real(other, "Value * number takes")
        return _record("mul", self.data * k, self, k, None, k)

    def __rmul__(self, other: float) -> Value:
        k = arithmetic.real(other, "number * Value takes")
        return _record("rmul", k * self.data, self, k, None, k)

    def __truediv__(self, other: Value | float) -> Value:
        if isinstance(other, Value):
            q = arithmetic.divide(self.data, other.data)
            return _record("div", q, self, 1.0 / other.data, other, -q / other.data)
        k = arithmetic.real(other, "Value / number takes")
        return _record("div", arithmetic.divide(self.data, k), self, 1.0 / k, None, k)

    def __rtruediv__(self, other: float) -> Value:
        k = arithmetic.real(other, "number / Value takes")
        q = arithmetic.divide(k, self.data)
        return _record("rdiv", q, self, -q / self.data, None, k)

    def __pow__(self, other: Value | float) -> Value:
        if isinstance(other, Value):
            base, exponent = self.data, other.data
            p = arithmetic.power(base, exponent)
            by_base = arithmetic.power_by_base(base, exponent)
            by_exponent = arithmetic.power_by_exponent(base, exponent, p)
            return _record("pow", p, self, by_base, other, by_exponent)
        k = arithmetic.real(other, "Value ** number takes")
        p = arithmetic.power(self.data, k)
        return _record("pow", p, self, arithmetic.power_by_base(self.data, k), None, k)

    def __rpow__(self, other: float) -> Value:
        k = arithmetic.real(other, "number ** Value takes")
        p = arithmetic.power(k, self.data)
        by_exponent = arithmetic.power_by_exponent(k, self.data, p)
        return _record("rpow", p, self, by_exponent, None, k)

    def __neg__(self) -> Value:
        return _record("neg", -self.data, self, -1.0)

    def exp(self) -> Value:
        """Return e to the power of this value; its local gradient is the result itself."""
        e = arithmetic.exp(self.data)
        return _record("exp", e, self, e)

    def log(self) -> Value:
        """Return the natural logarithm; its local gradient is 1 / x.

        Raises:
            ValueError: This value is not positive.
        """
        return _record("log", arithmetic.log(self.data), self, 1.0 / self.data)

    def sqrt(self) -> Value:
        """Return the square root s; its local gradient is 1 / (2 s), infinite at 0.

        Raises:
            ValueError: This value is negative.
        """
        s = arithmetic.sqrt(self.data)
        return _record("sqrt", s, self, 0.5 / s if s else math.inf)

    def sinh(self) -> Value:
        """Return the hyperbolic sine; its local gradient is the hyperbolic cosine."""
        return _record("sinh", arithmetic.sinh(self.data), self, arithmetic.cosh(self.data))

    def tanh(self) -> Value:
        """Return the hyperbolic tangent t; its local gradient is 1 - t ** 2."""
        t = arithmetic.tanh(self.data)
        return _record("tanh", t, self, 1.0 - t * t)

    def relu(self) -> Value:
        """Return max(x, 0); its local gradient is 1 above 0, else 0 (at 0 too, as in PyTorch).

        Gradients are multiplied here: an infinite one, as of `x.relu().sqrt()` at 0, times 0 is
        NaN. PyTorch's relu does not multiply but selects, and gives 0 there.
        """
        # NaN fails this comparison and passes through, as in PyTorch.
        if self.data <= 0.0:
            return _record("relu", 0.0, self, 0.0)
        return _record("relu", self.data, self, 1.0)

    def sigmoid(self) -> Value:
        """Return s = 1 / (1 + e ** -x); its local gradient is s (1 - s)."""
        s = arithmetic.sigmoid(self.data)
        return _record("sigmoid", s, self, s * (1.0 - s))

    def __le__(self, other: object) -> bool:
        return bool(self.data <= arithmetic.number(other))

    def __lt__(self, other: object) -> bool:
        return bool(self.data < arithmetic.number(other))

    def __ge__(self, other: object) -> bool:
        return bool(self.data >= arithmetic.number(other))

    def __gt__(self, other: object) -> bool:
        return bool(self.data > arithmetic.number(other))

    def __repr__(self) -> str:
        name = f", label={self.label!r}" if self.label else ""
        return f"Value(data={self.data}, grad={self.grad}{name})"

    def __reduce__(self) -> tuple[object, ...]:
        return recipe(self)


_new = object.__new__


def over(inner: Value) -> Value:
    """Return a leaf whose number is itself a value: see `tapewalk.scalar.second_order`.

    So are all results and gradients computed from it. It must not be combined with other values.
    """
    leaf = Value(0.0)
    leaf.data = inner  # type: ignore[assignment]
    return leaf


def _record(
    op: str,
    data: float,
    left: Value,
    by_left: float,
    right: Value | None = None,
    by_right: float | None = None,
) -> Value:
    """Return the node of an operation: its result, its operands and its local gradients."""
    node = _new(Value)  # skips __init__, whose checks are for what users pass in
    node.data = data
    node.grad = 0.0
    node.label = ""
    node.op = op
    node._left = left
    node._by_left = by_left
    node._right = right
    node._by_right = by_right
    node._order = next_order()
    node._visit = 0
    return node
