"""Comparison of gradients with central differences."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from tapewalk.engine import backward
from tapewalk.engine.errors import PromotionError
from tapewalk.engine.grad_mode import enable_grad, no_grad
from tapewalk.engine.memory import Array
from tapewalk.tensor.creation import as_tensor
from tapewalk.tensor.tensor import Tensor


def gradcheck(
    function: Callable[..., Any],
    inputs: Tensor | Sequence[Any],
    eps: float = 1e-6,
    atol: float = 1e-5,
    rtol: float = 1e-3,
    raise_exception: bool = True,
) -> bool:
    """Compare the gradients of a function with (f(x + eps) - f(x - eps)) / (2 eps).

    The result is weighted with numbers drawn from a fixed seed and summed: every entry of every
    input is moved on its own.

    Args:
        function: Takes tensors and returns a tensor, or several.
        inputs: The tensors to call it with. Those that require grad must be float64: in float32
            the differences would have only three correct digits.
        eps: The size of the move.
        atol: The difference that is always allowed.
        rtol: The difference allowed in addition, as a share of the gradient.
        raise_exception: Whether a wrong gradient raises an error; else the result is `False`.

    Returns:
        Whether all gradients agree.

    Raises:
        TypeError: No input requires grad, or one that does is not float64.
        AssertionError: A gradient is wrong; the text names input, entry and both numbers.

    Example:
        >>> x = Tensor(np.array([0.5, 2.0]), requires_grad=True)
        >>> gradcheck(lambda t: t.exp() * t, x)
        True
    """
    given = [inputs] if isinstance(inputs, Tensor) else list(inputs)
    checked = [x for x in given if isinstance(x, Tensor) and x.requires_grad]
    if not checked:
        raise PromotionError("gradcheck needs at least one input with requires_grad=True.")
    for x in checked:
        if x.dtype != np.float64:
            raise PromotionError(
                f"gradcheck needs float64, got {x.dtype}: the difference of two nearly equal "
                "float32 numbers has no digits left. Use Tensor(..., dtype=np.float64)."
            )
    outputs = _outputs(function, given)
    weights = [_weights(out.shape, i) for i, out in enumerate(outputs)]
    roots = [(o, w) for o, w in zip(outputs, weights, strict=True) if o.requires_grad]
    gradients = backward.run(roots, wanted=checked) if roots else {}

    def value() -> float:
        with no_grad():
            now = _outputs(function, given)
            return sum(float((o._data * w).sum()) for o, w in zip(now, weights, strict=True))

    for x in checked:
        mine = gradients.get(backward.place(x))
        mine = np.zeros(x.shape) if mine is None else mine
        numeric = _central_differences(value, x._data, eps)
        wrong = ~(np.abs(mine - numeric) <= atol + rtol * np.abs(numeric))
        if wrong.any():
            if not raise_exception:
                return False
            position = next(i for i, y in enumerate(given) if y is x)
            raise AssertionError(_report(position, wrong, mine, numeric))
    return True


def gradgradcheck(
    function: Callable[..., Any],
    inputs: Tensor | Sequence[Any],
    eps: float = 1e-6,
    atol: float = 1e-5,
    rtol: float = 1e-3,
    raise_exception: bool = True,
) -> bool:
    """Compare second derivatives of a function with differences of its first ones.

    It calls `gradcheck` for the function that returns the gradients, and differentiates it with
    respect to the inputs, and to the weights of the outputs from which the gradients start.

    Args:
        function: Takes tensors and returns a tensor, or several.
        inputs: The tensors to call it with. Those that require grad must be float64.
        eps: The size of the move.
        atol: The difference that is always allowed.
        rtol: The difference allowed in addition, as a share of the derivative.
        raise_exception: Whether a wrong derivative raises an error; else the result is `False`.

    Returns:
        Whether all second derivatives agree.

    Raises:
        TypeError: No input requires grad, or one that does is not float64.
        AssertionError: A derivative is wrong; the text names input, entry and both numbers. The
            weights count as inputs after the others.

    Example:
        >>> x = Tensor(np.array([0.5, 2.0]), requires_grad=True)
        >>> gradgradcheck(lambda t: t.exp() * t, x)
        True
    """
    given = [inputs] if isinstance(inputs, Tensor) else list(inputs)
    outputs = [out for out in _outputs(function, given) if out.requires_grad]
    starts = [
        Tensor(_weights(out.shape, 100 + i), requires_grad=True, dtype=out.dtype)
        for i, out in enumerate(outputs)
    ]

    def gradients(*parts: Any) -> list[Tensor]:
        arguments, weights = parts[: len(given)], parts[len(given) :]
        wanted = [x for x in arguments if isinstance(x, Tensor) and x.requires_grad]
        with enable_grad():
            roots = [out for out in _outputs(function, list(arguments)) if out.requires_grad]
            pairs = list(zip(roots, weights, strict=True))
            by_place = backward.run(pairs, wanted=wanted, create_graph=True)
        return [by_place[p] for x in wanted if (p := backward.place(x)) in by_place]

    return gradcheck(gradients, [*given, *starts], eps, atol, rtol, raise_exception)


def _outputs(function: Callable[..., Any], given: list[Any]) -> list[Tensor]:
    result = function(*given)
    results = list(result) if isinstance(result, (list, tuple)) else [result]
    return [as_tensor(one) for one in results]  # without recording, `grad` returns arrays


def _weights(shape: tuple[int, ...], seed: int) -> Array:
    return np.random.default_rng(seed).uniform(0.5, 1.5, shape)


def _central_differences(value: Callable[[], float], array: Array, eps: float) -> Array:
    """Return the slope of `value` by each entry of `array`, which is moved and put back."""
    slopes = np.empty(array.shape)
    for at in np.ndindex(array.shape):
        before = array[at]
        array[at] = before + eps
        up = value()
        array[at] = before - eps
        down = value()
        array[at] = before
        slopes[at] = (up - down) / (2 * eps)
    return slopes


def _report(position: int, wrong: Array, mine: Array, numeric: Array) -> str:
    at = tuple(int(i) for i in np.argwhere(wrong)[0])
    return (
        f"Jacobian mismatch for input {position} at entry {at}: backward gives {mine[at]:.9g}, "
        f"central differences give {numeric[at]:.9g}, {abs(mine[at] - numeric[at]):.3g} apart. "
        f"{int(wrong.sum())} of {wrong.size} entries are wrong. Usually a factor is missing, a "
        "path was forgotten, or the function is not smooth there."
    )
