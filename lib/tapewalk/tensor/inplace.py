"""Writes to a tensor's memory that the graph records.

A recorded write computes the new entries as a new tensor and copies them into the old memory; then
the tensor has the node of the new one. The version counter of the memory shows `backward` whether
a saved value was overwritten.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from tapewalk import ops
from tapewalk.engine.core import TensorCore, wrap
from tapewalk.engine.errors import PromotionError, ShapeError
from tapewalk.engine.grad_mode import is_recording
from tapewalk.engine.memory import Array, journal, owner
from tapewalk.tensor.entries import in_steps, is_basic, is_mixed, plain_key
from tapewalk.tensor.operands import as_array, combine

if TYPE_CHECKING:
    from tapewalk.engine.function import Function
    from tapewalk.tensor.tensor import Tensor


class InPlace(TensorCore):
    """Methods that end in an underscore, `x += y` and `x[key] = y`."""

    def add_(self, other: Any, alpha: float = 1) -> Tensor:
        """Add `alpha` times `other` in place."""
        other = other if alpha == 1 else other * alpha
        return _in_place(np.add, ops.Add, self, other)

    def sub_(self, other: Any, alpha: float = 1) -> Tensor:
        """Subtract `alpha` times `other` in place."""
        other = other if alpha == 1 else other * alpha
        return _in_place(np.subtract, ops.Sub, self, other)

    def mul_(self, other: Any) -> Tensor:
        """Multiply by `other` in place."""
        return _in_place(np.multiply, ops.Mul, self, other)

    def div_(self, other: Any) -> Tensor:
        """Divide by `other` in place."""
        return write(self, combine(ops.Div, self, other))

    def pow_(self, other: Any) -> Tensor:
        """Raise to a power in place."""
        return write(self, combine(ops.Pow, self, other))

    def exp_(self: Any) -> Tensor:
        """Replace each entry by its exponential."""
        return write(self, self.exp())

    def sqrt_(self: Any) -> Tensor:
        """Replace each entry by its square root."""
        return write(self, self.sqrt())

    def tanh_(self: Any) -> Tensor:
        """Replace each entry by its hyperbolic tangent."""
        return write(self, self.tanh())

    def sigmoid_(self: Any) -> Tensor:
        """Replace each entry by its sigmoid."""
        return write(self, self.sigmoid())

    def relu_(self: Any) -> Tensor:
        """Replace negative entries by 0."""
        return write(self, self.relu())

    def neg_(self: Any) -> Tensor:
        """Negate in place."""
        return write(self, -self)

    def clamp_(self: Any, min: Any = None, max: Any = None) -> Tensor:
        """Clamp the entries in place."""
        return write(self, self.clamp(min, max))

    def masked_fill_(self: Any, mask: Any, value: Any) -> Tensor:
        """Write `value` wherever `mask` is true."""
        return write(self, self.masked_fill(mask, value))

    def fill_(self, value: float) -> Tensor:
        """Write one number everywhere."""
        return self.copy_(value)

    def zero_(self) -> Tensor:
        """Write 0 everywhere."""
        return self.copy_(0)

    def copy_(self: Any, source: Any) -> Tensor:
        """Write the entries of `source`, broadcast and converted to this tensor's number type."""
        self[...] = source
        result: Tensor = self
        return result

    def _become(self: Any, new: Tensor) -> Tensor:
        """Join the graph of `new`, whose function has written to this memory."""
        _refuse_quiet_view(self)
        _refuse_leaf(self)
        _adopt(self, new)
        result: Tensor = self
        return result

    def __iadd__(self, other: Any) -> Tensor:
        return self.add_(other)

    def __isub__(self, other: Any) -> Tensor:
        return self.sub_(other)

    def __imul__(self, other: Any) -> Tensor:
        return self.mul_(other)

    def __itruediv__(self, other: Any) -> Tensor:
        return self.div_(other)

    def __ipow__(self, other: Any) -> Tensor:
        return self.pow_(other)

    def __setitem__(self, key: Any, value: Any) -> None:
        basic = is_basic(key)
        key = key if basic else plain_key(key)
        if not basic and type(key) is tuple and is_mixed(key):
            *first, key = in_steps(key, self._data.ndim)
            for step in first:
                ops.Slice.apply(self, key=step)[key] = value
                return
        tensor = value if isinstance(value, TensorCore) else wrap(as_array(value))
        if tensor._data.dtype != self._data.dtype:
            tensor = ops.ToCopy.apply(tensor, dtype=self._data.dtype)
        write(self, ops.SetItem.apply(self, tensor, key=key))


def _in_place(ufunc: Any, function: type[Function], tensor: Any, other: Any) -> Tensor:
    """Combine a tensor with another operand in its own memory."""
    data = tensor._data
    array = other._data if isinstance(other, TensorCore) else other
    fits = isinstance(array, np.ndarray) and array.shape == data.shape and array.dtype == data.dtype
    if not fits or is_recording() or not data.flags.writeable:
        return write(tensor, combine(function, tensor, other))
    ufunc(data, array, out=data)  # an update of parameters: nothing is recorded, and all fits
    journal.note(data)
    result: Tensor = tensor
    return result


def write(tensor: Any, new: Any) -> Tensor:
    """Copy the entries of `new` into the memory of `tensor`, which takes over its history.

    Raises:
        RuntimeError: The tensor is a leaf that requires grad, or shape or number type differ.
    """
    old = tensor._data
    _check_fit(old, new._data)
    _refuse_quiet_view(tensor)
    recorded = is_recording() and (new._requires_grad or tensor._requires_grad)
    if recorded:
        _refuse_leaf(tensor)
        _keep_old(new._node, old)
    try:
        np.copyto(old, new._data)
    except ValueError as error:
        raise _not_writeable(old) from error
    journal.note(old)
    if recorded:
        _adopt(tensor, new)
    result: Tensor = tensor
    return result


def _refuse_quiet_view(tensor: Any) -> None:
    """Raise `RuntimeError` if the source of a view would not notice a recorded write."""
    if tensor._quiet_view and is_recording():
        raise RuntimeError(
            "A view was created in no_grad mode and is being modified inplace with grad mode "
            "enabled: the tensor it belongs to would not notice. Write to it inside no_grad() too, "
            "or take the view outside."
        )


def _not_writeable(array: Array) -> RuntimeError:
    if any(stride == 0 and n > 1 for stride, n in zip(array.strides, array.shape, strict=True)):
        return ShapeError(
            "unsupported operation: more than one element of the written-to tensor refers to "
            "a single memory location. Usually it was made by expand(): clone() it first."
        )
    return RuntimeError(
        "the array under this tensor is read-only: NumPy's flags say so, or it belongs to a file. "
        "clone() it first."
    )


def _adopt(tensor: Tensor, new: Tensor) -> None:
    """Give `tensor`, and all tensors that it is a view of, the history of `new`."""
    written = tensor
    while tensor._source is not None:
        # The new value of the source is its old one with the part under the view replaced.
        source = tensor._source
        new = ops.CopySlices.apply(source, new, look=_array_look(tensor))
        tensor._seen = 0  # it was read before its source got the new node
        tensor = source
    tensor._belong_to(new)
    if written._source is not None:
        written._renew()


def _array_look(view: Tensor) -> Callable[[Array], Array]:
    """Return a function that views an array as `view` views its source."""
    function, inputs, options = view._look
    others = inputs[1:]  # without the source, whose node will refer to this function: a cycle
    return lambda array: function.forward(function(), array, *others, **options)


def _keep_old(node: Any, array: Array) -> None:
    """Copy the old entries that the new node saved, before they are overwritten."""
    if node.saved is None:  # a checkpoint dropped it
        return
    base = owner(array)
    node.saved = tuple(
        [a.copy() if isinstance(a, np.ndarray) and owner(a) is base else a for a in node.saved]
    )


def _refuse_leaf(tensor: Any) -> None:
    """Raise `RuntimeError` if a recorded write would overwrite a leaf that requires grad.

    The operand of a custom function counts too, since it may be such a leaf.
    """
    base, what = tensor, "a leaf Variable"
    while base._source is not None:
        base, what = base._source, "a view of a leaf Variable"
    if base._of_custom_function:
        raise RuntimeError(
            f"{base._node.name()} returned memory of its operand, and a tensor on it is being "
            "modified inplace: its operand would change with it, and its backward would not know. "
            "This view was created inside a custom Function (or because an input was returned "
            "as-is): return a copy there, or clone() the result first."
        )
    if base._node is None and base._requires_grad:
        raise RuntimeError(
            f"{what} that requires grad is being used in an in-place operation: shape "
            f"{tensor.shape}. It would become the result of an operation, and be a leaf no longer. "
            "Usually a parameter is updated outside no_grad(): write `with no_grad(): x -= step`, "
            "or compute a new tensor."
        )


def _check_fit(old: Array, new: Array) -> None:
    """Raise if entries of `new` can't replace those of `old`."""
    if old.shape != new.shape:
        raise ShapeError(
            f"output with shape {list(old.shape)} doesn't match the broadcast shape "
            f"{list(new.shape)}: a write keeps the shape. Write x = x + y instead of x += y."
        )
    if not np.can_cast(new.dtype, old.dtype, "same_kind"):
        raise PromotionError(
            f"result type {new.dtype} can't be cast to the desired output type {old.dtype}: a "
            "write keeps the number type. Usually an integer tensor should have been made from "
            "floats."
        )
