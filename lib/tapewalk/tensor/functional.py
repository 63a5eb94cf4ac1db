"""Functions that stand free and don't follow from one operation: `cat`, `where`, …"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from tapewalk import ops
from tapewalk.engine.core import TensorCore
from tapewalk.engine.errors import ShapeError
from tapewalk.tensor.convert import axes_of
from tapewalk.tensor.creation import as_tensor
from tapewalk.tensor.operands import as_array, matched, one_dtype

if TYPE_CHECKING:
    from tapewalk.tensor.tensor import Tensor


def cat(parts: Sequence[Any], dim: int = 0, *, axis: int | None = None) -> Tensor:
    """Return tensors joined one after another along an axis.

    Args:
        parts: Tensors or arrays.
        dim: The axis, counted from the end if negative.
        axis: The same, by NumPy's name.

    Raises:
        ShapeError: Their other axes differ.

    Example:
        >>> from tapewalk import ones, zeros
        >>> cat([ones(2), zeros(1)])
        Tensor([1., 1., 0.])
    """
    held = [as_tensor(part) for part in parts]
    if not held:
        raise ValueError("cat() needs at least one tensor, got none.")
    if any(not part.ndim for part in held):
        raise ShapeError("zero-dimensional tensors cannot be concatenated: use stack().")
    (along,) = axes_of(dim if axis is None else axis, held[0].ndim)
    return ops.Concat.apply(*one_dtype(held), axis=along)


def stack(parts: Sequence[Any], dim: int = 0, *, axis: int | None = None) -> Tensor:
    """Return tensors of one shape side by side along a new axis.

    Args:
        parts: Tensors or arrays.
        dim: The axis, counted from the end if negative.
        axis: The same, by NumPy's name.

    Example:
        >>> from tapewalk import ones, zeros
        >>> stack([ones(2), zeros(2)]).shape
        (2, 2)
    """
    return cat(
        [as_tensor(x).unsqueeze(dim if axis is None else axis) for x in parts], dim, axis=axis
    )


def where(condition: Any, a: Any, b: Any) -> Tensor:
    """Return the entries of `a` where `condition` holds, else those of `b`.

    Args:
        condition: Truth values, of a shape that broadcasts to the others'.
        a: A tensor, an array or a number.
        b: The same.

    Example:
        >>> from tapewalk import ones, zeros
        >>> where([True, False], ones(2), zeros(2))
        Tensor([1., 0.])
    """
    if not isinstance(a, TensorCore) and not isinstance(b, TensorCore):
        a = as_tensor(a)
    a, b = matched(a, b)
    return ops.Where.apply(as_array(condition).astype(bool), a, b)


def free(name: str) -> Callable[..., Any]:
    """Return a method of Tensor as a function; a last `_` sets it apart from Python's own."""
    method = name.removesuffix("_")

    def function(x: Any, *arguments: Any, **settings: Any) -> Any:
        return getattr(as_tensor(x), method)(*arguments, **settings)

    function.__name__ = function.__qualname__ = name
    function.__doc__ = f"""Return `x.{method}(…)`.

    Args:
        x: A tensor, or what becomes one: a number, a list, an array.
        *arguments: What `Tensor.{method}` takes.
        **settings: The same, by name.

    Example:
        >>> from tapewalk import ones
        >>> x = ones(2, 3)
        >>> bool(({name}(x).data == x.{method}().data).all())
        True
    """
    return function


softmax, log_softmax = free("softmax"), free("log_softmax")
sum_, mean, var, std = free("sum_"), free("mean"), free("var"), free("std")
amax, amin, clamp = free("amax"), free("amin"), free("clamp")
