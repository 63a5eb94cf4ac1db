"""More functions of single entries: tangents, angles, hyperbolics and their inverses, log1p, expm1.

g is the gradient of the result y.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from tapewalk.engine.function import Function, quiet
from tapewalk.engine.memory import Array


class Tan(Function):
    """Tangent y: receives g * (1 + y²). Saves y."""

    method = "tan"
    numpy = np.tan
    floats = True
    saves = ("result",)

    @quiet
    def forward(self, x: Array) -> Any:
        """Returns the tangent of each entry."""
        y = np.tan(x)
        self.saved = (y,)
        return y

    def backward(self, grad: Array) -> Any:
        """Returns g * (1 + y²)."""
        (y,) = self.saved
        return grad * (1 + y * y)


class Cosh(Function):
    """Hyperbolic cosine: receives g * sinh(x). Saves x."""

    method = "cosh"
    numpy = np.cosh
    floats = True
    saves = ("x",)

    @quiet
    def forward(self, x: Array) -> Any:
        """Returns the hyperbolic cosine of each entry."""
        self.saved = (x,)
        return np.cosh(x)

    def backward(self, grad: Array) -> Any:
        """Returns g * sinh(x)."""
        (x,) = self.saved
        return grad * np.sinh(x)


class Asin(Function):
    """The angle of a sine: receives g / √(1 - x²). Saves x."""

    method = "asin"
    numpy = np.arcsin
    floats = True
    saves = ("x",)

    @quiet
    def forward(self, x: Array) -> Any:
        """Returns the angle between -π/2 and π/2 whose sine is each entry."""
        self.saved = (x,)
        return np.arcsin(x)

    def backward(self, grad: Array) -> Any:
        """Returns g / √(1 - x²)."""
        (x,) = self.saved
        return grad / np.sqrt(1 - x * x)


class Acos(Function):
    """The angle of a cosine: receives -g / √(1 - x²). Saves x."""

    method = "acos"
    numpy = np.arccos
    floats = True
    saves = ("x",)

    @quiet
    def forward(self, x: Array) -> Any:
        """Returns the angle between 0 and π whose cosine is each entry."""
        self.saved = (x,)
        return np.arccos(x)

    def backward(self, grad: Array) -> Any:
        """Returns -g / √(1 - x²)."""
        (x,) = self.saved
        return -grad / np.sqrt(1 - x * x)


class Atan(Function):
    """The angle of a tangent: receives g / (1 + x²). Saves x."""

    method = "atan"
    numpy = np.arctan
    floats = True
    saves = ("x",)

    @quiet
    def forward(self, x: Array) -> Any:
        """Returns the angle between -π/2 and π/2 whose tangent is each entry."""
        self.saved = (x,)
        return np.arctan(x)

    def backward(self, grad: Array) -> Any:
        """Returns g / (1 + x²)."""
        (x,) = self.saved
        return grad / (1 + x * x)


class Asinh(Function):
    """Inverse of the hyperbolic sine: receives g / √(x² + 1). Saves x."""

    method = "asinh"
    numpy = np.arcsinh
    floats = True
    saves = ("x",)

    @quiet
    def forward(self, x: Array) -> Any:
        """Returns the number whose hyperbolic sine is each entry."""
        self.saved = (x,)
        return np.arcsinh(x)

    def backward(self, grad: Array) -> Any:
        """Returns g / √(x² + 1)."""
        (x,) = self.saved
        return grad / np.sqrt(x * x + 1)


class Acosh(Function):
    """Inverse of the hyperbolic cosine: receives g / √(x² - 1). Saves x."""

    method = "acosh"
    numpy = np.arccosh
    floats = True
    saves = ("x",)

    @quiet
    def forward(self, x: Array) -> Any:
        """Returns the number from 0 up whose hyperbolic cosine is each entry."""
        self.saved = (x,)
        return np.arccosh(x)

    def backward(self, grad: Array) -> Any:
        """Returns g / √(x² - 1)."""
        (x,) = self.saved
        return grad / np.sqrt(x * x - 1)


class Atanh(Function):
    """Inverse of the hyperbolic tangent: receives g / (1 - x²). Saves x."""

    method = "atanh"
    numpy = np.arctanh
    floats = True
    saves = ("x",)

    @quiet
    def forward(self, x: Array) -> Any:
        """Returns the number whose hyperbolic tangent is each entry."""
        self.saved = (x,)
        return np.arctanh(x)

    def backward(self, grad: Array) -> Any:
        """Returns g / (1 - x²)."""
        (x,) = self.saved
        return grad / (1 - x * x)


class Log1p(Function):
    """log(1 + x), exact for small x: receives g / (1 + x). Saves x."""

    method = "log1p"
    numpy = np.log1p
    floats = True
    saves = ("x",)

    @quiet
    def forward(self, x: Array) -> Any:
        """Returns the natural logarithm of 1 + x for each entry x, exact near 0."""
        self.saved = (x,)
        return np.log1p(x)

    def backward(self, grad: Array) -> Any:
        """Returns g / (1 + x)."""
        (x,) = self.saved
        return grad / (1 + x)


class Expm1(Function):
    """y = e ** x - 1, exact for small x: receives g * (y + 1). Saves y."""

    method = "expm1"
    numpy = np.expm1
    floats = True
    saves = ("result",)

    @quiet
    def forward(self, x: Array) -> Any:
        """Returns e ** x - 1 for each entry x, exact near 0."""
        y = np.expm1(x)
        self.saved = (y,)
        return y

    def backward(self, grad: Array) -> Any:
        """Returns g * (y + 1)."""
        (y,) = self.saved
        return grad * (y + 1)
