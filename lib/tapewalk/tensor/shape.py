"""The shape of tensors, and views in another one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from tapewalk import ops
from tapewalk.engine.core import TensorCore
from tapewalk.engine.errors import AxisError, ShapeError
from tapewalk.engine.memory import Array, owner
from tapewalk.tensor.convert import axes_of, unpacked

if TYPE_CHECKING:
    from tapewalk.tensor.tensor import Tensor


class Size(int):
    """A number of entries that can also be called, as PyTorch's method `size`.

    Attributes:
        shape: The lengths of the axes.
    """

    shape: tuple[int, ...]

    def of(self, shape: tuple[int, ...]) -> Size:
        """Return this number with the shape that it belongs to."""
        self.shape = shape
        return self

    def __call__(self, dim: int | None = None) -> Any:
        """Return the shape, or the length along one axis."""
        if dim is None:
            return self.shape
        if not self.shape:
            raise AxisError(
                f"Dimension specified as {dim} but tensor has no dimensions: it is a single number."
            )
        return self.shape[axes_of(dim, len(self.shape))[0]]


class Device(str):
    """The name of a device, with PyTorch's attribute.

    Attributes:
        type: The kind of device.
    """

    __slots__ = ()
    type: ClassVar[str] = "cpu"


class Shape(TensorCore):
    """The shape, views in another shape, and other arrangements of the entries."""

    @property
    def size(self) -> Size:
        """The number of entries, as in NumPy; `x.size()` returns the shape, as in PyTorch."""
        return Size(self._data.size).of(self._data.shape)

    @property
    def device(self) -> Device:
        """The device of the numbers: "cpu", the only one."""
        return Device("cpu")

    @property
    def T(self) -> Tensor:  # noqa: N802
        """This tensor with its axes in reverse order, a view."""
        if self._data.ndim == 2:
            return ops.Transpose.apply(self, dim0=0, dim1=1)
        return self.permute(*reversed(range(self._data.ndim)))

    @property
    def mT(self) -> Tensor:  # noqa: N802
        """This tensor with its last two axes exchanged, a view."""
        return self.transpose(-2, -1)

    def numel(self) -> int:
        """Return the number of entries."""
        return self._data.size

    def dim(self) -> int:
        """Return the number of axes."""
        return self._data.ndim

    def reshape(self, *shape: object) -> Tensor:
        """Return the same entries in another shape; one length may be -1. A view if possible.

        Raises:
            ShapeError: The number of entries would change.
        """
        wanted = unpacked(shape)
        try:
            return ops.Reshape.apply(self, shape=wanted)
        except ValueError as error:
            raise ShapeError(
                f"shape {list(wanted)} is invalid for input of size {self._data.size}: a tensor of "
                f"shape {self.shape} has {self._data.size} entries, and the new lengths must "
                "multiply to that; one of them may be -1."
            ) from error

    def view(self, *shape: object) -> Tensor:
        """Return the same memory in another shape; one length may be -1.

        Raises:
            ShapeError: The number of entries would change, or they are not in memory in an order
                that allows it, as after a transpose: `reshape` copies them then.
        """
        looking = self.reshape(*shape)
        is_view = looking._source is not None or looking._quiet_view or not looking._data.size
        if not is_view and owner(looking._data) is not owner(self._data):
            raise ShapeError(
                "view size is not compatible with input tensor's size and stride: the entries of a "
                f"tensor of shape {self.shape} are not in order in memory. Usually it was "
                "transposed: write reshape(...), which copies, or contiguous() before."
            )
        return looking

    def flatten(self, start_dim: int = 0, end_dim: int = -1) -> Tensor:
        """Return this tensor with the axes from `start_dim` to `end_dim` joined into one."""
        start, end = (axes_of(i, self._data.ndim or 1)[0] for i in (start_dim, end_dim))
        shape = self._data.shape
        return self.reshape(*shape[:start], int(np.prod(shape[start : end + 1])), *shape[end + 1 :])

    def transpose(self, dim0: object = None, dim1: object = None, *more: int) -> Tensor:
        """Return this tensor with two axes exchanged, a view.

        Without axes the last two are exchanged; a tuple, or more than two, is a whole order of
        axes, as in NumPy.
        """
        if dim1 is None and dim0 is not None:
            return self.permute(dim0)
        if more:
            return self.permute(dim0, dim1, *more)
        if dim0 is None and self._data.ndim < 2:
            return self.permute(*range(self._data.ndim))
        if dim0 is None:
            dim0, dim1 = -2, -1
        ndim = self._data.ndim
        chosen = axes_of(dim0, ndim), axes_of(dim1, ndim)
        if not ndim:  # a number is its own transpose
            return self.permute()
        (i,), (j,) = chosen
        return ops.Transpose.apply(self, dim0=i, dim1=j)

    swapaxes = transpose

    def t(self) -> Tensor:
        """Return a matrix with rows and columns exchanged, a view."""
        if self._data.ndim > 2:
            raise ShapeError(f"t() expects a matrix, got shape {self.shape}: use transpose or mT.")
        return self.T

    def permute(self, *axes: object) -> Tensor:
        """Return this tensor with its axes in the given order, a view."""
        order = axes_of(unpacked(axes), self._data.ndim)
        if len(order) != self._data.ndim:
            raise AxisError(
                f"permute needs each of the {self._data.ndim} axes once, got {list(order)}."
            )
        return ops.Permute.apply(self, axes=order)

    def unsqueeze(self, dim: int) -> Tensor:
        """Return this tensor with a new axis of length 1 at `dim`, a view."""
        (at,) = axes_of(dim, self._data.ndim + 1)
        shape = self._data.shape
        return ops.Reshape.apply(self, shape=(*shape[:at], 1, *shape[at:]))

    def squeeze(self, dim: object = None) -> Tensor:
        """Return this tensor without its axes of length 1, or without those of `dim`, a view."""
        axes = axes_of(dim, self._data.ndim)
        shape = [n for i, n in enumerate(self._data.shape) if n != 1 or i not in axes]
        return ops.Reshape.apply(self, shape=tuple(shape))

    def expand(self, *shape: object) -> Tensor:
        """Return this tensor repeated to `shape` without a copy; -1 keeps an axis as it is."""
        wanted = unpacked(shape)
        own = (1,) * (len(wanted) - self._data.ndim) + self._data.shape
        if (
            len(wanted) < self._data.ndim
            or any(n not in (-1, m) and m != 1 for n, m in zip(wanted, own, strict=False))
            or -1 in wanted[: len(wanted) - self._data.ndim]
        ):
            raise ShapeError(
                f"expand({list(wanted)}) must keep every axis of shape {self.shape} whose length "
                "is not 1; new axes come first."
            )
        full = tuple([m if n == -1 else n for n, m in zip(wanted, own, strict=True)])
        return ops.Expand.apply(self, shape=full)

    broadcast_to = expand

    def expand_as(self, other: Tensor) -> Tensor:
        """Return this tensor repeated to the shape of `other`."""
        return self.expand(other.shape)

    def flip(self, *dims: object) -> Tensor:
        """Return this tensor reversed along the axes."""
        return ops.Flip.apply(self, axes=axes_of(unpacked(dims), self._data.ndim))

    def tril(self, diagonal: int = 0) -> Tensor:
        """Return this matrix, or each of a batch, with 0 above a diagonal; 0 is the main one."""
        return ops.MaskedFill.apply(self, ~self._lower(diagonal), value=0)

    def triu(self, diagonal: int = 0) -> Tensor:
        """Return this matrix, or each of a batch, with 0 below a diagonal; 0 is the main one."""
        return ops.MaskedFill.apply(self, self._lower(diagonal - 1), value=0)

    def _lower(self, diagonal: int) -> Array:
        if self._data.ndim < 2:
            raise ShapeError(f"tril and triu need at least 2 axes, got shape {self.shape}.")
        rows, columns = self._data.shape[-2:]
        return np.tri(rows, columns, diagonal, bool)

    def roll(self, shifts: object, dims: object = None) -> Tensor:
        """Return this tensor moved along the axes; what leaves at one end comes in at the other.

        Without axes the entries move as if they were in one row.

        Raises:
            ShapeError: There are not as many shifts as axes.
        """
        steps = tuple(shifts) if isinstance(shifts, (list, tuple)) else (shifts,)
        if dims is None and len(steps) == 1:
            flat = ops.Roll.apply(self.reshape(-1), shifts=steps, axes=(0,))
            return flat.reshape(self._data.shape)
        axes = () if dims is None else axes_of(dims, self._data.ndim)
        if len(axes) != len(steps):
            raise ShapeError(
                f"shifts and dimensions must align. shifts: {len(steps)}, dims: {len(axes)}."
            )
        return ops.Roll.apply(self, shifts=steps, axes=axes)

    def repeat(self, *sizes: object) -> Tensor:
        """Return copies of this tensor side by side along each axis; new axes come first.

        Raises:
            ShapeError: There are fewer numbers than axes, or one is negative.
        """
        times, shape = unpacked(sizes), self._data.shape
        added = len(times) - len(shape)
        if added < 0 or any(n < 0 for n in times):
            raise ShapeError(
                "Number of dimensions of repeat dims can not be smaller than number of dimensions "
                f"of tensor, and none negative: got repeat({list(times)}) for shape {shape}."
            )
        own = (1,) * added + shape
        apart = self.reshape([n for length in own for n in (1, length)])
        wide = apart.expand([n for pair in zip(times, own, strict=True) for n in pair])
        return wide.reshape([a * b for a, b in zip(times, own, strict=True)])
