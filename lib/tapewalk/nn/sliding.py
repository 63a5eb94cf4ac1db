"""Convolutions and pooling: what a window that slides over the last axes computes."""

from __future__ import annotations

from math import prod
from typing import TYPE_CHECKING, Any

from tapewalk import ops
from tapewalk.engine.errors import PromotionError, ShapeError
from tapewalk.ops.windows import Sliding

if TYPE_CHECKING:
    from tapewalk.tensor.tensor import Tensor


def conv1d(
    x: Tensor,
    weight: Tensor,
    bias: Tensor | None = None,
    stride: Any = 1,
    padding: Any = 0,
    dilation: Any = 1,
    groups: int = 1,
) -> Tensor:
    """Returns the products of a weight with each window along the last axis, summed.

    Args:
        x: Shape (n, in, length), or (in, length).
        weight: Shape (out, in / groups, window).
        bias: Shape (out), or none.
        stride: How far the window moves at a time.
        padding: Zeros added at both ends; "valid" for none, "same" for a result as long as `x`.
        dilation: How far the entries of a window are apart.
        groups: Into how many parts the channels are split, each with weights of its own.

    Returns:
        Shape (n, out, windows), or (out, windows).

    Raises:
        ShapeError: The shapes don't fit, or the window is longer than the input.
    """
    return _convolution(1, x, weight, bias, stride, padding, dilation, groups)


def conv2d(
    x: Tensor,
    weight: Tensor,
    bias: Tensor | None = None,
    stride: Any = 1,
    padding: Any = 0,
    dilation: Any = 1,
    groups: int = 1,
) -> Tensor:
    """Returns the products of a weight with each window over the last two axes, summed.

    Source: Dumoulin and Visin (2016), A guide to convolution arithmetic for deep learning.

    Args:
        x: Shape (n, in, height, width), or (in, height, width).
        weight: Shape (out, in / groups, height of the window, its width).
        bias: Shape (out), or none.
        stride: How far the window moves at a time, one number or one for each axis.
        padding: Zeros added at both ends; "valid" for none, "same" for a result as large as `x`.
        dilation: How far the entries of a window are apart.
        groups: Into how many parts the channels are split, each with weights of its own.

    Returns:
        Shape (n, out, rows of windows, columns of them), or without n.

    Raises:
        ShapeError: The shapes don't fit, or the window is larger than the input.
    """
    return _convolution(2, x, weight, bias, stride, padding, dilation, groups)


def max_pool1d(
    x: Tensor, kernel_size: Any, stride: Any = None, padding: Any = 0, dilation: Any = 1
) -> Tensor:
    """Returns the largest entry of each window along the last axis; the first one has the gradient.

    Args:
        x: Shape (…, length).
        kernel_size: Length of the window.
        stride: How far it moves at a time; as far as it is long if not given.
        padding: How far it reaches over both ends, at most half of its length.
        dilation: How far its entries are apart.

    Raises:
        ShapeError: The window is longer than the input, or reaches too far over the ends.
    """
    return _largest(1, x, kernel_size, stride, padding, dilation)


def max_pool2d(
    x: Tensor, kernel_size: Any, stride: Any = None, padding: Any = 0, dilation: Any = 1
) -> Tensor:
    """Returns the largest entry of each window over the last two axes; the first has the gradient.

    Args:
        x: Shape (…, height, width).
        kernel_size: Lengths of the window, one number or two.
        stride: How far it moves at a time; as far as it is long if not given.
        padding: How far it reaches over the edges, at most half of its length.
        dilation: How far its entries are apart.

    Raises:
        ShapeError: The window is larger than the input, or reaches too far over the edges.
    """
    return _largest(2, x, kernel_size, stride, padding, dilation)


def avg_pool1d(x: Tensor, kernel_size: Any, stride: Any = None, padding: Any = 0) -> Tensor:
    """Returns the mean of each window along the last axis, the zeros beyond the ends included.

    Args:
        x: Shape (…, length).
        kernel_size: Length of the window.
        stride: How far it moves at a time; as far as it is long if not given.
        padding: How far it reaches over both ends, at most half of its length.

    Raises:
        ShapeError: The window is longer than the input, or reaches too far over the ends.
    """
    return _mean(1, x, kernel_size, stride, padding)


def avg_pool2d(x: Tensor, kernel_size: Any, stride: Any = None, padding: Any = 0) -> Tensor:
    """Returns the mean of each window over the last two axes, the zeros beyond the edges included.

    Args:
        x: Shape (…, height, width).
        kernel_size: Lengths of the window, one number or two.
        stride: How far it moves at a time; as far as it is long if not given.
        padding: How far it reaches over the edges, at most half of its length.

    Raises:
        ShapeError: The window is larger than the input, or reaches too far over the edges.
    """
    return _mean(2, x, kernel_size, stride, padding)


def _convolution(
    n: int,
    x: Tensor,
    weight: Tensor,
    bias: Tensor | None,
    stride: Any,
    padding: Any,
    dilation: Any,
    groups: int,
) -> Tensor:
    if weight.ndim != n + 2 or x.ndim not in (n + 1, n + 2):
        raise ShapeError(
            f"Expected {n + 1}D (unbatched) or {n + 2}D (batched) input to conv{n}d and a weight "
            f"with {n + 2} axes, got input of size {list(x.shape)} and weight of size "
            f"{list(weight.shape)}."
        )
    if x.ndim == n + 1:
        one = x.unsqueeze(0)
        return _convolution(n, one, weight, bias, stride, padding, dilation, groups).squeeze(0)
    batch, channels = x.shape[:2]
    out, own, *kernel = weight.shape
    if groups < 1 or channels != own * groups or out % groups:
        raise ShapeError(
            f"Given groups={groups}, weight of size {list(weight.shape)}, expected input"
            f"{list(x.shape)} to have {own * groups} channels and {out} results to be divisible by "
            f"the groups, but got {channels} channels instead."
        )
    if bias is not None and bias.shape != (out,):
        raise ShapeError(
            f"Given weight of size {list(weight.shape)}, expected bias to be 1-dimensional with "
            f"{out} elements, but got bias of size {list(bias.shape)} instead."
        )
    if x.dtype != weight.dtype:
        raise PromotionError(
            f"Input type {x.dtype} and weight type {weight.dtype} should be the same: write "
            ".float() or .to(...)."
        )
    sliding = _sliding(kernel, stride, padding, dilation)
    counts = _lengths(x, sliding)
    windows = ops.Unfold.apply(x, sliding=sliding)
    size, places = own * prod(kernel), prod(counts)
    parts = windows.reshape(batch, groups, own, places, prod(kernel)).transpose(-1, -2)
    columns = parts.reshape(batch, groups, size, places)
    y = weight.reshape(groups, out // groups, size) @ columns
    result: Tensor = y.reshape(batch, out, *counts)
    return result if bias is None else result + bias.reshape(out, *[1] * n)


def _largest(n: int, x: Tensor, kernel: Any, stride: Any, padding: Any, dilation: Any) -> Tensor:
    low = float("-inf")
    windows: Any = _pooled(n, x, kernel, stride, padding, dilation, low)
    return windows.max(-1).values  # type: ignore[no-any-return]


def _mean(n: int, x: Tensor, kernel: Any, stride: Any, padding: Any) -> Tensor:
    return _pooled(n, x, kernel, stride, padding, 1, 0.0).mean(-1)


def _pooled(
    n: int, x: Tensor, kernel: Any, stride: Any, padding: Any, dilation: Any, fill: float
) -> Tensor:
    """Returns the windows of a tensor, each as one row at the end."""
    if x.dtype.kind != "f":
        raise PromotionError(f"pooling is not implemented for {x.dtype}: write .float().")
    lengths = _numbers(n, kernel, "kernel_size", 1)
    sliding = _sliding(lengths, lengths if stride is None else stride, padding, dilation)
    if any(2 * p > k for (p, _), k in zip(sliding.padding, lengths, strict=True)):
        raise ShapeError(
            f"pad should be at most half of effective kernel size, but got pad={padding} and "
            f"kernel_size={kernel}: a window would hold nothing of the input."
        )
    if x.ndim < n:
        raise ShapeError(f"pooling over {n} axes got shape {x.shape}.")
    counts = _lengths(x, sliding)
    windows = ops.Pool.apply(x, sliding=sliding, fill=fill)
    return windows.reshape(*x.shape[: x.ndim - n], *counts, prod(lengths))


def _sliding(kernel: Any, stride: Any, padding: Any, dilation: Any) -> Sliding:
    """Returns how a window slides, from settings that may be one number for all axes."""
    n = len(kernel)
    strides, apart = _numbers(n, stride, "stride", 1), _numbers(n, dilation, "dilation", 1)
    if padding == "valid":
        padding = 0
    if padding == "same":
        if max(strides) > 1:
            raise ValueError("padding='same' is not supported for strided convolutions.")
        reach = [d * (k - 1) for k, d in zip(kernel, apart, strict=True)]
        added = tuple([(r // 2, r - r // 2) for r in reach])
    else:
        added = tuple([(p, p) for p in _numbers(n, padding, "padding", 0)])
    return Sliding(tuple(kernel), strides, added, apart)


def _numbers(n: int, given: Any, name: str, least: int) -> tuple[int, ...]:
    """Returns a setting as one whole number for each axis."""
    numbers = tuple(given) if isinstance(given, (list, tuple)) else (given,) * n
    if len(numbers) == 1:
        numbers *= n
    if len(numbers) != n or not all(isinstance(k, int) and k >= least for k in numbers):
        raise ValueError(
            f"{name} is one whole number of at least {least}, or {n} of them, got {given!r}."
        )
    return numbers


def _lengths(x: Tensor, sliding: Sliding) -> tuple[int, ...]:
    counts = sliding.lengths(x.shape)
    if min(counts) < 1:
        raise ShapeError(
            f"Kernel size can't be greater than actual input size: a window of {sliding.kernel} "
            f"with dilation {sliding.dilation} and padding {sliding.padding} finds no place in "
            f"shape {x.shape}."
        )
    return counts
