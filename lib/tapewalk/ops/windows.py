"""Windows that slide over the last axes: what convolutions and pooling look at."""

from __future__ import annotations

from itertools import product
from typing import Any, NamedTuple

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view

from tapewalk.engine.function import Function
from tapewalk.engine.memory import Array
from tapewalk.engine.twice import with_history
from tapewalk.ops.broadcast import AnyTensor


class Sliding(NamedTuple):
    """How a window slides, one number for each axis that it slides over.

    Attributes:
        kernel: The lengths of the window.
        stride: How far it moves at a time.
        padding: How many entries are added before each axis and after it.
        dilation: How far its entries are apart.
    """

    kernel: tuple[int, ...]
    stride: tuple[int, ...]
    padding: tuple[tuple[int, int], ...]
    dilation: tuple[int, ...]

    def lengths(self, shape: tuple[int, ...]) -> tuple[int, ...]:
        """Returns how many windows there are along each axis of x."""
        return tuple(
            [
                (n + before + after - d * (k - 1) - 1) // s + 1
                for n, k, s, (before, after), d in zip(
                    shape[-len(self.kernel) :], *self, strict=True
                )
            ]
        )


class Unfold(Function):
    """A copy of each window that slides over the last axes of x; x receives the sum of the windows.

    Shapes: x (…, *lengths) → (…, *windows, *kernel).
    """

    def forward(self, x: Array, *, sliding: Sliding, fill: float = 0.0) -> Array:
        """Returns the windows; `fill` stands where they reach over the edge."""
        self.shape, self.sliding = x.shape, sliding
        kernel, stride, padding, dilation = sliding
        free = x.ndim - len(kernel)
        if any(map(any, padding)):
            x = np.pad(x, [(0, 0)] * free + list(padding), constant_values=fill)
        reach = tuple([d * (k - 1) + 1 for k, d in zip(kernel, dilation, strict=True)])
        windows = sliding_window_view(x, reach, tuple(range(free, x.ndim)))
        steps: list[Any] = [slice(None, None, step) for step in (*stride, *dilation)]
        return np.ascontiguousarray(windows[(..., *steps)])

    def backward(self, grad: Array) -> Any:
        """Returns the sum of the windows, each at its place."""
        return Fold.of(grad, shape=self.shape, sliding=self.sliding)


class Pool(Unfold):
    """The windows of which pooling takes the largest entry or the mean.

    Its rule has x as an operand, as PyTorch's of pooling have: the second derivative by x is 0, and
    x does not count as unused.
    """

    def backward(self, grad: Array) -> Any:
        """Returns the sum of the windows, each at its place, whose slope by x is 0."""
        by_x = super().backward(grad)
        if not isinstance(grad, AnyTensor):
            return by_x
        return np.where(True, by_x, with_history(np.zeros_like(by_x._data), self.parents[0]))


class Fold(Function):
    """The sum of windows, each at its place: every window receives its part of g. Rule of `Unfold`.

    Shapes: windows (…, *windows, *kernel) → (…, *lengths).
    """

    def forward(self, windows: Array, *, shape: tuple[int, ...], sliding: Sliding) -> Array:
        """Returns the sum of the windows as an array of `shape`."""
        self.sliding = sliding
        kernel, stride, padding, dilation = sliding
        n = len(kernel)
        free, lengths = shape[: len(shape) - n], shape[len(shape) - n :]
        padded = [a + sum(p) for a, p in zip(lengths, padding, strict=True)]
        y = np.zeros((*free, *padded), windows.dtype)
        counts = windows.shape[len(free) : len(free) + n]
        for at in product(*map(range, kernel)):  # few: the entries of one window
            here: list[Any] = list(at)
            steps: list[Any] = [
                slice(i * d, i * d + s * (count - 1) + 1, s) if count else slice(0, 0)
                for i, d, s, count in zip(at, dilation, stride, counts, strict=True)
            ]
            y[(..., *steps)] += windows[(..., *here)]
        inner: list[Any] = [slice(p, p + a) for (p, _), a in zip(padding, lengths, strict=True)]
        return np.ascontiguousarray(y[(..., *inner)])

    def backward(self, grad: Array) -> Any:
        """Returns the windows of g."""
        return Unfold.of(grad, sliding=self.sliding)
