"""The same entries in another arrangement; all but `Concat` are views of the same memory."""

from __future__ import annotations

from typing import Any

import numpy as np

from tapewalk.engine.function import Function
from tapewalk.engine.memory import Array
from tapewalk.ops.broadcast import ordered, unbroadcast


class Reshape(Function):
    """x in another shape: g returns in x's. Saves nothing. It copies only if it must."""

    view = True

    def forward(self, x: Array, *, shape: tuple[int, ...]) -> Array:
        """Returns x in `shape`."""
        self.shape = x.shape
        return x.reshape(shape)

    def backward(self, grad: Array) -> Array:
        """Returns g in the old shape."""
        return grad.reshape(self.shape)


class Transpose(Function):
    """x with two axes exchanged: g returns with them exchanged back. Saves nothing."""

    view = True

    def forward(self, x: Array, *, dim0: int, dim1: int) -> Array:
        """Returns x with axes `dim0` and `dim1` exchanged."""
        self.dims = dim0, dim1
        return x.swapaxes(dim0, dim1)

    def backward(self, grad: Array) -> Array:
        """Returns g with the axes exchanged back."""
        return grad.swapaxes(*self.dims)


class Permute(Function):
    """x with its axes in another order: g returns in the old order. Saves nothing."""

    view = True

    def forward(self, x: Array, *, axes: tuple[int, ...]) -> Array:
        """Returns x with its axes in the order `axes`."""
        self.axes = axes
        return x.transpose(axes)

    def backward(self, grad: Array) -> Array:
        """Returns g with the axes put back."""
        return grad.transpose(tuple(np.argsort(self.axes).tolist()))


class Expand(Function):
    """x repeated along axes of length 1 and new leading axes, without a copy: g is summed back."""

    view = True

    def forward(self, x: Array, *, shape: tuple[int, ...]) -> Array:
        """Returns x broadcast to `shape`."""
        self.shape = x.shape
        return np.broadcast_to(x, shape)

    def backward(self, grad: Array) -> Any:
        """Returns g summed over what was repeated."""
        return unbroadcast(grad, self.shape)


class Concat(Function):
    """Tensors one after another along an axis: each receives its part of g. Saves nothing."""

    def forward(self, *parts: Array, axis: int) -> Array:
        """Returns the parts joined along `axis`."""
        self.axis = axis
        self.ends = np.cumsum([part.shape[axis] for part in parts])[:-1]
        return ordered(np.concatenate(parts, axis))

    def backward(self, grad: Array) -> tuple[Array, ...]:
        """Returns g cut into its parts."""
        return tuple(np.split(grad, self.ends, self.axis))


class Flip(Function):
    """x backwards along some axes: g returns turned around again. Saves nothing."""

    def forward(self, x: Array, *, axes: tuple[int, ...]) -> Any:
        """Returns x turned around along `axes`."""
        self.axes = axes
        return np.flip(x, axes).copy()

    def backward(self, grad: Array) -> Array:
        """Returns g turned around."""
        return np.flip(grad, self.axes)


class Roll(Function):
    """x moved along some axes, what leaves at an end comes in at the other: g is moved back."""

    def forward(self, x: Array, *, shifts: tuple[int, ...], axes: tuple[int, ...]) -> Any:
        """Returns x moved by `shifts` along `axes`."""
        self.shifts, self.axes = shifts, axes
        return np.roll(x, shifts, axes)

    def backward(self, grad: Array) -> Any:
        """Returns g moved back."""
        return Roll.of(grad, shifts=tuple([-n for n in self.shifts]), axes=self.axes)
