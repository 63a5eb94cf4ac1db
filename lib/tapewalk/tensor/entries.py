"""Entries of tensors: indexing, iteration, copies and conversions."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import accumulate
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from numpy import ndarray

from tapewalk import ops
from tapewalk.engine.core import TensorCore
from tapewalk.engine.errors import AxisError, PromotionError, ShapeError
from tapewalk.engine.grad_mode import is_recording
from tapewalk.engine.memory import Array
from tapewalk.ops.broadcast import all_below
from tapewalk.tensor.convert import axes_of
from tapewalk.tensor.operands import as_array

if TYPE_CHECKING:
    from tapewalk.tensor.tensor import Tensor


class Entries(TensorCore):
    """Indexing, iteration, parts, copies, and conversions, also to NumPy and Python."""

    def chunk(self, chunks: int, dim: int = 0) -> tuple[Tensor, ...]:
        """Return this tensor cut into `chunks` parts of equal length (the last may be shorter)."""
        if chunks < 1:
            raise ShapeError(f"chunk expects `chunks` to be greater than 0, got: {chunks}.")
        self._require_axis("chunk")
        length = self._data.shape[axes_of(dim, self._data.ndim)[0]]
        return self.split(max(-(-length // chunks), 1), dim)

    def split(self, size: Any, dim: int = 0) -> tuple[Tensor, ...]:
        """Return this tensor cut along an axis into parts of one length, or of several given."""
        self._require_axis("split")
        (axis,) = axes_of(dim, self._data.ndim)
        before = (slice(None),) * axis
        length = self._data.shape[axis]
        if isinstance(size, (list, tuple)):
            ends = list(accumulate(size))
            if not ends or ends[-1] != length or min(size) < 0:
                raise ShapeError(
                    f"split sizes {list(size)} must add up to the length {length}, and none be "
                    "negative."
                )
            starts = [0, *ends[:-1]]
        else:
            if size < 0 or (size == 0 and length):
                raise ShapeError(
                    "split expects split_size be non-negative, and 0 only along an axis of length "
                    f"0: got {size} for length {length}."
                )
            starts = list(range(0, max(length, 1), size or 1))
            ends = [start + size for start in starts]
        cuts = zip(starts, ends, strict=True)
        return tuple([self[(*before, slice(i, j))] for i, j in cuts])

    def gather(self: Any, dim: int, index: Any) -> Tensor:
        """Return the entries at positions along an axis: y[i][j] = x[index[i][j]][j] for axis 0.

        An entry taken several times gets the sum of its gradients.

        Raises:
            ShapeError: `index` has another number of axes, or is longer along another axis.
            IndexError: A position is outside the axis.
            TypeError: The positions are not integers.
        """
        at, shape = as_array(index), self._data.shape
        if at.dtype.kind not in "iu":
            raise PromotionError(f"gather(): Expected dtype int64 for index, got {at.dtype}.")
        if not shape and not at.ndim:
            single: Tensor = self.reshape(1).gather(0, at.reshape(1)).reshape(())
            return single
        if at.ndim != len(shape):
            raise ShapeError(
                "Index tensor must have the same number of dimensions as input tensor, got "
                f"{at.ndim} and {len(shape)}."
            )
        (axis,) = axes_of(dim, len(shape))
        if any(n > m and i != axis for i, (n, m) in enumerate(zip(at.shape, shape, strict=True))):
            raise ShapeError(
                f"Size does not match at an axis other than {axis}: expected index {at.shape} to "
                f"be no larger than self {shape} there."
            )
        if not all_below(at, shape[axis]):
            wrong = at[(at < 0) | (at >= shape[axis])].reshape(-1)[0]
            raise IndexError(
                f"index {wrong} is out of bounds for dimension {axis} with size {shape[axis]}."
            )
        places: list[Any] = list(np.ogrid[tuple([slice(n) for n in at.shape])])
        places[axis] = at
        result: Tensor = self[tuple(places)]
        return result

    def unbind(self, dim: int = 0) -> tuple[Tensor, ...]:
        """Return the slices along an axis."""
        self._require_axis("unbind")
        (axis,) = axes_of(dim, self._data.ndim)
        before = (slice(None),) * axis
        return tuple([self[(*before, i)] for i in range(self._data.shape[axis])])

    def _require_axis(self, method: str) -> None:
        if not self._data.ndim:
            raise AxisError(
                f"{method} expects at least a 1-dimensional tensor: a single number has no axes."
            )

    def contiguous(self: Any) -> Tensor:
        """Return this tensor, or a copy if its entries are not in order in memory."""
        result: Tensor = self if self._data.flags.c_contiguous else self.clone()
        return result

    def clone(self) -> Tensor:
        """Return a copy; gradients pass through it."""
        return ops.Clone.apply(self)

    def to(self: Any, dtype: Any) -> Tensor:
        """Return this tensor in another number type; its gradient keeps the old one.

        The device `"cpu"`, the only one there is, gives the tensor itself.

        Raises:
            TypeError: It is not a type of real numbers.
            ValueError: It is another device.
        """
        same: Tensor = self
        if isinstance(dtype, str) and dtype.partition(":")[0] in _DEVICES:
            if dtype.partition(":")[0] != "cpu":
                raise ValueError(f"tapewalk computes on the CPU only: there is no {dtype!r}.")
            return same
        wanted = np.dtype(dtype)
        if wanted.kind not in "biuf":
            raise PromotionError(f"a tensor stores real numbers, which are not of type {wanted}.")
        if wanted == self._data.dtype:
            return same
        if wanted.kind != "f" and self.requires_grad:
            return ops.ToCopy.apply(self.detach(), dtype=dtype)
        return ops.ToCopy.apply(self, dtype=dtype)

    astype = type = to

    def float(self) -> Tensor:
        """Return this tensor as float32."""
        return self.to(np.float32)

    def double(self) -> Tensor:
        """Return this tensor as float64."""
        return self.to(np.float64)

    def long(self) -> Tensor:
        """Return this tensor as int64, without history."""
        return self.to(np.int64)

    def bool(self) -> Tensor:
        """Return which entries are not 0."""
        return self.to(np.bool_)

    def numpy(self: Any) -> Array:
        """Return the array itself.

        Raises:
            RuntimeError: The tensor requires grad.
        """
        if self.requires_grad:
            raise RuntimeError(
                "Can't call numpy() on Tensor that requires grad. Use tensor.detach().numpy() "
                "instead: operations of NumPy on the array would be missing from the graph."
            )
        result: Array = self._data
        return result

    def item(self) -> Any:
        """Return the single entry as a Python number.

        Raises:
            RuntimeError: There is not exactly one entry.
        """
        if self._data.size != 1:
            raise ShapeError(
                f"a Tensor with {self._data.size} elements cannot be converted to Scalar: item() "
                f"needs exactly one entry, got shape {self.shape}. Use tolist(), or reduce first."
            )
        return self._data.item()

    def tolist(self) -> Any:
        """Return the entries as nested lists of Python numbers."""
        return self._data.tolist()

    def __getitem__(self, key: Any) -> Tensor:
        basic = is_basic(key)  # nearly always
        key = key if basic else plain_key(key)
        try:
            if not basic and type(key) is tuple and is_mixed(key):
                *first, key = in_steps(key, self._data.ndim)
                for step in first:
                    return ops.Slice.apply(ops.Slice.apply(self, key=step), key=key)
            return ops.Slice.apply(self, key=key)
        except IndexError as error:
            raise AxisError(
                f"index {key!r} does not fit shape {self.shape}: {error}. Positions run from 0, or "
                "from -1 backwards, and there may be one for each axis."
            ) from error

    def __len__(self) -> int:
        if not self._data.ndim:
            raise TypeError("len() of a 0-d tensor: a single number has no length.")
        return len(self._data)

    def __iter__(self) -> Iterator[Tensor]:
        if not self._data.ndim:
            raise TypeError("iteration over a 0-d tensor: a single number has no entries.")
        return iter(self.unbind())

    def __contains__(self, item: object) -> Any:
        return bool((self._data == getattr(item, "_data", item)).any())

    def __bool__(self) -> Any:
        if self._data.size != 1:
            raise ShapeError(
                f"Boolean value of Tensor with shape {self.shape} is ambiguous: use .any() or "
                ".all(), or compare single entries."
            )
        return self._data.item() != 0

    def __float__(self: Any) -> Any:
        self._require_constant("float")
        return float_(self.item())

    def __int__(self: Any) -> int:
        self._require_constant("int")
        return int(self.item())

    def _require_constant(self: Any, kind: str) -> None:
        """Raise `RuntimeError` if a conversion would cut a recorded path without a word."""
        if self.requires_grad and is_recording():
            raise RuntimeError(
                f"{kind}() of a Tensor that requires grad would be missing from the graph, and "
                "gradients through it would be lost. Usually a function of Python's math was meant "
                "to be recorded: use NumPy's or the tensor's own. Where no gradient is needed, "
                "write .item() or .detach()."
            )

    def __index__(self: Any) -> int:
        if self._data.dtype.kind not in "iu":
            raise PromotionError(f"only integer tensors can be an index, got {self._data.dtype}.")
        return int(self.item())

    def __format__(self: Any, spec: str) -> str:
        value = self.item() if spec and not self._data.ndim else repr(self)
        return format(value, spec)


_DEVICES: Final = ("cpu", "cuda", "mps", "xpu", "meta")
float_ = float  # inside the class, float is the method


_BASIC: Final = frozenset({int, slice, type(None), type(Ellipsis)})


def is_basic(key: Any) -> bool:
    """Return whether an index has only integers, slices, `None` and `...`."""
    if type(key) is not tuple:
        return type(key) in _BASIC
    for part in key:  # noqa: SIM110  (a generator takes longer)
        if type(part) not in _BASIC:
            return False
    return True


def is_mixed(key: tuple[Any, ...]) -> bool:
    """Return whether an index has arrays beside integers or an ellipsis."""
    arrays = [part for part in key if type(part) is ndarray]
    return bool(arrays) and any(_is_number(part) or part is Ellipsis for part in key)


def in_steps(key: tuple[Any, ...], ndim: int) -> tuple[Any, ...]:
    """Return an index as the steps that PyTorch takes: integers first, then the rest.

    In an index with an array, NumPy treats an integer as an array too, and an ellipsis as an axis
    even if it covers none. Both can move axes of the result: `x[0, :, [0, 1]]` exchanges them.

    Args:
        key: The mixed index, as `plain_key` returns it.
        ndim: How many axes the tensor has.
    """
    taken = [_axes_taken(part) for part in key]
    if sum(taken) == ndim:
        key = tuple([part for part in key if part is not Ellipsis])
    numbers = [_is_number(part) for part in key]
    if not any(numbers) or all(numbers):
        return (key,)
    first: list[Any] = []
    for part, number in zip(key, numbers, strict=True):
        whole = [part] if part is Ellipsis else [slice(None)] * _axes_taken(part)
        first += [part] if number else whole
    then = tuple([part for part, number in zip(key, numbers, strict=True) if not number])
    return tuple(first), then


def _axes_taken(part: Any) -> int:
    """Return how many axes of the tensor a part of an index covers."""
    if part is None or part is Ellipsis or isinstance(part, bool | np.bool_):
        return 0
    is_mask = isinstance(part, np.ndarray) and part.dtype == np.bool_
    return part.ndim if is_mask else 1


def _is_number(part: object) -> bool:
    """Return whether a part of an index is one position, whose axis the result lacks."""
    if isinstance(part, np.ndarray):
        return part.ndim == 0 and part.dtype != np.bool_
    return hasattr(part, "__index__") and not isinstance(part, bool | np.bool_)


def plain_key(key: object) -> Any:
    """Return an index with tensors and sequences of positions as arrays."""
    if isinstance(key, tuple):
        return tuple([_plain_part(part) for part in key])
    return _plain_part(key)


def _plain_part(part: object) -> Any:
    if isinstance(part, TensorCore):
        part = part._data  # its own memory: a write to it before backward is noticed
    elif isinstance(part, ndarray):
        part = part.copy()
    elif isinstance(part, list | tuple | range):
        part = np.array(part, dtype=None if len(part) else np.int64)
    if isinstance(part, ndarray) and part.dtype.kind == "f" and part.size:
        raise AxisError(
            f"tensors used as indices must be integers or truth values, got {part.dtype}: {part!r}."
        )
    return part
