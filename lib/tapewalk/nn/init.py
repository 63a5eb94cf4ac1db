"""First numbers of parameters, written in place, named as in `torch.nn.init`."""

from __future__ import annotations

import math
from typing import Any, Final

from tapewalk.engine.errors import ShapeError
from tapewalk.engine.grad_mode import no_grad
from tapewalk.engine.random_state import Seed, generator_of
from tapewalk.tensor.tensor import Tensor

__all__ = [
    "uniform_",
    "normal_",
    "constant_",
    "zeros_",
    "ones_",
    "xavier_uniform_",
    "xavier_normal_",
    "kaiming_uniform_",
    "kaiming_normal_",
    "calculate_gain",
]

_GAINS: Final = {
    **dict.fromkeys(("linear", "conv1d", "conv2d", "conv3d", "sigmoid"), 1.0),
    **{"tanh": 5 / 3, "relu": math.sqrt(2), "selu": 3 / 4},
}


def uniform_(tensor: Tensor, a: float = 0.0, b: float = 1.0, generator: Seed = None) -> Tensor:
    """Fill a tensor with random numbers, uniform from a to b, and return it.

    Args:
        tensor: Any shape.
        a: The lowest number.
        b: The highest number, not included.
        generator: A NumPy generator or a seed; else the library's, see `manual_seed`.

    Example:
        >>> from tapewalk import zeros
        >>> bool((uniform_(zeros(100), 2.0, 3.0).data >= 2).all())
        True
    """
    return _write(tensor, generator_of(generator).uniform(a, b, tensor.shape))


def normal_(tensor: Tensor, mean: float = 0.0, std: float = 1.0, generator: Seed = None) -> Tensor:
    """Fill a tensor with normally distributed numbers, and return it.

    Args:
        tensor: Any shape.
        mean: Their mean.
        std: Their standard deviation.
        generator: A NumPy generator or a seed; else the library's, see `manual_seed`.

    Example:
        >>> from tapewalk import zeros
        >>> normal_(zeros(2), mean=3.0, std=0.0).tolist()
        [3.0, 3.0]
    """
    return _write(tensor, generator_of(generator).normal(mean, std, tensor.shape))


def constant_(tensor: Tensor, val: float) -> Tensor:
    """Fill a tensor with one number, and return it.

    Args:
        tensor: Any shape.
        val: The number.

    Example:
        >>> from tapewalk import zeros
        >>> constant_(zeros(2), 0.5).tolist()
        [0.5, 0.5]
    """
    return _write(tensor, val)


def zeros_(tensor: Tensor) -> Tensor:
    """Fill a tensor with 0, and return it.

    Args:
        tensor: Any shape.

    Example:
        >>> from tapewalk import ones
        >>> zeros_(ones(2)).tolist()
        [0.0, 0.0]
    """
    return _write(tensor, 0)


def ones_(tensor: Tensor) -> Tensor:
    """Fill a tensor with 1, and return it.

    Args:
        tensor: Any shape.

    Example:
        >>> from tapewalk import zeros
        >>> ones_(zeros(2)).tolist()
        [1.0, 1.0]
    """
    return _write(tensor, 1)


def xavier_uniform_(tensor: Tensor, gain: float = 1.0, generator: Seed = None) -> Tensor:
    """Fill a weight uniformly between ±gain √(6 / (in + out)), and return it.

    Signals then keep their size on the way forward and back. Source: Glorot and Bengio (2010),
    Understanding the difficulty of training deep feedforward neural networks, equation 16.

    Args:
        tensor: A weight, shape (out, in) or (out, in, *window).
        gain: A factor for the activation after it, see `calculate_gain`.
        generator: A NumPy generator or a seed; else the library's, see `manual_seed`.

    Raises:
        ShapeError: It has fewer than two axes.

    Example:
        >>> from tapewalk import zeros
        >>> bool((abs(xavier_uniform_(zeros(3, 3)).data) <= 1).all())
        True
    """
    bound = gain * math.sqrt(6 / sum(_fans(tensor)))
    return uniform_(tensor, -bound, bound, generator)


def xavier_normal_(tensor: Tensor, gain: float = 1.0, generator: Seed = None) -> Tensor:
    """Fill a weight normally with the standard deviation gain √(2 / (in + out)), and return it.

    Source: Glorot and Bengio (2010), as for `xavier_uniform_`.

    Args:
        tensor: A weight, shape (out, in) or (out, in, *window).
        gain: A factor for the activation after it, see `calculate_gain`.
        generator: A NumPy generator or a seed; else the library's, see `manual_seed`.

    Raises:
        ShapeError: It has fewer than two axes.

    Example:
        >>> from tapewalk import zeros
        >>> weight = xavier_normal_(zeros(100, 100), generator=0)
        >>> bool(0.09 < weight.data.std() < 0.11)
        True
    """
    return normal_(tensor, 0.0, gain * math.sqrt(2 / sum(_fans(tensor))), generator)


def kaiming_uniform_(
    tensor: Tensor,
    a: float = 0,
    mode: str = "fan_in",
    nonlinearity: str = "leaky_relu",
    generator: Seed = None,
) -> Tensor:
    """Fill a weight uniformly between ±gain √(3 / fan), and return it.

    Source: He et al. (2015), Delving Deep into Rectifiers, equations 10 and 14.

    Args:
        tensor: A weight, shape (out, in) or (out, in, *window).
        a: The slope below 0 of the leaky ReLU after it.
        mode: "fan_in" keeps the size of signals in the forward pass, "fan_out" in the backward
            pass.
        nonlinearity: The activation after it, see `calculate_gain`.
        generator: A NumPy generator or a seed; else the library's, see `manual_seed`.

    Raises:
        ShapeError: It has fewer than two axes.
        ValueError: There is no such mode or activation.

    Example:
        >>> from tapewalk import zeros
        >>> bool((abs(kaiming_uniform_(zeros(2, 6)).data) <= 1).all())
        True
    """
    bound = math.sqrt(3) * _spread(tensor, a, mode, nonlinearity)
    return uniform_(tensor, -bound, bound, generator)


def kaiming_normal_(
    tensor: Tensor,
    a: float = 0,
    mode: str = "fan_in",
    nonlinearity: str = "leaky_relu",
    generator: Seed = None,
) -> Tensor:
    """Fill a weight normally with the standard deviation gain / √fan, and return it.

    Source: He et al. (2015), Delving Deep into Rectifiers, equations 10 and 14.

    Args:
        tensor: A weight, shape (out, in) or (out, in, *window).
        a: The slope below 0 of the leaky ReLU after it.
        mode: "fan_in" keeps the size of signals in the forward pass, "fan_out" in the backward
            pass.
        nonlinearity: The activation after it, see `calculate_gain`.
        generator: A NumPy generator or a seed; else the library's, see `manual_seed`.

    Raises:
        ShapeError: It has fewer than two axes.
        ValueError: There is no such mode or activation.

    Example:
        >>> from tapewalk import zeros
        >>> weight = kaiming_normal_(zeros(100, 200), generator=0)
        >>> bool(0.09 < weight.data.std() < 0.11)
        True
    """
    return normal_(tensor, 0.0, _spread(tensor, a, mode, nonlinearity), generator)


def calculate_gain(nonlinearity: str, param: float | None = None) -> float:
    """Return the factor by which weights compensate for an activation that shrinks its signals.

    Args:
        nonlinearity: "linear", "conv1d", "conv2d", "conv3d", "sigmoid", "tanh", "relu",
            "leaky_relu" or "selu".
        param: The slope below 0 of a leaky ReLU, 0.01 if not given.

    Raises:
        ValueError: There is no such activation.

    Example:
        >>> calculate_gain("tanh")
        1.6666666666666667
    """
    if nonlinearity == "leaky_relu":
        return math.sqrt(2 / (1 + (0.01 if param is None else param) ** 2))
    if nonlinearity not in _GAINS:
        known = ", ".join([*_GAINS, "leaky_relu"])
        raise ValueError(f"Unsupported nonlinearity {nonlinearity!r}: one of {known}.")
    return _GAINS[nonlinearity]


def _spread(tensor: Tensor, a: float, mode: str, nonlinearity: str) -> float:
    """Return the standard deviation of a weight before an activation."""
    if mode not in ("fan_in", "fan_out"):
        raise ValueError(f"Mode {mode!r} not supported, please use one of fan_in, fan_out.")
    fan = _fans(tensor)[mode == "fan_out"]
    return calculate_gain(nonlinearity, a) / math.sqrt(fan)


def _fans(tensor: Tensor) -> tuple[int, int]:
    """Return the number of inputs of each result of a weight, and of results of each input."""
    if tensor.ndim < 2:
        raise ShapeError(
            "Fan in and fan out can not be computed for tensor with fewer than 2 dimensions, got "
            f"shape {tensor.shape}. Usually a bias was meant for zeros_ or uniform_."
        )
    window = math.prod(tensor.shape[2:])
    return tensor.shape[1] * window, tensor.shape[0] * window


def _write(tensor: Tensor, numbers: Any) -> Tensor:
    with no_grad():
        return tensor.copy_(numbers)
