"""Reductions: many entries become one. Axes are tuples from 0 up, as `axes_of` returns them."""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np

from tapewalk.engine.core import TensorCore
from tapewalk.engine.function import Function, quiet
from tapewalk.engine.memory import Array
from tapewalk.ops.broadcast import (
    as_type,
    count_of,
    divided,
    mean_over,
    ordered,
    sum_over,
    times,
)

Axes = tuple[int, ...]


class Sum(Function):
    """The sum: every entry receives g. Saves nothing."""

    def forward(self, x: Array, *, axes: Axes, keepdim: bool) -> Any:
        self.form = x.shape, axes, keepdim
        return sum_over(x, axes, keepdim)

    def backward(self, grad: Array) -> Any:
        return spread(grad, *self.form)


class Spread(Function):
    """x repeated over axes that a reduction took away: it receives the sums of g over them.

    The rule of `Sum` and other reductions. Saves nothing.
    """

    category = "layout_copy"

    def forward(self, x: Array, *, shape: tuple[int, ...], axes: Axes, keepdim: bool) -> Any:
        self.axes, self.keepdim = axes, keepdim
        return spread(x, shape, axes, keepdim)

    def backward(self, grad: Array) -> Any:
        return sum_over(grad, self.axes, self.keepdim)


def spread(grad: Any, shape: tuple[int, ...], axes: Axes, keepdim: bool) -> Any:
    """Return the gradient of a reduction repeated over the axes that it reduced."""
    if isinstance(grad, TensorCore):
        return Spread.apply(grad, shape=shape, axes=axes, keepdim=keepdim)
    if not keepdim and grad.ndim:  # a single number fits without a reshape
        grad = grad.reshape([1 if i in axes else n for i, n in enumerate(shape)])
    grown = np.empty(shape, grad.dtype)
    grown[...] = grad
    return grown


class Mean(Function):
    """The mean of n entries: each receives g / n. Saves nothing."""

    @quiet
    def forward(self, x: Array, *, axes: Axes, keepdim: bool) -> Any:
        """Return the means over `axes`; NaN where there are no entries."""
        self.form = x.shape, axes, keepdim
        self.n = count_of(x.shape, axes)
        return mean_over(x, axes, keepdim, self.n)

    def backward(self, grad: Array) -> Any:
        return spread(divided(grad, self.n or 1), *self.form)


class Max(Function):
    """The largest entry, which receives g; entries that tie share it equally.

    A NaN is the largest and equals nothing: all entries receive NaN, as from `amax` in PyTorch.
    With `equal_nan` the NaNs share g, as from `max()`. Saves x and the result.
    """

    choose: ClassVar[Any] = staticmethod(np.maximum.reduce)
    saves = ("constant", "constant")

    def forward(self, x: Array, *, axes: Axes, keepdim: bool, equal_nan: bool = False) -> Any:
        self.form, self.equal_nan = (x.shape, axes, keepdim), equal_nan
        y = ordered(self.choose(x, axis=axes, keepdims=True))
        self.saved = x, y
        return y if keepdim else y.reshape([n for i, n in enumerate(x.shape) if i not in axes])

    def backward(self, grad: Array) -> Any:
        x, y = self.saved
        chosen = x == y
        if self.equal_nan:
            chosen |= np.isnan(x) & np.isnan(y)
        count = np.count_nonzero(chosen, axis=self.form[1], keepdims=True).astype(x.dtype)
        share = np.reshape(grad, count.shape) / count
        if self.equal_nan:  # not a product: an infinite or NaN g is the winner's alone
            return np.where(chosen, share, x.dtype.type(0))
        return share * chosen


class Min(Max):
    """The smallest entry, which receives g; entries that tie share it equally."""

    choose: ClassVar[Any] = staticmethod(np.minimum.reduce)


class CumSum(Function):
    """The running sums along an axis: each entry receives the sum of g from its place to the end.

    Saves nothing.
    """

    def forward(self, x: Array, *, axis: int) -> Any:
        self.axis = axis
        return np.cumsum(x, axis)

    def backward(self, grad: Array) -> Any:
        return np.flip(CumSum.of(np.flip(grad, (self.axis,)), axis=self.axis), (self.axis,))


class Norm(Function):
    """(Σ |x| ** p) ** (1 / p): x receives g * x * |x| ** (p - 2) / y ** (p - 1); 0 where y is 0.

    Below p = 2 a zero of x receives 0. Second derivatives there are infinite, and returned as NaN,
    as in PyTorch. Saves x and the result.
    """

    saves = ("x", "result")

    @quiet
    def forward(self, x: Array, *, p: float, axes: Axes, keepdim: bool) -> Any:
        self.p, self.form = p, (x.shape, axes, keepdim)
        squares = x * x if p == 2 else np.abs(x) ** p
        sums = sum_over(squares, axes, keepdim)
        y = np.sqrt(sums) if p == 2 else sums ** (1 / p)
        self.saved = x, y
        return y

    def backward(self, grad: Array) -> Any:
        x, y = self.saved
        p, zero = self.p, grad.dtype.type(0)
        length = spread(y, *self.form)
        slope = x if p == 2 else x * np.abs(x) ** (p - 2)
        if p < 2:
            slope = np.where(x == 0, zero, slope)
        share = np.where(length == 0, zero, slope / length ** (p - 1))
        return share * spread(grad, *self.form)


class Pick(Function):
    """One entry along an axis, by position: it alone receives g. Saves the positions.

    It is what `max(dim)` and `min(dim)` of PyTorch do.
    """

    def forward(self, x: Array, positions: Array, *, axis: int) -> Any:
        """Return the entries at `positions`, which have length 1 along `axis`."""
        self.shape, self.axis = x.shape, axis
        self.saved = (positions,)
        return np.take_along_axis(x, positions, axis)

    def backward(self, grad: Array) -> tuple[Array, None]:
        (positions,) = self.saved
        return Put.of(grad, positions, shape=self.shape, axis=self.axis), None


class Put(Function):
    """0 everywhere except at one position along an axis, which has x: g returns from there.

    The rule of `Pick`.
    """

    def forward(self, x: Array, positions: Array, *, shape: tuple[int, ...], axis: int) -> Array:
        self.axis = axis
        self.saved = (positions,)
        y = np.zeros(shape, x.dtype)
        np.put_along_axis(y, positions, x, axis)
        return y

    def backward(self, grad: Array) -> tuple[Any, None]:
        (positions,) = self.saved
        return Pick.of(grad, positions, axis=self.axis), None


class Var(Function):
    """The variance, squared distances to the mean summed and divided by n - correction.

    x receives g * 2 * (x - mean) / (n - correction). Saves x.
    """

    saves: ClassVar[tuple[str, ...]] = ("x",)

    @quiet
    def forward(self, x: Array, *, axes: Axes, keepdim: bool, correction: float) -> Any:
        self.form = x.shape, axes, keepdim
        self.saved = (x,)
        self.divisor = max(count_of(x.shape, axes) - correction, 0)
        distance = _distance(x, axes)
        distance *= distance
        variance = sum_over(distance, axes, keepdim) / distance.dtype.type(self.divisor)
        return variance.astype(x.dtype, copy=False)

    def backward(self, grad: Array) -> Any:
        (x,) = self.saved
        distance = _distance(x, self.form[1])
        along = spread(grad * _twice(distance, self.divisor), *self.form)
        return as_type(times(distance, along), x.dtype)


class Std(Var):
    """The standard deviation s, root of the variance: x receives g * (x - mean) / (s * divisor).

    Where s is 0 the gradient is 0, as in PyTorch. Saves x and s.
    """

    saves: ClassVar[tuple[str, ...]] = ("x", "result")

    def forward(self, x: Array, *, axes: Axes, keepdim: bool, correction: float) -> Any:
        s = np.sqrt(super().forward(x, axes=axes, keepdim=keepdim, correction=correction))
        self.saved = x, s
        return s

    def backward(self, grad: Array) -> Any:
        x, s = self.saved
        by_var = np.where(s == 0, grad.dtype.type(0), grad / (2 * s))
        distance = _distance(x, self.form[1])
        along = spread(by_var * _twice(distance, self.divisor), *self.form)
        return as_type(times(distance, along), x.dtype)


def _distance(x: Any, axes: Axes) -> Any:
    """Return x minus its means over `axes`; of half precision in single, for its squares."""
    wide = x.astype(np.float32) if x.dtype.itemsize < 4 else x
    return wide - mean_over(wide, axes, True, count_of(x.shape, axes))


def _twice(distance: Any, divisor: float) -> Any:
    """Return 2 / divisor in the number type of the distances."""
    return 2 / distance.dtype.type(divisor)
