"""Functions that make tensors, also from arrays and files."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import nullcontext
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from tapewalk.engine.core import Concrete, wrap
from tapewalk.engine.random_state import Seed, generator_of
from tapewalk.tensor.convert import check_lengths, float32, plain, require_real, unpacked
from tapewalk.tensor.operands import as_array

if TYPE_CHECKING:
    from tapewalk.tensor.tensor import Tensor


def as_tensor(x: object) -> Tensor:
    """Return `x` if it is a tensor, else a tensor with a copy of it.

    Args:
        x: A tensor, or data for a new one.

    Example:
        >>> x = ones(2)
        >>> as_tensor(x) is x
        True
    """
    result: Tensor = x if isinstance(x, Concrete.Tensor) else Concrete.Tensor(x)
    return result


def from_numpy(array: object) -> Tensor:
    """Return a tensor on the memory of `array` itself.

    `backward` notices a changed saved value only if the write went through a tensor, and memory is
    identified by the NumPy array that owns it. It misses writes to `array` itself, or through
    another array on the same buffer (`np.frombuffer` twice).

    Args:
        array: A NumPy array; writes to it change the tensor, and writes to the tensor change it.

    Raises:
        TypeError: It is not an array, or its entries are not real numbers.

    Example:
        >>> array = np.zeros(2)
        >>> shared = from_numpy(array)
        >>> array[0] = 5.0
        >>> shared
        Tensor([5., 0.], dtype=float64)
    """
    if not isinstance(array, np.ndarray):
        raise TypeError(
            f"expected np.ndarray, got {type(array).__name__}: Tensor(...) copies lists."
        )
    return wrap(require_real(array))


def zeros(*shape: Any, dtype: Any = float32, requires_grad: bool = False) -> Tensor:
    """Return a tensor full of 0.

    Args:
        *shape: The lengths of the axes, one by one or as a tuple.
        dtype: The number type.
        requires_grad: Whether gradients are wanted.

    Example:
        >>> zeros(2, 3).shape
        (2, 3)
    """
    return _made(np.zeros(_lengths(shape), dtype), requires_grad)


def ones(*shape: Any, dtype: Any = float32, requires_grad: bool = False) -> Tensor:
    """Return a tensor full of 1.

    Args:
        *shape: The lengths of the axes, one by one or as a tuple.
        dtype: The number type.
        requires_grad: Whether gradients are wanted.

    Example:
        >>> ones(3)
        Tensor([1., 1., 1.])
    """
    return _made(np.ones(_lengths(shape), dtype), requires_grad)


def full(shape: Any, value: float, dtype: Any = None, requires_grad: bool = False) -> Tensor:
    """Return a tensor full of `value`.

    Args:
        shape: The lengths of the axes.
        value: The number in every entry.
        dtype: The number type; that of `value` if not given.
        requires_grad: Whether gradients are wanted.

    Example:
        >>> full((2,), 7.0)
        Tensor([7., 7.])
    """
    number = plain(value)
    own = float32 if isinstance(value, float) else as_array(number).dtype
    return _made(np.full(_lengths((shape,)), number, dtype or own), requires_grad)


def zeros_like(x: object, dtype: Any = None, requires_grad: bool = False) -> Tensor:
    """Return a tensor full of 0, in the shape of `x`.

    Args:
        x: A tensor or array, whose shape and number type are taken.
        dtype: Another number type.
        requires_grad: Whether gradients are wanted.

    Example:
        >>> zeros_like(ones(2))
        Tensor([0., 0.])
    """
    return _made(np.zeros_like(as_array(x), dtype), requires_grad)


def ones_like(x: object, dtype: Any = None, requires_grad: bool = False) -> Tensor:
    """Return a tensor full of 1, in the shape of `x`.

    Args:
        x: A tensor or array, whose shape and number type are taken.
        dtype: Another number type.
        requires_grad: Whether gradients are wanted.

    Example:
        >>> ones_like(zeros(2))
        Tensor([1., 1.])
    """
    return _made(np.ones_like(as_array(x), dtype), requires_grad)


def arange(*limits: float, dtype: Any = None) -> Tensor:
    """Return the numbers from `start` up to, but not including, `end`, like Python's `range`.

    Args:
        *limits: `end`, or `start`, `end` and, if not 1, the step.
        dtype: The number type.

    Example:
        >>> arange(2, 10, 3)
        Tensor([2, 5, 8])
    """
    result: Tensor = Concrete.Tensor(np.arange(*limits, dtype=dtype).tolist(), dtype=dtype)
    return result


def linspace(start: float, end: float, steps: int, dtype: Any = float32) -> Tensor:
    """Return numbers at equal distances, both ends included.

    Args:
        start: The first number.
        end: The last one.
        steps: How many.
        dtype: The number type.

    Example:
        >>> linspace(0, 1, 3)
        Tensor([0. , 0.5, 1. ])
    """
    check_lengths((steps,))
    return _made(np.linspace(start, end, steps, dtype=dtype), False)


def eye(n: int, dtype: Any = float32) -> Tensor:
    """Return the identity matrix.

    Args:
        n: The number of rows and columns.
        dtype: The number type.

    Example:
        >>> eye(2)
        Tensor([[1., 0.],
                [0., 1.]])
    """
    return _made(np.eye(*_lengths((n,)), dtype=dtype), False)


def randn(
    *shape: Any,
    generator: Seed = None,
    dtype: Any = float32,
    requires_grad: bool = False,
) -> Tensor:
    """Return normally distributed numbers, the same ones for the same seed.

    Args:
        *shape: The lengths of the axes.
        generator: A NumPy generator, or a seed for one; else the library's, see `manual_seed`.
        dtype: The number type.
        requires_grad: Whether gradients are wanted.

    Example:
        >>> bool((randn(3, generator=0).data == randn(3, generator=0).data).all())
        True
    """
    drawn = generator_of(generator).standard_normal(_lengths(shape)).astype(dtype)
    return _made(drawn, requires_grad)


def rand(
    *shape: Any,
    generator: Seed = None,
    dtype: Any = float32,
    requires_grad: bool = False,
) -> Tensor:
    """Return random numbers, uniform between 0 and 1, the same ones for the same seed.

    Args:
        *shape: The lengths of the axes.
        generator: A NumPy generator, or a seed for one; else the library's, see `manual_seed`.
        dtype: The number type.
        requires_grad: Whether gradients are wanted.

    Example:
        >>> numbers = rand(100, generator=0).data
        >>> bool(numbers.min() >= 0 and numbers.max() < 1)
        True
    """
    drawn = generator_of(generator).random(_lengths(shape)).astype(dtype)
    return _made(drawn, requires_grad)


def save(state: Mapping[str, Any], file: Any) -> None:
    """Write a state dict to a file in NumPy's npz format, which contains no executable code.

    Args:
        state: Arrays or tensors by name, as `Module.state_dict` returns them.
        file: A path, or a file opened for writing bytes.

    Raises:
        TypeError: It is not a dict of arrays.

    Example:
        >>> from io import BytesIO
        >>> file = BytesIO()
        >>> save({"weight": ones(2)}, file)
        >>> _ = file.seek(0)
        >>> load(file)
        {'weight': array([1., 1.], dtype=float32)}
    """
    if not isinstance(state, Mapping):
        raise TypeError(f"save() writes a dict of arrays, got {state!r:.80}: use state_dict().")
    arrays: Any = {name: as_array(value) for name, value in state.items()}
    is_path = isinstance(file, str | PathLike)
    with Path(file).open("wb") if is_path else nullcontext(file) as opened:
        np.savez(opened, **arrays)


def load(file: Any) -> dict[str, Any]:
    """Return the arrays that `save` wrote, by name, for `Module.load_state_dict`.

    Args:
        file: A path, or a file opened for reading bytes.

    Example:
        >>> from io import BytesIO
        >>> file = BytesIO()
        >>> save({}, file)
        >>> _ = file.seek(0)
        >>> load(file)
        {}
    """
    with np.load(file, allow_pickle=False) as stored:
        return {name: stored[name] for name in stored}


def _made(array: Any, requires_grad: bool) -> Tensor:
    return wrap(require_real(array)).requires_grad_(requires_grad)


def _lengths(given: Any) -> tuple[int, ...]:
    """Return the lengths of the axes of a new tensor."""
    shape = unpacked(given)
    check_lengths(shape)
    return shape
