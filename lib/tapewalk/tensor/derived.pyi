"""Written by `make stubs` from the operations: change those."""

# ruff: noqa
# fmt: off

from collections.abc import Callable, Sequence
from typing import Any

from tapewalk.engine.core import TensorCore
from tapewalk.engine.function import Function
from tapewalk.tensor.tensor import Tensor

OPERATIONS: tuple[type[Function], ...]
FREE: dict[str, Callable[..., Any]]
ANSWERS: dict[Any, Callable[..., Any]]

def documentation(operation: type[Function]) -> str: ...

__all__: list[str] = ['acos', 'acosh', 'asin', 'asinh', 'atan', 'atanh', 'cos', 'cosh', 'exp', 'expm1', 'floor_divide', 'log', 'log1p', 'maximum', 'minimum', 'relu', 'remainder', 'sigmoid', 'sign', 'silu', 'sin', 'sinh', 'sqrt', 'tan', 'tanh']

class Derived(TensorCore):
    """Functions that each stand in the class of their operation."""

    def abs(self) -> Tensor:
        """Returns each entry without its sign."""

    def acos(self) -> Tensor:
        """Returns the angle between 0 and π whose cosine is each entry."""

    def acosh(self) -> Tensor:
        """Returns the number from 0 up whose hyperbolic cosine is each entry."""

    def asin(self) -> Tensor:
        """Returns the angle between -π/2 and π/2 whose sine is each entry."""

    def asinh(self) -> Tensor:
        """Returns the number whose hyperbolic sine is each entry."""

    def atan(self) -> Tensor:
        """Returns the angle between -π/2 and π/2 whose tangent is each entry."""

    def atanh(self) -> Tensor:
        """Returns the number whose hyperbolic tangent is each entry."""

    def cos(self) -> Tensor:
        """Returns the cosine of each entry."""

    def cosh(self) -> Tensor:
        """Returns the hyperbolic cosine of each entry."""

    def exp(self) -> Tensor:
        """Returns e to the power of each entry."""

    def expm1(self) -> Tensor:
        """Returns e ** x - 1 for each entry x, exact near 0."""

    def floor_divide(self, other: Any) -> Tensor:
        """Returns how often b goes into a, rounded down."""

    def log(self) -> Tensor:
        """Returns the natural logarithm of each entry: -inf at 0, NaN below."""

    def log1p(self) -> Tensor:
        """Returns the natural logarithm of 1 + x for each entry x, exact near 0."""

    def maximum(self, other: Any) -> Tensor:
        """Returns the larger of two entries; ties share the gradient."""

    def minimum(self, other: Any) -> Tensor:
        """Returns the smaller of two entries; ties share the gradient."""

    def relu(self) -> Tensor:
        """Returns each entry where it is positive, else 0."""

    def remainder(self, other: Any) -> Tensor:
        """Returns what is left of a when b is taken from it as often as it goes into it."""

    def silu(self) -> Tensor:
        """Returns x / (1 + e ** -x) for each entry x."""

    def sigmoid(self) -> Tensor:
        """Returns 1 / (1 + e ** -x) for each entry x."""

    def sign(self) -> Tensor:
        """Returns -1, 0 or 1 for each entry, as its sign is."""

    def sin(self) -> Tensor:
        """Returns the sine of each entry."""

    def sinh(self) -> Tensor:
        """Returns the hyperbolic sine of each entry."""

    def sqrt(self) -> Tensor:
        """Returns the square root of each entry: NaN below 0."""

    def tan(self) -> Tensor:
        """Returns the tangent of each entry."""

    def tanh(self) -> Tensor:
        """Returns the hyperbolic tangent of each entry."""

def abs(x: Any) -> Tensor:
    """Returns each entry without its sign.

    Args:
        x: A tensor, or what becomes one: a number, a list, an array.

    Example:
        >>> from tapewalk import abs, ones
        >>> x = ones(2, 3)
        >>> bool((abs(x).data == x.abs().data).all())
        True
    """

def acos(x: Any) -> Tensor:
    """Returns the angle between 0 and π whose cosine is each entry.

    Args:
        x: A tensor, or what becomes one: a number, a list, an array.

    Example:
        >>> from tapewalk import acos, ones
        >>> x = ones(2, 3)
        >>> bool((acos(x).data == x.acos().data).all())
        True
    """

def acosh(x: Any) -> Tensor:
    """Returns the number from 0 up whose hyperbolic cosine is each entry.

    Args:
        x: A tensor, or what becomes one: a number, a list, an array.

    Example:
        >>> from tapewalk import acosh, ones
        >>> x = ones(2, 3)
        >>> bool((acosh(x).data == x.acosh().data).all())
        True
    """

def asin(x: Any) -> Tensor:
    """Returns the angle between -π/2 and π/2 whose sine is each entry.

    Args:
        x: A tensor, or what becomes one: a number, a list, an array.

    Example:
        >>> from tapewalk import asin, ones
        >>> x = ones(2, 3)
        >>> bool((asin(x).data == x.asin().data).all())
        True
    """

def asinh(x: Any) -> Tensor:
    """Returns the number whose hyperbolic sine is each entry.

    Args:
        x: A tensor, or what becomes one: a number, a list, an array.

    Example:
        >>> from tapewalk import asinh, ones
        >>> x = ones(2, 3)
        >>> bool((asinh(x).data == x.asinh().data).all())
        True
    """

def atan(x: Any) -> Tensor:
    """Returns the angle between -π/2 and π/2 whose tangent is each entry.

    Args:
        x: A tensor, or what becomes one: a number, a list, an array.

    Example:
        >>> from tapewalk import atan, ones
        >>> x = ones(2, 3)
        >>> bool((atan(x).data == x.atan().data).all())
        True
    """

def atanh(x: Any) -> Tensor:
    """Returns the number whose hyperbolic tangent is each entry.

    Args:
        x: A tensor, or what becomes one: a number, a list, an array.

    Example:
        >>> from tapewalk import atanh, ones
        >>> x = ones(2, 3)
        >>> bool((atanh(x).data == x.atanh().data).all())
        True
    """

def cos(x: Any) -> Tensor:
    """Returns the cosine of each entry.

    Args:
        x: A tensor, or what becomes one: a number, a list, an array.

    Example:
        >>> from tapewalk import cos, ones
        >>> x = ones(2, 3)
        >>> bool((cos(x).data == x.cos().data).all())
        True
    """

def cosh(x: Any) -> Tensor:
    """Returns the hyperbolic cosine of each entry.

    Args:
        x: A tensor, or what becomes one: a number, a list, an array.

    Example:
        >>> from tapewalk import cosh, ones
        >>> x = ones(2, 3)
        >>> bool((cosh(x).data == x.cosh().data).all())
        True
    """

def exp(x: Any) -> Tensor:
    """Returns e to the power of each entry.

    Args:
        x: A tensor, or what becomes one: a number, a list, an array.

    Example:
        >>> from tapewalk import exp, ones
        >>> x = ones(2, 3)
        >>> bool((exp(x).data == x.exp().data).all())
        True
    """

def expm1(x: Any) -> Tensor:
    """Returns e ** x - 1 for each entry x, exact near 0.

    Args:
        x: A tensor, or what becomes one: a number, a list, an array.

    Example:
        >>> from tapewalk import expm1, ones
        >>> x = ones(2, 3)
        >>> bool((expm1(x).data == x.expm1().data).all())
        True
    """

def floor_divide(a: Any, b: Any) -> Tensor:
    """Returns how often b goes into a, rounded down.

    Args:
        a: A tensor, an array or a number.
        b: The same; one of both is a tensor.

    Example:
        >>> from tapewalk import floor_divide, ones
        >>> x = ones(2, 3)
        >>> bool((floor_divide(x, x).data == x.floor_divide(x).data).all())
        True
    """

def log(x: Any) -> Tensor:
    """Returns the natural logarithm of each entry: -inf at 0, NaN below.

    Args:
        x: A tensor, or what becomes one: a number, a list, an array.

    Example:
        >>> from tapewalk import log, ones
        >>> x = ones(2, 3)
        >>> bool((log(x).data == x.log().data).all())
        True
    """

def log1p(x: Any) -> Tensor:
    """Returns the natural logarithm of 1 + x for each entry x, exact near 0.

    Args:
        x: A tensor, or what becomes one: a number, a list, an array.

    Example:
        >>> from tapewalk import log1p, ones
        >>> x = ones(2, 3)
        >>> bool((log1p(x).data == x.log1p().data).all())
        True
    """

def maximum(a: Any, b: Any) -> Tensor:
    """Returns the larger of two entries; ties share the gradient.

    Args:
        a: A tensor, an array or a number.
        b: The same; one of both is a tensor.

    Example:
        >>> from tapewalk import maximum, ones
        >>> x = ones(2, 3)
        >>> bool((maximum(x, x).data == x.maximum(x).data).all())
        True
    """

def minimum(a: Any, b: Any) -> Tensor:
    """Returns the smaller of two entries; ties share the gradient.

    Args:
        a: A tensor, an array or a number.
        b: The same; one of both is a tensor.

    Example:
        >>> from tapewalk import minimum, ones
        >>> x = ones(2, 3)
        >>> bool((minimum(x, x).data == x.minimum(x).data).all())
        True
    """

def relu(x: Any) -> Tensor:
    """Returns each entry where it is positive, else 0.

    Args:
        x: A tensor, or what becomes one: a number, a list, an array.

    Example:
        >>> from tapewalk import relu, ones
        >>> x = ones(2, 3)
        >>> bool((relu(x).data == x.relu().data).all())
        True
    """

def remainder(a: Any, b: Any) -> Tensor:
    """Returns what is left of a when b is taken from it as often as it goes into it.

    Args:
        a: A tensor, an array or a number.
        b: The same; one of both is a tensor.

    Example:
        >>> from tapewalk import remainder, ones
        >>> x = ones(2, 3)
        >>> bool((remainder(x, x).data == x.remainder(x).data).all())
        True
    """

def silu(x: Any) -> Tensor:
    """Returns x / (1 + e ** -x) for each entry x.

    Args:
        x: A tensor, or what becomes one: a number, a list, an array.

    Example:
        >>> from tapewalk import silu, ones
        >>> x = ones(2, 3)
        >>> bool((silu(x).data == x.silu().data).all())
        True
    """

def sigmoid(x: Any) -> Tensor:
    """Returns 1 / (1 + e ** -x) for each entry x.

    Args:
        x: A tensor, or what becomes one: a number, a list, an array.

    Example:
        >>> from tapewalk import sigmoid, ones
        >>> x = ones(2, 3)
        >>> bool((sigmoid(x).data == x.sigmoid().data).all())
        True
    """

def sign(x: Any) -> Tensor:
    """Returns -1, 0 or 1 for each entry, as its sign is.

    Args:
        x: A tensor, or what becomes one: a number, a list, an array.

    Example:
        >>> from tapewalk import sign, ones
        >>> x = ones(2, 3)
        >>> bool((sign(x).data == x.sign().data).all())
        True
    """

def sin(x: Any) -> Tensor:
    """Returns the sine of each entry.

    Args:
        x: A tensor, or what becomes one: a number, a list, an array.

    Example:
        >>> from tapewalk import sin, ones
        >>> x = ones(2, 3)
        >>> bool((sin(x).data == x.sin().data).all())
        True
    """

def sinh(x: Any) -> Tensor:
    """Returns the hyperbolic sine of each entry.

    Args:
        x: A tensor, or what becomes one: a number, a list, an array.

    Example:
        >>> from tapewalk import sinh, ones
        >>> x = ones(2, 3)
        >>> bool((sinh(x).data == x.sinh().data).all())
        True
    """

def sqrt(x: Any) -> Tensor:
    """Returns the square root of each entry: NaN below 0.

    Args:
        x: A tensor, or what becomes one: a number, a list, an array.

    Example:
        >>> from tapewalk import sqrt, ones
        >>> x = ones(2, 3)
        >>> bool((sqrt(x).data == x.sqrt().data).all())
        True
    """

def tan(x: Any) -> Tensor:
    """Returns the tangent of each entry.

    Args:
        x: A tensor, or what becomes one: a number, a list, an array.

    Example:
        >>> from tapewalk import tan, ones
        >>> x = ones(2, 3)
        >>> bool((tan(x).data == x.tan().data).all())
        True
    """

def tanh(x: Any) -> Tensor:
    """Returns the hyperbolic tangent of each entry.

    Args:
        x: A tensor, or what becomes one: a number, a list, an array.

    Example:
        >>> from tapewalk import tanh, ones
        >>> x = ones(2, 3)
        >>> bool((tanh(x).data == x.tanh().data).all())
        True
    """
