"""Reductions, softmax, and positions of largest entries."""

from __future__ import annotations

import math
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from tapewalk import ops
from tapewalk.engine.core import TensorCore, wrap
from tapewalk.engine.errors import PromotionError, ShapeError
from tapewalk.engine.memory import Array
from tapewalk.tensor.convert import axes_of
from tapewalk.tensor.operands import as_float, combine, in_single

if TYPE_CHECKING:
    from tapewalk.tensor.tensor import Tensor


class Extreme(NamedTuple):
    """Largest or smallest entries along an axis, and their positions."""

    values: Tensor
    indices: Tensor


class Sorted(NamedTuple):
    """Entries in order along an axis, and their positions."""

    values: Tensor
    indices: Tensor


class Reduce(TensorCore):
    """Sums, means, extremes: with PyTorch's `dim` and `keepdim`, or NumPy's `axis` and `keepdims`.

    An axis is an integer, which may be negative, or a tuple or list of them; none means all axes.
    """

    def sum(
        self, dim: Any = None, keepdim: bool = False, *, axis: Any = None, keepdims: bool = False
    ) -> Tensor:
        """Return the sums over the axes; integers and truth values are added as int64."""
        x: Any = self if self._data.dtype.kind == "f" else wrap(self._data.astype(np.int64))
        return ops.Sum.apply(x, **self._form(dim, axis, keepdim or keepdims))

    def mean(
        self, dim: Any = None, keepdim: bool = False, *, axis: Any = None, keepdims: bool = False
    ) -> Tensor:
        """Return the means over the axes."""
        return ops.Mean.apply(as_float(self), **self._form(dim, axis, keepdim or keepdims))

    def prod(
        self: Any,
        dim: Any = None,
        keepdim: bool = False,
        *,
        dtype: Any = None,
        axis: Any = None,
        keepdims: bool = False,
    ) -> Tensor:
        """Return the products over the axes; integers and truth values are multiplied as int64.

        One half of the entries is multiplied by the other until one entry is left, so that zeros
        need no rule of their own.
        """
        x = self if dtype is None else self.to(dtype)
        x = x if x._data.dtype.kind == "f" else wrap(x._data.astype(np.int64))
        axes, own_shape = self._form(dim, axis, False)["axes"], x.shape
        rest = [i for i in range(x.ndim) if i not in axes]
        shape = [own_shape[i] for i in rest]
        n = math.prod(own_shape[i] for i in axes)
        x = x.permute(*rest, *axes).reshape(*shape, n)
        if not n:
            x, n = x.sum(-1, keepdim=True) + 1, 1  # the product of nothing, and its history
        while n > 1:
            half, odd = divmod(n, 2)
            pairs = x[..., :half] * x[..., half : 2 * half]
            x = ops.Concat.apply(pairs, x[..., n - 1 :], axis=x.ndim - 1) if odd else pairs
            n = half + odd
        if keepdim or keepdims:
            shape = [1 if i in axes else length for i, length in enumerate(own_shape)]
        return x.reshape(shape)

    def norm(
        self,
        p: Any = 2,
        dim: Any = None,
        keepdim: bool = False,
        *,
        axis: Any = None,
        keepdims: bool = False,
    ) -> Tensor:
        """Return the lengths (Σ |x| ** p) ** (1 / p) over the axes, those of all entries together.

        Where a length is 0 its gradient is 0. Infinity means the largest size, 0 for the
        number of entries that are not 0.
        """
        form = self._form(dim, axis, keepdim or keepdims)
        if isinstance(p, str) and p != "fro":
            raise PromotionError(f"norm() takes a number or 'fro' for p, got {p!r}.")
        p, x = 2.0 if p == "fro" else float(p), as_float(self)
        if math.isinf(p):
            result: Tensor = (x.abs().amax if p > 0 else x.abs().amin)(
                form["axes"], form["keepdim"]
            )
            return result
        if p == 0:
            x = wrap((x._data != 0).astype(x.dtype))
            return ops.Sum.apply(x, **form)
        if p == 1:
            return ops.Sum.apply(x.abs(), **form)
        apply = ops.Norm.apply if x._data.itemsize >= 4 else partial(in_single, ops.Norm)
        return apply(x, p=p, **form)

    def logsumexp(
        self, dim: Any, keepdim: bool = False, *, axis: Any = None, keepdims: bool = False
    ) -> Tensor:
        """Return log Σ e ** x over the axes, without overflow."""
        form, x = self._form(dim, axis, keepdim or keepdims), as_float(self)
        top = np.max(x._data, axis=form["axes"], keepdims=True, initial=-np.inf)
        top = np.where(np.isfinite(top), top, 0).astype(x.dtype)
        y = ops.Sum.apply((x - top).exp(), **form).log()
        return y + top.reshape(y.shape)

    def topk(self, k: int, dim: int = -1, largest: bool = True, sorted: bool = True) -> Sorted:
        """Return the `k` largest entries along an axis, the largest first, and their positions.

        Without `largest` the smallest; they are in order, `sorted` or not.
        """
        axes, (values, where) = axes_of(dim, self._data.ndim), self.sort(dim, largest)
        length = self._data.shape[axes[0]] if axes else 1
        if not 0 <= k <= length:
            raise ShapeError(f"topk(): selected index k out of range: {k} of {length} entries.")
        first = (*(slice(None),) * axes[0], slice(k)) if axes else ()
        return Sorted(values[first], where[first])

    def cumsum(self: Any, dim: object = None, dtype: Any = None, *, axis: object = None) -> Tensor:
        """Return the running sums along an axis; integers and truth values are added as int64."""
        x = self if dtype is None else self.to(dtype)
        x = x if x._data.dtype.kind == "f" else wrap(x._data.astype(np.int64))
        axes = axes_of(axis if dim is None else dim, x.ndim)
        if len(axes) > 1 or (dim is None and axis is None):
            raise TypeError("cumsum() goes along one axis: name it, as in cumsum(dim=0).")
        return ops.CumSum.apply(x, axis=axes[0]) if axes else ops.Clone.apply(x)

    def sort(self, dim: int = -1, descending: bool = False, stable: bool = False) -> Sorted:
        """Return the entries in order along an axis, and their positions.

        Equal entries keep their order, `stable` or not; NaN counts as the largest.
        """
        where = self._order(dim, descending)
        if not self._data.ndim:
            return Sorted(ops.Clone.apply(self), wrap(where))
        values = ops.Pick.apply(self, where, axis=axes_of(dim, self._data.ndim)[0])
        return Sorted(values, wrap(where))

    def argsort(self, dim: int = -1, descending: bool = False, stable: bool = False) -> Tensor:
        """Return the positions that sort the entries along an axis."""
        return wrap(self._order(dim, descending))

    def _order(self, dim: int, descending: bool) -> Array:
        axes = axes_of(dim, self._data.ndim)
        if not axes:
            return np.zeros((), np.int64)
        (axis,) = axes
        if not descending:
            return np.argsort(self._data, axis, kind="stable")
        # From the end, so that equal entries keep their order.
        order = np.argsort(np.flip(self._data, axis), axis, kind="stable")
        return np.flip(self._data.shape[axis] - 1 - order, axis)

    def amax(
        self, dim: Any = None, keepdim: bool = False, *, axis: Any = None, keepdims: bool = False
    ) -> Tensor:
        """Return the largest entries over the axes; ties share the gradient."""
        return self._extremes(ops.Max, dim, axis, keepdim or keepdims)

    def amin(
        self, dim: Any = None, keepdim: bool = False, *, axis: Any = None, keepdims: bool = False
    ) -> Tensor:
        """Return the smallest entries over the axes; ties share the gradient."""
        return self._extremes(ops.Min, dim, axis, keepdim or keepdims)

    def max(
        self, dim: Any = None, keepdim: bool = False, *, axis: Any = None, keepdims: bool = False
    ) -> Any:
        """Return the largest entry, along an axis if given.

        With PyTorch's `dim` the result is a pair `(values, indices)`, and the first of equal
        entries receives the gradient; with NumPy's `axis`, or none, it is the values, and equal
        entries share the gradient.
        """
        if isinstance(dim, TensorCore):
            return combine(ops.Maximum, self, dim)
        if dim is None:
            return self._extremes(ops.Max, None, axis, keepdim or keepdims, equal_nan=True)
        return self._extreme(np.argmax, dim, keepdim)

    def min(
        self, dim: Any = None, keepdim: bool = False, *, axis: Any = None, keepdims: bool = False
    ) -> Any:
        """Return the smallest entry; the arguments are those of `max`."""
        if isinstance(dim, TensorCore):
            return combine(ops.Minimum, self, dim)
        if dim is None:
            return self._extremes(ops.Min, None, axis, keepdim or keepdims, equal_nan=True)
        return self._extreme(np.argmin, dim, keepdim)

    def var(
        self,
        dim: object = None,
        unbiased: bool = True,
        keepdim: bool = False,
        *,
        correction: float | None = None,
        axis: object = None,
        keepdims: bool = False,
    ) -> Tensor:
        """Return the variances over the axes, divided by n - 1, n, or n - `correction`."""
        form, divisor = self._spread(dim, unbiased, correction, axis, keepdim or keepdims)
        return ops.Var.apply(as_float(self), correction=divisor, **form)

    def std(
        self,
        dim: object = None,
        unbiased: bool = True,
        keepdim: bool = False,
        *,
        correction: float | None = None,
        axis: object = None,
        keepdims: bool = False,
    ) -> Tensor:
        """Return the standard deviations over the axes; the arguments are those of `var`."""
        form, divisor = self._spread(dim, unbiased, correction, axis, keepdim or keepdims)
        return ops.Std.apply(as_float(self), correction=divisor, **form)

    def softmax(self, dim: int = -1, dtype: Any = None, *, axis: int | None = None) -> Tensor:
        """Return e ** x divided by its sum along an axis."""
        return self._shares(ops.Softmax, dim if axis is None else axis, dtype)

    def log_softmax(self, dim: int = -1, dtype: Any = None, *, axis: int | None = None) -> Tensor:
        """Return the logarithm of the softmax along an axis."""
        return self._shares(ops.LogSoftmax, dim if axis is None else axis, dtype)

    def argmax(
        self, dim: int | None = None, keepdim: bool = False, *, axis: object = None
    ) -> Tensor:
        """Return the position of the largest entry, in the flat tensor or along an axis."""
        return self._position(np.argmax, dim, axis, keepdim)

    def argmin(
        self, dim: int | None = None, keepdim: bool = False, *, axis: object = None
    ) -> Tensor:
        """Return the position of the smallest entry, in the flat tensor or along an axis."""
        return self._position(np.argmin, dim, axis, keepdim)

    def all(self, dim: object = None, keepdim: bool = False, *, axis: object = None) -> Tensor:
        """Return whether all entries are true."""
        return wrap(np.all(self._data, axis=self._form(dim, axis, False)["axes"], keepdims=keepdim))

    def any(self, dim: object = None, keepdim: bool = False, *, axis: object = None) -> Tensor:
        """Return whether some entry is true."""
        return wrap(np.any(self._data, axis=self._form(dim, axis, False)["axes"], keepdims=keepdim))

    def _form(self, dim: object, axis: object, keepdim: bool) -> dict[str, Any]:
        """Return the axes and keepdim as the reductions take them."""
        if dim == () or dim == []:
            dim = None  # as in PyTorch
        return {"axes": axes_of(axis if dim is None else dim, self._data.ndim), "keepdim": keepdim}

    def _spread(
        self, dim: object, unbiased: bool, correction: float | None, axis: object, keepdim: bool
    ) -> tuple[dict[str, Any], float]:
        """Return the form of a variance, and the number that its divisor subtracts from n."""
        if isinstance(dim, bool):  # as in PyTorch, var(False) has no axis
            unbiased = dim
            dim = None
        divisor = float(unbiased) if correction is None else correction
        return self._form(dim, axis, keepdim), divisor

    def _shares(self: Any, function: Any, axis: int, dtype: Any) -> Tensor:
        (along,) = axes_of(axis, self._data.ndim or 1)
        x = self if dtype is None else self.to(dtype)
        x = as_float(x if x._data.ndim else x.reshape(1))
        apply = function.apply if x._data.itemsize >= 4 else partial(in_single, function)
        y: Tensor = apply(x, axis=along if self._data.ndim else 0)
        return y if self._data.ndim else y.reshape(())

    def _position(self, find: Any, dim: Any, axis: Any, keepdim: bool) -> Tensor:
        chosen, data = axis if dim is None else dim, self._data
        axes = axes_of(chosen, data.ndim)
        if not data.size:
            self._filled(axes)
        # A number has no axis to look along, whatever axis is named.
        along = None if chosen is None or not axes else axes[0]
        return wrap(find(data, along, keepdims=keepdim))

    def _filled(self, axes: tuple[int, ...]) -> Any:
        """Return this tensor; raise an error if there is no entry to choose from."""
        if any(self._data.shape[axis] == 0 for axis in axes):
            raise ShapeError(
                f"a maximum or minimum needs at least one entry: shape {self.shape} has "
                f"none along axes {axes}. Usually a mask or a slice removed everything."
            )
        return self

    def _extremes(
        self, function: Any, dim: object, axis: object, keepdim: bool, **more: bool
    ) -> Tensor:
        form = self._form(dim, axis, keepdim)
        result: Tensor = function.apply(self._filled(form["axes"]), **form, **more)
        return result

    def _extreme(self, find: Any, dim: int, keepdim: bool) -> Extreme:
        axes = axes_of(dim, self._data.ndim)
        if not axes:
            return Extreme(ops.Clone.apply(self), wrap(np.zeros((), np.int64)))
        where: Array = find(self._filled(axes)._data, axis=axes[0], keepdims=True)
        values = ops.Pick.apply(self, where, axis=axes[0])
        if keepdim:
            return Extreme(values, wrap(where))
        return Extreme(values.squeeze(axes[0]), wrap(where.squeeze(axes[0])))
