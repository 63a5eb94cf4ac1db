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

__all__: list[str] = ['acos', 'acosh', 'asin', 'asinh', 'atan', 'atan2', 'atanh', 'cos', 'cosh', 'exp', 'expm1', 'floor_divide', 'hypot', 'log', 'log1p', 'logaddexp', 'maximum', 'minimum', 'relu', 'remainder', 'sigmoid', 'sign', 'silu', 'sin', 'sinh', 'sqrt', 'tan', 'tanh']

class Derived(TensorCore):
    """Functions that each follow from the class of their operation."""

    def abs(self) -> Tensor: """Return each entry without its sign."""
    def acos(self) -> Tensor: """Return the angle from 0 to π whose cosine is each entry."""
    def acosh(self) -> Tensor: """Return the number from 0 up whose hyperbolic cosine is each entry."""
    def asin(self) -> Tensor: """Return the angle from -π/2 to π/2 whose sine is each entry."""
    def asinh(self) -> Tensor: """Return the number whose hyperbolic sine is each entry."""
    def atan(self) -> Tensor: """Return the angle from -π/2 to π/2 whose tangent is each entry."""
    def atan2(self, other: Any) -> Tensor: """Return the angle of the point (b, a)."""
    def atanh(self) -> Tensor: """Return the number whose hyperbolic tangent is each entry."""
    def cos(self) -> Tensor: """Return the cosine of each entry."""
    def cosh(self) -> Tensor: """Return the hyperbolic cosine of each entry."""
    def exp(self) -> Tensor: """Return e to the power of each entry."""
    def expm1(self) -> Tensor: """Return e ** x - 1 for each entry x, exact near 0."""
    def floor_divide(self, other: Any) -> Tensor: """Return the quotient a / b rounded down."""
    def hypot(self, other: Any) -> Tensor: """Return the length √(a² + b²) without overflow."""
    def log(self) -> Tensor: """Return the natural logarithm of each entry, -inf at 0 and NaN below."""
    def log1p(self) -> Tensor: """Return the natural logarithm of 1 + x for each entry x, exact near 0."""
    def logaddexp(self, other: Any) -> Tensor: """Return the logarithm of e ** a + e ** b."""
    def maximum(self, other: Any) -> Tensor: """Return the larger of two entries; ties share the gradient."""
    def minimum(self, other: Any) -> Tensor: """Return the smaller of two entries; ties share the gradient."""
    def relu(self) -> Tensor: """Return each entry where it is positive, else 0."""
    def remainder(self, other: Any) -> Tensor: """Return the remainder of a / b, with the sign of b."""
    def silu(self) -> Tensor: """Return x / (1 + e ** -x) for each entry x."""
    def sigmoid(self) -> Tensor: """Return 1 / (1 + e ** -x) for each entry x."""
    def sign(self) -> Tensor: """Return -1, 0 or 1 for each entry, by its sign."""
    def sin(self) -> Tensor: """Return the sine of each entry."""
    def sinh(self) -> Tensor: """Return the hyperbolic sine of each entry."""
    def sqrt(self) -> Tensor: """Return the square root of each entry, NaN below 0."""
    def tan(self) -> Tensor: """Return the tangent of each entry."""
    def tanh(self) -> Tensor: """Return the hyperbolic tangent of each entry."""

def abs(x: Any) -> Tensor: """Return each entry without its sign."""
def acos(x: Any) -> Tensor: """Return the angle from 0 to π whose cosine is each entry."""
def acosh(x: Any) -> Tensor: """Return the number from 0 up whose hyperbolic cosine is each entry."""
def asin(x: Any) -> Tensor: """Return the angle from -π/2 to π/2 whose sine is each entry."""
def asinh(x: Any) -> Tensor: """Return the number whose hyperbolic sine is each entry."""
def atan(x: Any) -> Tensor: """Return the angle from -π/2 to π/2 whose tangent is each entry."""
def atan2(a: Any, b: Any) -> Tensor: """Return the angle of the point (b, a)."""
def atanh(x: Any) -> Tensor: """Return the number whose hyperbolic tangent is each entry."""
def cos(x: Any) -> Tensor: """Return the cosine of each entry."""
def cosh(x: Any) -> Tensor: """Return the hyperbolic cosine of each entry."""
def exp(x: Any) -> Tensor: """Return e to the power of each entry."""
def expm1(x: Any) -> Tensor: """Return e ** x - 1 for each entry x, exact near 0."""
def floor_divide(a: Any, b: Any) -> Tensor: """Return the quotient a / b rounded down."""
def hypot(a: Any, b: Any) -> Tensor: """Return the length √(a² + b²) without overflow."""
def log(x: Any) -> Tensor: """Return the natural logarithm of each entry, -inf at 0 and NaN below."""
def log1p(x: Any) -> Tensor: """Return the natural logarithm of 1 + x for each entry x, exact near 0."""
def logaddexp(a: Any, b: Any) -> Tensor: """Return the logarithm of e ** a + e ** b."""
def maximum(a: Any, b: Any) -> Tensor: """Return the larger of two entries; ties share the gradient."""
def minimum(a: Any, b: Any) -> Tensor: """Return the smaller of two entries; ties share the gradient."""
def relu(x: Any) -> Tensor: """Return each entry where it is positive, else 0."""
def remainder(a: Any, b: Any) -> Tensor: """Return the remainder of a / b, with the sign of b."""
def silu(x: Any) -> Tensor: """Return x / (1 + e ** -x) for each entry x."""
def sigmoid(x: Any) -> Tensor: """Return 1 / (1 + e ** -x) for each entry x."""
def sign(x: Any) -> Tensor: """Return -1, 0 or 1 for each entry, by its sign."""
def sin(x: Any) -> Tensor: """Return the sine of each entry."""
def sinh(x: Any) -> Tensor: """Return the hyperbolic sine of each entry."""
def sqrt(x: Any) -> Tensor: """Return the square root of each entry, NaN below 0."""
def tan(x: Any) -> Tensor: """Return the tangent of each entry."""
def tanh(x: Any) -> Tensor: """Return the hyperbolic tangent of each entry."""
