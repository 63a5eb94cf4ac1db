"""The error function, which NumPy lacks."""

from __future__ import annotations

import math
from typing import Final

import numpy as np

from tapewalk.memory import Array

# erf(x) = x P(x²) / Q(x²) on [-4, 4]; beyond, float32 can't tell erf from ±1. The coefficients are
# those of Eigen's single precision erf (MathFunctionsImpl.h), constant term first.
_TOP: Final = (
    -1.60960333262415e-02,
    -2.95459980854025e-03,
    -7.34990630326855e-04,
    -5.69250639462346e-05,
    -2.10102402082508e-06,
    2.77068142495902e-08,
    -2.72614225801306e-10,
)
_BOTTOM: Final = (
    -1.42647390514189e-02,
    -7.37332916720468e-03,
    -1.68282697438203e-03,
    -2.13374055278905e-04,
    -1.45660718464996e-05,
)
_exactly = np.frompyfunc(math.erf, 1, 1)


def erf(x: Array) -> Array:
    """Return 2/√π times the integral of e**-t² from 0 to x, for each entry.

    float32 takes the fast way; other types Python's own function, exact and slow.
    """
    if x.dtype != np.float32:
        return np.asarray(_exactly(x), dtype=x.dtype)
    x = np.clip(x, -4, 4)
    square = x * x
    y = _polynomial(square, _TOP)
    y *= x
    y /= _polynomial(square, _BOTTOM)
    return y


def _polynomial(x: Array, coefficients: tuple[float, ...]) -> Array:
    """Return the polynomial by Horner's rule, in place."""
    y = x * np.float32(coefficients[-1])
    for c in coefficients[-2:0:-1]:
        y += np.float32(c)
        y *= x
    y += np.float32(coefficients[0])
    return y
