"""Functions of single entries: exp, log, roots, waves, limits, choices. g is y's gradient."""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np

from tapewalk.engine.function import Function, quiet
from tapewalk.engine.memory import Array
from tapewalk.ops.broadcast import ordered, shape_of, unbroadcast


class Exp(Function):
    """e ** x: receives g times the result, which is saved."""

    method = "exp"
    numpy = np.exp
    floats = True
    saves = ("result",)

    @quiet
    def forward(self, x: Array) -> Any:
        """Returns e to the power of each entry."""
        y = np.exp(x)
        self.saved = (y,)
        return y

    def backward(self, grad: Array) -> Any:
        """Returns g * e ** x."""
        (y,) = self.saved
        return grad * y


class Log(Function):
    """Natural logarithm: receives g / x. Saves x."""

    method = "log"
    numpy = np.log
    floats = True
    saves = ("x",)

    @quiet
    def forward(self, x: Array) -> Any:
        """Returns the natural logarithm of each entry: -inf at 0, NaN below."""
        self.saved = (x,)
        return np.log(x)

    def backward(self, grad: Array) -> Any:
        """Returns g / x."""
        (x,) = self.saved
        return grad / x


class Sqrt(Function):
    """Square root y: receives g / (2 y). Saves y."""

    method = "sqrt"
    numpy = np.sqrt
    floats = True
    saves = ("result",)

    @quiet
    def forward(self, x: Array) -> Any:
        """Returns the square root of each entry: NaN below 0."""
        y = np.sqrt(x)
        self.saved = (y,)
        return y

    def backward(self, grad: Array) -> Any:
        """Returns g / (2 y)."""
        (y,) = self.saved
        return grad / (2 * y)


class Abs(Function):
    """|x|: receives g with the sign of x; at 0 the gradient is 0. Saves x."""

    method = "abs"
    numpy = np.absolute
    saves = ("x",)

    def forward(self, x: Array) -> Any:
        """Returns each entry without its sign."""
        self.saved = (x,)
        return np.abs(x)

    def backward(self, grad: Array) -> Any:
        """Returns g * sign(x)."""
        (x,) = self.saved
        return grad * np.sign(x)


class Sign(Function):
    """-1, 0 or 1: steps, whose gradient is 0, as in PyTorch. Saves nothing."""

    method = "sign"
    numpy = np.sign

    def forward(self, x: Array) -> Any:
        """Returns -1, 0 or 1 for each entry, as its sign is."""
        return np.sign(x)

    def backward(self, grad: Array) -> Any:
        """Returns 0."""
        return np.zeros_like(grad)


class Sin(Function):
    """Sine: receives g * cos(x). Saves x."""

    method = "sin"
    numpy = np.sin
    floats = True
    saves = ("x",)

    @quiet
    def forward(self, x: Array) -> Any:
        """Returns the sine of each entry."""
        self.saved = (x,)
        return np.sin(x)

    def backward(self, grad: Array) -> Any:
        """Returns g * cos(x)."""
        (x,) = self.saved
        return grad * np.cos(x)


class Cos(Function):
    """Cosine: receives -g * sin(x). Saves x."""

    method = "cos"
    numpy = np.cos
    floats = True
    saves = ("x",)

    @quiet
    def forward(self, x: Array) -> Any:
        """Returns the cosine of each entry."""
        self.saved = (x,)
        return np.cos(x)

    def backward(self, grad: Array) -> Any:
        """Returns -g * sin(x)."""
        (x,) = self.saved
        return -grad * np.sin(x)


class Sinh(Function):
    """Hyperbolic sine: receives g * cosh(x). Saves x."""

    method = "sinh"
    numpy = np.sinh
    floats = True
    saves = ("x",)

    @quiet
    def forward(self, x: Array) -> Any:
        """Returns the hyperbolic sine of each entry."""
        self.saved = (x,)
        return np.sinh(x)

    def backward(self, grad: Array) -> Any:
        """Returns g * cosh(x)."""
        (x,) = self.saved
        return grad * np.cosh(x)


class Clamp(Function):
    """x held between two limits: g passes where x lay within them, ends included. Saves x."""

    saves = ("constant",)

    def forward(self, x: Array, *, low: Any, high: Any) -> Any:
        """Returns x, `low` where it is below, `high` where it is above."""
        self.saved = (x,)
        self.low, self.high = low, high
        return np.clip(x, low, high)

    def backward(self, grad: Array) -> Any:
        """Returns g inside the limits, 0 outside."""
        (x,) = self.saved
        inside = np.ones(x.shape, bool)
        if self.low is not None:
            inside &= x >= self.low
        if self.high is not None:
            inside &= x <= self.high
        return np.where(inside, grad, grad.dtype.type(0))


class Maximum(Function):
    """The larger of a and b, which receives g; where they tie, each receives half."""

    method = "maximum"
    numpy: ClassVar[Any] = np.maximum

    larger = staticmethod(np.greater)
    saves = ("constant", "constant")

    def forward(self, a: Any, b: Any) -> Any:
        """Returns the larger of two entries; ties share the gradient."""
        self.saved = a, b
        return np.maximum(a, b)

    def backward(self, grad: Array) -> tuple[Array, Array]:
        """Returns g to the larger one."""
        a, b = self.saved
        zero = grad.dtype.type(0)
        shared = np.where(np.equal(a, b), grad / 2, grad)
        by_a = np.where(self.larger(b, a), zero, shared)
        by_b = np.where(self.larger(a, b), zero, shared)
        return unbroadcast(by_a, shape_of(a)), unbroadcast(by_b, shape_of(b))


class Minimum(Maximum):
    """The smaller of a and b, which receives g; where they tie, each receives half."""

    method = "minimum"
    numpy: ClassVar[Any] = np.minimum

    larger = staticmethod(np.less)

    def forward(self, a: Any, b: Any) -> Any:
        """Returns the smaller of two entries; ties share the gradient."""
        self.saved = a, b
        return np.minimum(a, b)


class Where(Function):
    """a where a condition holds, else b: g goes to the one that was taken. Saves the condition."""

    def forward(self, condition: Array, a: Any, b: Any) -> Any:
        """Returns entries of a where `condition`, else of b."""
        self.shapes = getattr(a, "shape", ()), getattr(b, "shape", ())
        self.saved = (condition,)
        return np.where(condition, a, b)

    def backward(self, grad: Array) -> tuple[None, Array, Array]:
        """Returns g where it was taken, 0 elsewhere."""
        (condition,) = self.saved
        zero = grad.dtype.type(0)
        by_a, by_b = np.where(condition, grad, zero), np.where(condition, zero, grad)
        return None, unbroadcast(by_a, self.shapes[0]), unbroadcast(by_b, self.shapes[1])


class MaskedFill(Function):
    """x with one number where a mask is true: g passes where it is false. Saves the mask."""

    def forward(self, x: Array, mask: Array, *, value: float) -> Any:
        """Returns x with `value` under the mask."""
        self.shape = x.shape
        self.saved = (mask,)
        return ordered(np.where(mask, x.dtype.type(value), x))

    def backward(self, grad: Array) -> tuple[Array, None]:
        """Returns g where nothing was filled in."""
        (mask,) = self.saved
        return unbroadcast(np.where(mask, grad.dtype.type(0), grad), self.shape), None


class ToCopy(Function):
    """x in another number type: g returns in x's own."""

    @quiet
    def forward(self, x: Array, *, dtype: Any) -> Any:
        """Returns x converted to `dtype`."""
        self.before = x.dtype
        return x.astype(dtype)

    def backward(self, grad: Array) -> Any:
        """Returns g converted back."""
        return grad.astype(self.before)


class Clone(Function):
    """A copy of x in memory of its own: g passes unchanged."""

    def forward(self, x: Array) -> Any:
        """Returns the copy."""
        return x.copy()

    def backward(self, grad: Array) -> Any:
        """Returns g."""
        return grad
