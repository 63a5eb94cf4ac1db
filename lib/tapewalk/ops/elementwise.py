"""Functions of single entries: exp, log, roots, waves, limits, choices. g is y's gradient."""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np

from tapewalk.engine.function import Function, quiet
from tapewalk.engine.memory import Array
from tapewalk.ops.broadcast import ordered, shape_of, unbroadcast


class _OfInput(Function):
    """A function of each entry, which saves the entries for its gradient."""

    floats = True
    saves = ("x",)

    @quiet
    def forward(self, x: Array) -> Any:
        self.saved = (x,)
        return self.numpy(x)


class _OfResult(Function):
    """A function of each entry, which saves its results for its gradient."""

    floats = True
    saves = ("result",)

    @quiet
    def forward(self, x: Array) -> Any:
        y = self.numpy(x)
        self.saved = (y,)
        return y


class Exp(_OfResult):
    """e to the power of each entry: receives g times the result, which is saved."""

    method = "exp"
    numpy = np.exp

    def backward(self, grad: Array) -> Any:
        (y,) = self.saved
        return grad * y


class Log(_OfInput):
    """The natural logarithm of each entry, -inf at 0 and NaN below: receives g / x. Saves x."""

    method = "log"
    numpy = np.log

    def backward(self, grad: Array) -> Any:
        (x,) = self.saved
        return grad / x


class Sqrt(_OfResult):
    """The square root of each entry, NaN below 0: receives g / (2 y). Saves y."""

    method = "sqrt"
    numpy = np.sqrt

    def backward(self, grad: Array) -> Any:
        (y,) = self.saved
        return grad / (2 * y)


class Abs(Function):
    """Each entry without its sign: receives g with the sign of x, 0 at 0. Saves x."""

    method = "abs"
    numpy = np.absolute
    saves = ("x",)

    def forward(self, x: Array) -> Any:
        self.saved = (x,)
        return np.abs(x)

    def backward(self, grad: Array) -> Any:
        (x,) = self.saved
        return grad * np.sign(x)


class Sign(Function):
    """-1, 0 or 1 for each entry, by its sign: the gradient is 0, as in PyTorch. Saves nothing."""

    method = "sign"
    numpy = np.sign

    def forward(self, x: Array) -> Any:
        return x.copy() if x.dtype == bool else np.sign(x)

    def backward(self, grad: Array) -> Any:
        return np.zeros_like(grad)


class Sin(_OfInput):
    """The sine of each entry: receives g * cos(x). Saves x."""

    method = "sin"
    numpy = np.sin

    def backward(self, grad: Array) -> Any:
        (x,) = self.saved
        return grad * np.cos(x)


class Cos(_OfInput):
    """The cosine of each entry: receives -g * sin(x). Saves x."""

    method = "cos"
    numpy = np.cos

    def backward(self, grad: Array) -> Any:
        (x,) = self.saved
        return -grad * np.sin(x)


class Sinh(_OfInput):
    """The hyperbolic sine of each entry: receives g * cosh(x). Saves x."""

    method = "sinh"
    numpy = np.sinh

    def backward(self, grad: Array) -> Any:
        (x,) = self.saved
        return grad * np.cosh(x)


class Clamp(Function):
    """x limited to an interval: g passes where x is in it, ends included. Saves x."""

    saves = ("constant",)

    def forward(self, x: Array, *, low: Any, high: Any) -> Any:
        """Return x, `low` where it is below, `high` where it is above."""
        self.saved = (x,)
        self.low, self.high = low, high
        return np.clip(x, low, high)

    def backward(self, grad: Array) -> Any:
        (x,) = self.saved
        inside = np.ones(x.shape, bool)
        if self.low is not None:
            inside &= x >= self.low
        if self.high is not None:
            inside &= x <= self.high
        return np.where(inside, grad, grad.dtype.type(0))


class Maximum(Function):
    """The larger of two entries; ties share the gradient: it receives g, or each gets half."""

    method = "maximum"
    numpy: ClassVar[Any] = np.maximum

    larger = staticmethod(np.greater)
    saves = ("constant", "constant")

    def forward(self, a: Any, b: Any) -> Any:
        self.saved = a, b
        return self.numpy(a, b)

    def backward(self, grad: Array) -> tuple[Array, Array]:
        a, b = self.saved
        zero = grad.dtype.type(0)
        shared = np.where(np.equal(a, b), grad / 2, grad)
        by_a = np.where(self.larger(b, a), zero, shared)
        by_b = np.where(self.larger(a, b), zero, shared)
        return unbroadcast(by_a, shape_of(a)), unbroadcast(by_b, shape_of(b))


class Minimum(Maximum):
    """The smaller of two entries; ties share the gradient: it receives g, or each gets half."""

    method = "minimum"
    numpy: ClassVar[Any] = np.minimum

    larger = staticmethod(np.less)


class Where(Function):
    """a where a condition holds, else b: g goes to the one that was taken. Saves the condition."""

    def forward(self, condition: Array, a: Any, b: Any) -> Any:
        self.shapes = getattr(a, "shape", ()), getattr(b, "shape", ())
        self.saved = (condition,)
        return np.where(condition, a, b)

    def backward(self, grad: Array) -> tuple[None, Array, Array]:
        (condition,) = self.saved
        zero = grad.dtype.type(0)
        by_a, by_b = np.where(condition, grad, zero), np.where(condition, zero, grad)
        return None, unbroadcast(by_a, self.shapes[0]), unbroadcast(by_b, self.shapes[1])


class MaskedFill(Function):
    """x with one number where a mask is true: g passes where it is false. Saves the mask."""

    def forward(self, x: Array, mask: Array, *, value: float) -> Any:
        self.shape = x.shape
        self.saved = (mask,)
        return ordered(np.where(mask, x.dtype.type(value), x))

    def backward(self, grad: Array) -> tuple[Array, None]:
        (mask,) = self.saved
        return unbroadcast(np.where(mask, grad.dtype.type(0), grad), self.shape), None


class ToCopy(Function):
    """x in another number type: g returns in x's own."""

    category = "dtype_copy"

    @quiet
    def forward(self, x: Array, *, dtype: Any) -> Any:
        self.before = x.dtype
        return x.astype(dtype)

    def backward(self, grad: Array) -> Any:
        return grad.astype(self.before)


class Clone(Function):
    """A copy of x in memory of its own: g passes unchanged."""

    category = "layout_copy"

    def forward(self, x: Array) -> Any:
        return x.copy()

    def backward(self, grad: Array) -> Any:
        return grad
