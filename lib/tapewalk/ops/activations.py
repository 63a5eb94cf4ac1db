"""Activations and softmax. g is the gradient of the result y."""

from __future__ import annotations

from typing import Any

import numpy as np

from tapewalk.engine.function import Function, quiet
from tapewalk.engine.memory import Array
from tapewalk.ops.broadcast import (
    AnyTensor,
    less,
    plus,
    row_starts,
    shape_of,
    sum_last,
    times,
    unbroadcast,
)


class ReLU(Function):
    """Each entry where it is positive, else 0: g passes where y is above 0. Saves y."""

    category = "activation"
    method = "relu"
    saves = ("result",)

    def forward(self, x: Array) -> Any:
        y = np.maximum(x, 0)
        self.saved = (y,)
        return y

    def backward(self, grad: Array) -> Any:
        (y,) = self.saved
        if isinstance(grad, AnyTensor):
            return ReLUSlope.apply(grad, y)
        return passed(grad, y)


class ReLUSlope(Function):
    """x where y is above 0: g passes there, and y receives 0. The rule of `ReLU`. Saves y."""

    category = "activation"
    saves = ("y",)

    def forward(self, x: Array, y: Array) -> Array:
        self.saved = (y,)
        return passed(x, y)

    def backward(self, grad: Array) -> tuple[Any, Any]:
        (y,) = self.saved
        by_x = ReLUSlope.of(grad, y)
        return by_x, np.zeros_like(y)


def passed(grad: Array, y: Array) -> Array:
    """Return g where y > 0 (or NaN), else 0: not a product, since 0 times infinity is NaN."""
    return np.where(y <= 0, _zero(grad), grad)


class Sigmoid(Function):
    """1 / (1 + e ** -x) for each entry x: receives g * y * (1 - y). Saves y."""

    category = "activation"
    method = "sigmoid"
    floats = True
    saves = ("result",)

    def forward(self, x: Array) -> Any:
        y = sigmoid(x)
        self.saved = (y,)
        return y

    def backward(self, grad: Array) -> Any:
        (y,) = self.saved
        return grad * (1 - y) * y


def sigmoid(x: Any) -> Any:
    """Return 1 / (1 + e ** -x), without overflow and without loss of digits at either end."""
    if isinstance(x, AnyTensor):
        return Sigmoid.apply(x)
    e = np.exp(-np.abs(x))
    return np.where(x >= 0, 1, e) / (1 + e)


class LogAddExp(Function):
    """The logarithm of e ** a + e ** b: a receives g σ(a - b), b receives g σ(b - a).

    σ is the sigmoid. Saves a and b.
    """

    method = "logaddexp"
    numpy = np.logaddexp
    floats = True
    saves = ("a", "b")

    def forward(self, a: Any, b: Any) -> Any:
        self.saved = a, b
        return np.logaddexp(a, b)

    def backward(self, grad: Array) -> Any:
        a, b = self.saved
        by_a, by_b = grad * sigmoid(a - b), grad * sigmoid(b - a)
        return unbroadcast(by_a, shape_of(a)), unbroadcast(by_b, shape_of(b))


def _zero(array: Array) -> Any:
    """Return 0 in the number type of an array."""
    return array.dtype.type(0)


class SiLU(Function):
    """x / (1 + e ** -x) for each entry x: receives g * σ(x) * (1 + x * (1 - σ(x))). Saves x.

    σ is the sigmoid. Sources: Hendrycks and Gimpel (2016), Gaussian Error Linear Units;
    Ramachandran, Zoph and Le (2017), Searching for Activation Functions, as Swish.
    """

    category = "activation"
    method = "silu"
    floats = True
    saves = ("x",)

    @quiet
    def forward(self, x: Array) -> Any:
        self.saved = (x,)
        return x * sigmoid(x)

    def backward(self, grad: Array) -> Any:
        (x,) = self.saved
        share = sigmoid(x)
        return grad * (share * (1 + x * (1 - share)))


class Tanh(Function):
    """The hyperbolic tangent of each entry: receives g * (1 - y**2). Saves y."""

    category = "activation"
    method = "tanh"
    numpy = np.tanh
    floats = True
    saves = ("result",)

    def forward(self, x: Array) -> Any:
        y = np.tanh(x)
        self.saved = (y,)
        return y

    def backward(self, grad: Array) -> Any:
        (y,) = self.saved
        return times(1 - y * y, grad)


class Softmax(Function):
    """y = e ** x divided by its sum along an axis: receives y * (g - Σ g y). Saves y."""

    category = "activation"
    saves = ("result",)

    @quiet
    def forward(self, x: Array, *, axis: int) -> Array:
        self.axis = axis
        y = exp_shifted(x, axis)
        y /= total(y, axis)
        self.saved = (y,)
        return y

    def backward(self, grad: Array) -> Any:
        (y,) = self.saved
        if self.axis == y.ndim - 1:  # the products are added up without an array of them
            along = np.vecdot(grad, y)[..., None]
        else:
            along = total(grad * y, self.axis)
        return times(grad - along, y)


class LogSoftmax(Function):
    """y = x - log Σ e ** x along an axis: receives g - e ** y Σ g. Saves y."""

    category = "activation"
    saves = ("result",)

    @quiet
    def forward(self, x: Array, *, axis: int) -> Array:
        self.axis = axis
        y = less(x, highest(x, axis))
        y -= np.log(total(np.exp(y), axis))
        self.saved = (y,)
        return y

    def backward(self, grad: Array) -> Any:
        (y,) = self.saved
        shares = times(np.exp(y), -total(grad, self.axis))
        return plus(shares, grad)


def highest(x: Array, axis: int) -> Array:
    """Return the largest entry along `axis`, which stays with length 1."""
    n = x.shape[axis]
    if axis != x.ndim - 1 or not x.size:
        return np.maximum.reduce(x, axis=axis, keepdims=True, initial=None if n else 0)
    # Along the last axis finding the place and taking the entry is twice as fast as a reduction.
    place = x.reshape(-1, n).argmax(1)
    place += row_starts(len(place), n)
    result: Array = x.take(place).reshape(*x.shape[:-1], 1)
    return result


def exp_shifted(x: Array, axis: int) -> Array:
    """Return e ** (x - max x): the shift cancels in a quotient and keeps exp from overflow."""
    y = less(x, highest(x, axis))
    return np.exp(y, out=y)


def total(x: Any, axis: int) -> Any:
    """Return the sums along `axis`, which stays with length 1."""
    if axis == x.ndim - 1:
        return sum_last(x)
    if isinstance(x, AnyTensor):
        return x.sum(axis, keepdim=True)
    return np.add.reduce(x, axis=axis, keepdims=True)
