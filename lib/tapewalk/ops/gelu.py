"""GELU, and the normal distribution that it needs and NumPy lacks."""

from __future__ import annotations

import math
from typing import Any, Final

import numpy as np

from tapewalk.engine.function import Function, quiet
from tapewalk.engine.memory import Array
from tapewalk.engine.twice import made_by

# Twenty passes over a block find their numbers in the processor's cache; over a whole large array
# they would fetch them from memory each time, which takes twice as long.
_BLOCK: Final = 32768

# Φ(x) = (1 + tanh(x P(x²))) / 2 for the right P. This one, constant term first, was fitted to keep
# the error of Φ below 3e-8 for every x: half the distance between float32 numbers next to 1.
# Each is an array: NumPy takes longer to make one of a Python number than to multiply a block.
_P: Final = tuple(
    np.array(c, np.float32)
    for c in (
        7.978849415e-01,
        3.633308458e-02,
        -3.259498085e-05,
        -5.530619127e-05,
        3.964743920e-06,
        -1.322632972e-07,
        1.756169521e-09,
    )
)
_erf: Final = np.frompyfunc(math.erf, 1, 1)


class GELU(Function):
    """x Φ(x), Φ the normal distribution: receives g * (Φ(x) + x φ(x)). Saves that slope, and x.

    PyTorch saves x alone and computes Φ again in backward. Here x is for second derivatives.
    Source: Hendrycks and Gimpel (2016), Gaussian Error Linear Units.
    """

    category = "activation"

    @quiet
    def forward(self, x: Array) -> Any:
        flat = x.reshape(-1)
        y, slope = np.empty_like(flat), np.empty_like(flat)
        for start in range(0, flat.size, _BLOCK):
            block = slice(start, start + _BLOCK)
            _fill(flat[block], y[block], slope[block])
        self.saved = slope.reshape(x.shape), x
        return y.reshape(x.shape)

    def backward(self, grad: Array) -> Any:
        slope, _ = self.saved
        return grad * slope

    def saved_as_tensors(self) -> tuple[Any, ...]:
        """Return the slope as a function of x."""
        slope, x = self.saved
        return made_by(GELUSlope, slope, self.parents[0], saved=(x,)), x


class GELUSlope(Function):
    """Φ(x) + x φ(x), the slope of GELU: receives g * φ(x) * (2 - x²). Saves x."""

    category = "activation"
    saves = ("x",)

    def forward(self, x: Array) -> Any:
        self.saved = (x,)
        return normal_cdf(x, x * x) + x * np.exp(-0.5 * x * x) / math.sqrt(2 * math.pi)

    def backward(self, grad: Array) -> Any:
        (x,) = self.saved
        square = x * x
        return grad * np.exp(square * -0.5) * ((2 - square) * (1 / math.sqrt(2 * math.pi)))


def _fill(x: Array, y: Array, slope: Array) -> None:
    """Write x Φ(x) into `y` and its slope into `slope`."""
    square = x * x
    cdf = normal_cdf(x, square)
    np.multiply(x, cdf, out=y)
    square *= -0.5
    density = np.exp(square, out=square)
    density *= 1 / math.sqrt(2 * math.pi)
    density *= x
    np.add(density, cdf, out=slope)


def normal_cdf(x: Array, square: Array) -> Array:
    """Return Φ(x) for each entry, given x and x².

    float32 uses the approximation above; other types Python's `erf`, which is exact and slow.
    """
    if x.dtype != np.float32:
        return np.asarray(0.5 + 0.5 * _erf(x * math.sqrt(0.5)), dtype=x.dtype)
    u = square * _P[-1]
    for c in _P[-2:0:-1]:  # Horner's rule, in place
        u += c
        u *= square
    u += _P[0]
    u *= x
    np.tanh(u, out=u)
    u += 1
    u *= 0.5
    return u


_SCALE: Final = math.sqrt(2 / math.pi)


class GELUTanh(Function):
    """The approximation x (1 + tanh(√(2/π) (x + 0.044715 x³))) / 2 of GELU. Saves x.

    Source: Hendrycks and Gimpel (2016), section 2.
    """

    category = "activation"
    saves = ("x",)

    @quiet
    def forward(self, x: Array) -> Any:
        self.saved = (x,)
        return 0.5 * x * (1 + self._tanh(x))

    def _tanh(self, x: Array) -> Array:
        return np.tanh(_SCALE * (x + 0.044715 * (x * x * x)))

    def backward(self, grad: Array) -> Any:
        (x,) = self.saved
        t = self._tanh(x)
        inner = _SCALE * (1 + 3 * 0.044715 * (x * x))
        slope: Array = 0.5 * (1 + t) + 0.5 * x * (1 - t * t) * inner
        return grad * slope
