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

__all__: list[str] = ['cos', 'exp', 'log', 'maximum', 'minimum', 'relu', 'sigmoid', 'sin', 'sinh', 'sqrt', 'tanh']

class Derived(TensorCore):
    """Functions that each stand in the class of their operation."""

    def abs(self) -> Tensor:
        """Return each entry without its sign."""

    def cos(self) -> Tensor:
        """Return the cosine of each entry."""

    def exp(self) -> Tensor:
        """Return e to the power of each entry."""

    def log(self) -> Tensor:
        """Return the natural logarithm of each entry: -inf at 0, NaN below."""

    def maximum(self, other: Any) -> Tensor:
        """Return the larger of two entries; ties share the gradient."""

    def minimum(self, other: Any) -> Tensor:
        """Return the smaller of two entries; ties share the gradient."""

    def relu(self) -> Tensor:
        """Return each entry where it is positive, else 0."""

    def sigmoid(self) -> Tensor:
        """Return 1 / (1 + e ** -x) for each entry x."""

    def sin(self) -> Tensor:
        """Return the sine of each entry."""

    def sinh(self) -> Tensor:
        """Return the hyperbolic sine of each entry."""

    def sqrt(self) -> Tensor:
        """Return the square root of each entry: NaN below 0."""

    def tanh(self) -> Tensor:
        """Return the hyperbolic tangent of each entry."""

def abs(x: Any) -> Tensor:
    """Return each entry without its sign.

    Args:
        x: A tensor, or what becomes one: a number, a list, an array.

    Example:
        >>> from tapewalk import abs, ones
        >>> x = ones(2, 3)
        >>> bool((abs(x).data == x.abs().data).all())
        True
    """

def cos(x: Any) -> Tensor:
    """Return the cosine of each entry.

    Args:
        x: A tensor, or what becomes one: a number, a list, an array.

    Example:
        >>> from tapewalk import cos, ones
        >>> x = ones(2, 3)
        >>> bool((cos(x).data == x.cos().data).all())
        True
    """

def exp(x: Any) -> Tensor:
    """Return e to the power of each entry.

    Args:
        x: A tensor, or what becomes one: a number, a list, an array.

    Example:
        >>> from tapewalk import exp, ones
        >>> x = ones(2, 3)
        >>> bool((exp(x).data == x.exp().data).all())
        True
    """

def log(x: Any) -> Tensor:
    """Return the natural logarithm of each entry: -inf at 0, NaN below.

    Args:
        x: A tensor, or what becomes one: a number, a list, an array.

    Example:
        >>> from tapewalk import log, ones
        >>> x = ones(2, 3)
        >>> bool((log(x).data == x.log().data).all())
        True
    """

def maximum(a: Any, b: Any) -> Tensor:
    """Return the larger of two entries; ties share the gradient.

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
    """Return the smaller of two entries; ties share the gradient.

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
    """Return each entry where it is positive, else 0.

    Args:
        x: A tensor, or what becomes one: a number, a list, an array.

    Example:
        >>> from tapewalk import relu, ones
        >>> x = ones(2, 3)
        >>> bool((relu(x).data == x.relu().data).all())
        True
    """

def sigmoid(x: Any) -> Tensor:
    """Return 1 / (1 + e ** -x) for each entry x.

    Args:
        x: A tensor, or what becomes one: a number, a list, an array.

    Example:
        >>> from tapewalk import sigmoid, ones
        >>> x = ones(2, 3)
        >>> bool((sigmoid(x).data == x.sigmoid().data).all())
        True
    """

def sin(x: Any) -> Tensor:
    """Return the sine of each entry.

    Args:
        x: A tensor, or what becomes one: a number, a list, an array.

    Example:
        >>> from tapewalk import sin, ones
        >>> x = ones(2, 3)
        >>> bool((sin(x).data == x.sin().data).all())
        True
    """

def sinh(x: Any) -> Tensor:
    """Return the hyperbolic sine of each entry.

    Args:
        x: A tensor, or what becomes one: a number, a list, an array.

    Example:
        >>> from tapewalk import sinh, ones
        >>> x = ones(2, 3)
        >>> bool((sinh(x).data == x.sinh().data).all())
        True
    """

def sqrt(x: Any) -> Tensor:
    """Return the square root of each entry: NaN below 0.

    Args:
        x: A tensor, or what becomes one: a number, a list, an array.

    Example:
        >>> from tapewalk import sqrt, ones
        >>> x = ones(2, 3)
        >>> bool((sqrt(x).data == x.sqrt().data).all())
        True
    """

def tanh(x: Any) -> Tensor:
    """Return the hyperbolic tangent of each entry.

    Args:
        x: A tensor, or what becomes one: a number, a list, an array.

    Example:
        >>> from tapewalk import tanh, ones
        >>> x = ones(2, 3)
        >>> bool((tanh(x).data == x.tanh().data).all())
        True
    """
