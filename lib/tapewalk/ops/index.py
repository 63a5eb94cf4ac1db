"""Taking entries by position, and writing them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import numpy as np

from tapewalk.engine.core import TensorCore
from tapewalk.engine.function import Function
from tapewalk.engine.memory import Array
from tapewalk.ops.broadcast import in_rows, row_of, row_starts, shape_of, unbroadcast


def _arrays_of(key: Any) -> tuple[Array, ...]:
    """Return the arrays in an index: they are saved values like others."""
    parts = key if isinstance(key, tuple) else (key,)
    return tuple([part for part in parts if isinstance(part, np.ndarray)])


class Slice(Function):
    """x[key], a view for slices and integers: g goes to the entries taken, 0 to the others.

    An entry taken several times by an array of positions gets the sum of its gradients.
    """

    category = "layout_copy"
    view = True

    def forward(self, x: Array, *, key: Any) -> Any:
        """Return the entries at `key`, any index that NumPy takes."""
        self.shape, self.key = x.shape, key
        self.saved = _arrays_of(key)
        part = x[key]
        if isinstance(part, np.ndarray):
            return part
        # NumPy copies a single entry out; with an ellipsis it is a view, as in PyTorch.
        return x[(*key, ...) if isinstance(key, tuple) else (key, ...)]

    def backward(self, grad: Array) -> Any:
        if isinstance(grad, TensorCore):
            return Placed.apply(grad, key=self.key, shape=self.shape)
        return _placed(grad, self.key, self.shape)


class Placed(Function):
    """0 everywhere except at a key, which has x: x receives g[key]. Used in other rules.

    Where the key names an entry several times, its values add up.
    """

    category = "layout_copy"

    def forward(self, x: Array, *, key: Any, shape: tuple[int, ...]) -> Array:
        self.key, self.shape = key, shape_of(x)
        self.saved = _arrays_of(key)
        return _placed(x, key, shape)

    def backward(self, grad: Array) -> Any:
        return unbroadcast(Slice.of(grad, key=self.key), self.shape)


def _placed(x: Array, key: Any, shape: tuple[int, ...]) -> Array:
    y = np.zeros(shape, x.dtype)
    if any(part.dtype != np.bool_ for part in _arrays_of(key)):  # it may repeat entries
        np.add.at(y, key, x)
    else:
        y[key] = x
    return y


class Embedding(Function):
    """Rows of a table by position: each row receives the sum of the gradients of its uses.

    Shapes: table (rows, d), positions (…) integers → (…, d). Saves the positions.
    """

    def forward(self, table: Array, positions: Array) -> Array:
        self.shape = table.shape
        self.saved = (positions,)
        return table.take(positions, axis=0)

    def backward(self, grad: Array) -> tuple[Any, None]:
        (positions,) = self.saved
        if isinstance(grad, TensorCore):
            return Placed.apply(grad, key=positions, shape=self.shape), None
        return _added_rows(grad, positions, self.shape), None


def _added_rows(x: Array, positions: Array, shape: tuple[int, ...]) -> Array:
    table = np.zeros(shape, x.dtype)
    # Flat positions, because ufunc.at is several times faster in one dimension than in two.
    rows, d = shape
    if rows * d <= 1 << 16:  # those of all entries, kept from step to step, by row
        flat = row_starts(rows * d, 1).reshape(rows, d).take(positions, axis=0)
    else:
        flat = np.multiply(positions.reshape(-1, 1), d, dtype=np.int64) + row_starts(d, 1)
    np.add.at(row_of(table), flat.reshape(-1), x.reshape(-1))
    return table


class SetItem(Function):
    """x with `value` written at a key: x receives g except there, value receives g there."""

    category = "layout_copy"

    def forward(self, x: Array, value: Any, *, key: Any) -> Array:
        self.key, self.shape = key, np.shape(value)
        self.saved = _arrays_of(key)
        y = in_rows(x)
        parts = key if isinstance(key, tuple) else (key,)
        if len(parts) == y.ndim and all(isinstance(part, int | np.integer) for part in parts):
            key = (*parts, ...)  # to one entry NumPy assigns a number only; with this, an array
        y[key] = value
        return y

    def backward(self, grad: Array) -> tuple[Any, Any]:
        if isinstance(grad, TensorCore):
            by_x: Any = SetItem.apply(grad, _ZERO, key=self.key)
        else:
            by_x = in_rows(grad)
            by_x[self.key] = 0
        by_value = None if self.parents[1] is None else _fit(grad[self.key], self.shape)
        return by_x, by_value


class CopySlices(Function):
    """x with the part under a view replaced: the effect of a write to a view on the whole."""

    category = "layout_copy"

    def forward(self, x: Array, value: Array, *, look: Callable[[Array], Array]) -> Array:
        self.look = look
        y = in_rows(x)
        look(y)[...] = value
        return y

    def backward(self, grad: Array) -> tuple[Any, Any]:
        if isinstance(grad, TensorCore):
            whole = CopySlices.apply(grad, _ZERO, look=self.look)
            return whole, Looked.apply(grad, look=self.look)
        by_x = in_rows(grad)
        part = self.look(by_x)
        by_value = part.copy()
        part[...] = 0
        return by_x, by_value


class Looked(Function):
    """The entries under a view of x: g returns there, 0 elsewhere. Used by `CopySlices`."""

    category = "layout_copy"

    def forward(self, x: Array, *, look: Callable[[Array], Array]) -> Array:
        self.look, self.shape = look, x.shape
        return np.array(look(x))

    def backward(self, grad: Array) -> Any:
        whole = np.zeros(self.shape, grad.dtype)
        return CopySlices.of(whole, grad, look=self.look)


_ZERO: Final = np.zeros((), np.int8)


def _fit(grad: Any, shape: tuple[int, ...]) -> Any:
    """Return the gradient of a value that was broadcast into place."""
    extra = len(shape) - grad.ndim  # NumPy lets a value have extra leading axes of length 1
    if extra > 0:
        return unbroadcast(grad, shape[extra:]).reshape(shape)
    return unbroadcast(grad, shape)
