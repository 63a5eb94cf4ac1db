"""Clipping of gradients before a step, named as in `torch.nn.utils`."""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Iterator
from typing import Any

import numpy as np

from tapewalk.engine.core import wrap
from tapewalk.engine.function import quiet
from tapewalk.engine.memory import Array
from tapewalk.tensor.tensor import Tensor

__all__ = ["clip_grad_norm_", "clip_grad_value_"]


def clip_grad_norm_(
    parameters: Tensor | Iterable[Tensor],
    max_norm: float,
    norm_type: float = 2.0,
    error_if_nonfinite: bool = False,
) -> Tensor:
    """Shorten the gradients of parameters, taken as one vector, to a length of at most `max_norm`.

    Source: Pascanu, Mikolov and Bengio (2013), On the difficulty of training recurrent neural
    networks, algorithm 1; 1e-6 is added to the divisor, as in PyTorch.

    Args:
        parameters: The tensors whose `grad` is changed in place, any shapes; or one tensor.
        max_norm: The largest length.
        norm_type: p in the norm (Σ |g| ** p) ** (1 / p); infinity for the largest entry.
        error_if_nonfinite: Whether a length that is NaN or infinite is an error.

    Returns:
        The length before, a tensor of shape ().

    Raises:
        RuntimeError: The length is not finite, and that is an error.
        ValueError: `max_norm` is negative: gradients would change sign.

    Example:
        >>> x = Tensor([3.0, 4.0], requires_grad=True)
        >>> (x * x / 2).sum().backward()
        >>> clip_grad_norm_([x], max_norm=1.0).item()
        5.0
        >>> x.grad.round(3)
        array([0.6, 0.8], dtype=float32)
    """
    _require_size("max_norm", max_norm)
    grads = list(_gradients(parameters))
    if not grads:
        return Tensor(0.0)
    p = float(norm_type)
    total = np.asarray(_norm(np.array([_norm(grad, p) for grad in grads]), p))
    if error_if_nonfinite and not np.isfinite(total):
        raise RuntimeError(
            f"The total norm of order {p} for gradients from `parameters` is non-finite ({total}), "
            "so it cannot be clipped. Usually the loss has overflowed: detect_anomaly() names the "
            "operation."
        )
    with np.errstate(all="ignore"):
        share = float(max_norm) / (total + total.dtype.type(1e-6))
        if not share >= 1:  # a NaN reaches the gradients, as in PyTorch
            for grad in grads:
                grad *= grad.dtype.type(share)
    return wrap(total)


def clip_grad_value_(parameters: Tensor | Iterable[Tensor], clip_value: float) -> None:
    """Clip every entry of the gradients of parameters to -clip_value … clip_value.

    Args:
        parameters: The tensors whose `grad` is changed in place, any shapes; or one tensor.
        clip_value: The largest size that an entry may have.

    Raises:
        ValueError: `clip_value` is negative.

    Example:
        >>> x = Tensor([3.0, -0.5], requires_grad=True)
        >>> (x * x / 2).sum().backward()
        >>> clip_grad_value_([x], 1.0)
        >>> x.grad
        array([ 1. , -0.5], dtype=float32)
    """
    _require_size("clip_value", clip_value)
    for grad in _gradients(parameters):
        grad.clip(-float(clip_value), float(clip_value), out=grad)


def _gradients(parameters: Tensor | Iterable[Tensor]) -> Iterator[Array]:
    """Yield the existing gradients."""
    listed = [parameters] if isinstance(parameters, Tensor) else list(parameters)
    if not listed and not isinstance(parameters, list | tuple):
        warnings.warn(
            "`parameters` is an empty generator, no gradient clipping will occur: call "
            "model.parameters() again.",
            stacklevel=3,
        )
    return (np.asarray(p.grad) for p in listed if p.grad is not None)


@quiet
def _norm(array: Array, p: float) -> Any:
    """Return the norm of an array in its number type; of half precision computed in single."""
    wide = array.astype(np.float32) if array.itemsize < 4 else array
    return array.dtype.type(np.linalg.norm(wide.reshape(-1), p))


def _require_size(name: str, value: float) -> None:
    if not value >= 0:  # nor is NaN a size
        raise ValueError(f"{name} must be at least 0, got {value}.")
