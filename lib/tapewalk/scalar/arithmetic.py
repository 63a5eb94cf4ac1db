"""Real-number arithmetic for `Value`: an IEEE result, or an error that says why there is none.

Python's own `math` raises an error at an overflow (`math.exp(1000)`), and `(-8) ** (1 / 3)` is
complex. PyTorch gives `inf` for the first; the second has no gradient.

If `math` refuses an operand with a `TypeError`, that is a `Value` in place of a number, as in
second derivatives: then its own method is called.
"""

from __future__ import annotations

import math
from numbers import Real
from typing import Any

# Errors of `math` for a result that is too large: CPython's and MicroPython's.
_TOO_LARGE = (OverflowError, ValueError)


def real(number: object, what: str) -> float:
    """Return `number` as a float; raise an error that lists what `Value` accepts."""
    if type(number) is float:  # nearly always; asking an abstract class costs five times more
        return number
    if isinstance(number, Real):
        return float(number)
    raise TypeError(
        f"{what} a real number, got {number!r} of type {type(number).__name__}. "
        "Usually text was not converted (float('2.5')) or a whole list or array was passed: "
        "make one Value for each number."
    )


def number(x: object) -> Any:
    """Return the number of a `Value`, or `x` itself."""
    return getattr(x, "data", x)


def divide(numerator: float, denominator: float) -> float:
    """Return `numerator / denominator`; raise `ZeroDivisionError` with the two numbers."""
    if denominator == 0.0:
        raise ZeroDivisionError(
            f"division by zero: {numerator!r} / {denominator!r}. "
            "A quotient needs a denominator other than 0; usually a sum or a count came out empty. "
            "Add a small number to the denominator or test it first."
        )
    return numerator / denominator


def power(base: float, exponent: float) -> float:
    """Return the real number `base ** exponent`; raise an error if there is none."""
    if base == 0.0 and exponent < 0.0:
        raise ZeroDivisionError(
            f"0 to a negative power: {base!r} ** {exponent!r} divides by zero. "
            "A negative power needs a base other than 0; 1 / x and x ** -1 share this rule."
        )
    try:
        is_whole = not math.isfinite(exponent) or exponent == math.floor(exponent)
        is_real = is_whole or not base < 0.0
        powered: float = math.pow(base, exponent) if is_real else math.nan
    except _TOO_LARGE:
        # An odd power keeps the sign of its base; every other overflow is positive.
        return math.copysign(math.inf, base) if exponent % 2.0 == 1.0 else math.inf
    except TypeError:
        is_real, powered = True, base**exponent  # one of them is a `Value`
    if not is_real:
        raise ValueError(
            "a negative base needs a whole exponent: "
            f"{base!r} ** {exponent!r} is not a real number. "
            "Usually the base should have been squared or passed through exp before."
        )
    return powered


def power_by_base(base: float, exponent: float) -> float:
    """Return d(base ** exponent)/d(base) = exponent * base ** (exponent - 1)."""
    if exponent == 0.0:
        return 0.0  # x ** 0 is 1 everywhere, at x = 0 too
    if base == 0.0 and exponent < 1.0:
        return math.inf  # the slope of a root at 0, as in PyTorch
    return exponent * power(base, exponent - 1.0)


def power_by_exponent(base: float, exponent: float, result: float) -> float:
    """Return d(base ** exponent)/d(exponent) = result * log(base); NaN for a negative base."""
    if base > 0.0:
        return result * log(base)
    # 0 ** exponent is flat where it exists; a negative base is real only at single points.
    return 0.0 if base >= 0.0 and exponent >= 0.0 else math.nan


def exp(x: Any) -> float:
    """Return e ** x, `inf` where it is too large for a float."""
    try:
        return math.exp(x)
    except _TOO_LARGE:
        return math.inf
    except TypeError:
        result: float = x.exp()
        return result


def log(x: Any) -> float:
    """Return the natural logarithm of a positive number; else raise `ValueError`."""
    if x <= 0.0:
        raise ValueError(
            f"log needs a positive number, got {x!r}. "
            "Usually a probability reached 0 or a difference went below it: "
            "pass log a sum, an exp, or max(x, 1e-12)."
        )
    try:
        return math.log(x)
    except TypeError:
        result: float = x.log()
        return result


def sqrt(x: Any) -> float:
    """Return the square root of a number from 0 up; else raise `ValueError`."""
    if x < 0.0:
        raise ValueError(
            f"sqrt needs a number that is not negative, got {x!r}. "
            "Usually a variance lost its last digits: pass sqrt a sum of squares."
        )
    try:
        return math.sqrt(x)
    except TypeError:
        result: float = x.sqrt()
        return result


def sinh(x: Any) -> float:
    """Return the hyperbolic sine, infinite where it is too large for a float."""
    try:
        return math.sinh(x)
    except _TOO_LARGE:
        return math.copysign(math.inf, x)
    except TypeError:
        result: float = x.sinh()
        return result


def cosh(x: Any) -> float:
    """Return the hyperbolic cosine, `inf` where it is too large for a float."""
    try:
        return math.cosh(x)
    except _TOO_LARGE:
        return math.inf
    except TypeError:
        e = exp(x)
        return (e + 1.0 / e) * 0.5


def tanh(x: Any) -> float:
    """Return the hyperbolic tangent."""
    try:
        return math.tanh(x)
    except TypeError:
        result: float = x.tanh()
        return result


def sigmoid(x: Any) -> float:
    """Return 1 / (1 + e ** -x) without overflow at either end."""
    try:
        if x >= 0.0:
            return 1.0 / (1.0 + math.exp(-x))
        e = math.exp(x)
        return e / (1.0 + e)
    except TypeError:
        result: float = x.sigmoid()
        return result
