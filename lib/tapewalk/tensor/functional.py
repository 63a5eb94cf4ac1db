"""Free functions that `derived.py` doesn't make from an operation: `cat`, `where`, …"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from string import ascii_letters
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
    tensors = [as_tensor(part) for part in parts]
    if not tensors:
        raise ValueError("cat() needs at least one tensor, got none.")
    if any(not part.ndim for part in tensors):
        raise ShapeError("zero-dimensional tensors cannot be concatenated: use stack().")
    # As in PyTorch, an empty vector joins tensors of any shape.
    tensors = [part for part in tensors if part.shape != (0,)] or tensors
    (along,) = axes_of(dim if axis is None else axis, tensors[0].ndim)
    return ops.Concat.apply(*one_dtype(tensors), axis=along)


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


def einsum(equation: str, *operands: object) -> Tensor:
    """Return sums of products, over each axis whose letter is only to the left of the arrow.

    Args:
        equation: The letters of the axes of each operand, between commas, an arrow, and the letters
            of the result, as in "ij,jk->ik"; "..." means further axes. Without an arrow the
            result has the letters that occur once.
        *operands: Tensors or arrays, or one list of them.

    Raises:
        ShapeError: Letters and axes don't fit, or axes of one letter differ in length.

    Example:
        >>> from tapewalk import ones
        >>> einsum("ij,jk->ik", ones(2, 3), ones(3, 4)).shape
        (2, 4)
    """
    given = (
        operands[0] if len(operands) == 1 and isinstance(operands[0], (list, tuple)) else operands
    )
    tensors = one_dtype([as_tensor(x) for x in given])
    terms, result = letters_of(equation, [x.shape for x in tensors])
    return ops.Einsum.apply(*tensors, terms=terms, result=result)


def letters_of(equation: str, shapes: Sequence[tuple[int, ...]]) -> tuple[tuple[str, ...], str]:
    """Return the letters of each operand of `einsum` and of its result, without "...".

    Args:
        equation: As for `einsum`.
        shapes: Those of the operands.

    Raises:
        ShapeError: Letters and axes don't fit, or axes of one letter differ in length.
    """
    left, arrow, right = equation.replace(" ", "").partition("->")
    terms = left.split(",")
    if len(terms) != len(shapes):
        raise ShapeError(f"einsum(): {equation!r} names {len(terms)} operands, got {len(shapes)}.")
    named = equation.replace("...", "").replace("->", "").replace(",", "").replace(" ", "")
    if not all(letter in ascii_letters for letter in named):
        raise ShapeError(f"einsum() takes letters, commas, '->' and '...', got {equation!r}.")
    unused = [letter for letter in ascii_letters if letter not in named]
    rank = max(
        [len(s) - len(t) + 3 for t, s in zip(terms, shapes, strict=True) if "..." in t] or [0]
    )
    more = "".join(unused[: max(rank, 0)])
    lengths: dict[str, int] = {}
    spelt = []
    for term, shape in zip(terms, shapes, strict=True):
        own = len(shape) - len(term) + 3
        full = term.replace("...", more[len(more) - own :] if own > 0 else "")
        if len(full) != len(shape):
            raise ShapeError(
                f"einsum(): the letters {term!r} are for {len(full)} axes, the operand has shape "
                f"{shape}."
            )
        for letter, n in zip(full, shape, strict=True):
            if lengths.setdefault(letter, n) != n and n != 1 and lengths[letter] != 1:
                raise ShapeError(
                    f"einsum(): axes named {letter!r} in {equation!r} have the lengths "
                    f"{lengths[letter]} and {n}."
                )
            lengths[letter] = max(lengths[letter], n)
        spelt.append(full)
    if not arrow:
        once = sorted(letter for letter in {*named} if named.count(letter) == 1)
        return tuple(spelt), more + "".join(once)
    stays = right.replace("...", more)
    if len({*stays}) < len(stays) or not {*stays} <= lengths.keys():
        raise ShapeError(
            f"einsum(): the result of {equation!r} names each of its axes once, and only those of "
            "an operand."
        )
    return tuple(spelt), stays


def where(condition: object, a: object, b: object) -> Tensor:
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

    def function(x: object, *arguments: object, **settings: object) -> Any:
        return getattr(as_tensor(x), method)(*arguments, **settings)

    function.__name__ = function.__qualname__ = name
    function.__doc__ = f"""Return `x.{method}(…)`.

    Args:
        x: A tensor, or a number, list or array that becomes one.
        *arguments: The arguments of `Tensor.{method}`.
        **settings: Its named arguments.

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
