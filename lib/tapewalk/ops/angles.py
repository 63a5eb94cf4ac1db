"""More functions of single entries: tangents, angles, hyperbolics and their inverses, log1p, expm1.

g is the gradient of the result y.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from tapewalk.engine.function import Function
from tapewalk.engine.memory import Array
from tapewalk.ops.broadcast import shape_of, unbroadcast
from tapewalk.ops.elementwise import _OfInput, _OfResult


class Tan(_OfResult):
    """The tangent of each entry: receives g * (1 + y²). Saves y."""

    method = "tan"
    numpy = np.tan

    def backward(self, grad: Array) -> Any:
        (y,) = self.saved
        return grad * (1 + y * y)


class Cosh(_OfInput):
    """The hyperbolic cosine of each entry: receives g * sinh(x). Saves x."""

    method = "cosh"
    numpy = np.cosh

    def backward(self, grad: Array) -> Any:
        (x,) = self.saved
        return grad * np.sinh(x)


class Asin(_OfInput):
    """The angle from -π/2 to π/2 whose sine is each entry: receives g / √(1 - x²). Saves x."""

    method = "asin"
    numpy = np.arcsin

    def backward(self, grad: Array) -> Any:
        (x,) = self.saved
        return grad / np.sqrt(1 - x * x)


class Acos(_OfInput):
    """The angle from 0 to π whose cosine is each entry: receives -g / √(1 - x²). Saves x."""

    method = "acos"
    numpy = np.arccos

    def backward(self, grad: Array) -> Any:
        (x,) = self.saved
        return -grad / np.sqrt(1 - x * x)


class Atan(_OfInput):
    """The angle from -π/2 to π/2 whose tangent is each entry: receives g / (1 + x²). Saves x."""

    method = "atan"
    numpy = np.arctan

    def backward(self, grad: Array) -> Any:
        (x,) = self.saved
        return grad / (1 + x * x)


class Asinh(_OfInput):
    """The number whose hyperbolic sine is each entry: receives g / √(x² + 1). Saves x."""

    method = "asinh"
    numpy = np.arcsinh

    def backward(self, grad: Array) -> Any:
        (x,) = self.saved
        return grad / np.sqrt(x * x + 1)


class Acosh(_OfInput):
    """The number from 0 up whose hyperbolic cosine is each entry: receives g / √(x² - 1).

    Saves x.
    """

    method = "acosh"
    numpy = np.arccosh

    def backward(self, grad: Array) -> Any:
        (x,) = self.saved
        return grad / np.sqrt(x * x - 1)


class Atanh(_OfInput):
    """The number whose hyperbolic tangent is each entry: receives g / (1 - x²). Saves x."""

    method = "atanh"
    numpy = np.arctanh

    def backward(self, grad: Array) -> Any:
        (x,) = self.saved
        return grad / (1 - x * x)


class Log1p(_OfInput):
    """The natural logarithm of 1 + x for each entry x, exact near 0: receives g / (1 + x).

    Saves x.
    """

    method = "log1p"
    numpy = np.log1p

    def backward(self, grad: Array) -> Any:
        (x,) = self.saved
        return grad / (1 + x)


class Expm1(_OfResult):
    """e ** x - 1 for each entry x, exact near 0: receives g * (y + 1). Saves y."""

    method = "expm1"
    numpy = np.expm1

    def backward(self, grad: Array) -> Any:
        (y,) = self.saved
        return grad * (y + 1)


class Atan2(Function):
    """The angle of the point (b, a): with r² = a² + b², a receives g b / r², b receives -g a / r².

    Saves a and b.
    """

    method = "atan2"
    numpy = np.arctan2
    floats = True
    saves = ("a", "b")

    def forward(self, a: Any, b: Any) -> Any:
        self.saved = a, b
        return np.arctan2(a, b)

    def backward(self, grad: Array) -> Any:
        a, b = self.saved
        share = grad / (a * a + b * b)
        return unbroadcast(share * b, shape_of(a)), unbroadcast(share * -a, shape_of(b))


class Hypot(Function):
    """The length √(a² + b²) without overflow: a receives g a / y, b receives g b / y.

    Saves a, b and y.
    """

    method = "hypot"
    numpy = np.hypot
    floats = True
    saves = ("a", "b", "result")

    def forward(self, a: Any, b: Any) -> Any:
        y = np.hypot(a, b)
        self.saved = a, b, y
        return y

    def backward(self, grad: Array) -> Any:
        a, b, y = self.saved
        return unbroadcast(grad * (a / y), shape_of(a)), unbroadcast(grad * (b / y), shape_of(b))
