"""The same entries in another arrangement; all but `Concat` are views of the same memory."""

from __future__ import annotations

from typing import Any

import numpy as np

from tapewalk.engine.function import Function
from tapewalk.engine.memory import Array
from tapewalk.ops.broadcast import ordered, unbroadcast


class Reshape(Function):
    """x in another shape: g returns in x's. Saves nothing. It copies only if it must."""

    category = "layout_free"
    view = True

    def forward(self, x: Array, *, shape: tuple[int, ...]) -> Array:
        self.shape = x.shape
        return x.reshape(shape)

    def backward(self, grad: Array) -> Array:
        return grad.reshape(self.shape)


class Transpose(Function):
    """x with two axes exchanged: g returns with them exchanged back. Saves nothing."""

    category = "layout_free"
    view = True

    def forward(self, x: Array, *, dim0: int, dim1: int) -> Array:
        self.dims = dim0, dim1
        return x.swapaxes(dim0, dim1)

    def backward(self, grad: Array) -> Array:
        return grad.swapaxes(*self.dims)


class Permute(Function):
    """x with its axes in another order: g returns in the old order. Saves nothing."""

    category = "layout_free"
    view = True

    def forward(self, x: Array, *, axes: tuple[int, ...]) -> Array:
        self.axes = axes
        return x.transpose(axes)

    def backward(self, grad: Array) -> Array:
        return grad.transpose(tuple(np.argsort(self.axes).tolist()))


class Expand(Function):
    """x repeated along axes of length 1 and new leading axes, without a copy: g is summed back."""

    category = "unknown"  # the graph decides
    view = True

    def forward(self, x: Array, *, shape: tuple[int, ...]) -> Array:
        self.shape = x.shape
        return np.broadcast_to(x, shape)

    def backward(self, grad: Array) -> Any:
        return unbroadcast(grad, self.shape)


class Concat(Function):
    """Tensors one after another along an axis: each receives its part of g. Saves nothing."""

    category = "layout_copy"

    def forward(self, *parts: Array, axis: int) -> Array:
        self.axis = axis
        self.ends = np.cumsum([part.shape[axis] for part in parts])[:-1]
        return ordered(np.concatenate(parts, axis))

    def backward(self, grad: Array) -> tuple[Array, ...]:
        return tuple(np.split(grad, self.ends, self.axis))


class Flip(Function):
    """x reversed along some axes: g is reversed back. Saves nothing."""

    category = "layout_copy"

    def forward(self, x: Array, *, axes: tuple[int, ...]) -> Any:
        self.axes = axes
        return np.flip(x, axes).copy()

    def backward(self, grad: Array) -> Array:
        return np.flip(grad, self.axes)


class Roll(Function):
    """x moved along some axes, what leaves at one end comes in at the other: g is moved back."""

    category = "layout_copy"

    def forward(self, x: Array, *, shifts: tuple[int, ...], axes: tuple[int, ...]) -> Any:
        self.shifts, self.axes = shifts, axes
        return np.roll(x, shifts, axes)

    def backward(self, grad: Array) -> Any:
        return Roll.of(grad, shifts=tuple([-n for n in self.shifts]), axes=self.axes)
