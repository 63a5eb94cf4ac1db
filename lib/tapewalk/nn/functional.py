"""Layers and losses as plain functions, named and shaped as in `torch.nn.functional`."""

from __future__ import annotations

import math
import sys
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from tapewalk import ops
from tapewalk.engine.errors import PromotionError, ShapeError, UnknownNameError
from tapewalk.engine.grad_mode import no_grad
from tapewalk.engine.random_state import Seed, generator_of
from tapewalk.nn.losses import (
    binary_cross_entropy,
    binary_cross_entropy_with_logits,
    cross_entropy,
    l1_loss,
    mse_loss,
    nll_loss,
)
from tapewalk.ops.broadcast import all_below
from tapewalk.tensor.creation import from_numpy, full
from tapewalk.tensor.derived import logaddexp, relu, sigmoid, silu, tanh
from tapewalk.tensor.functional import cat, log_softmax, softmax, where
from tapewalk.tensor.operands import as_array, as_float, in_single

if TYPE_CHECKING:
    from tapewalk.tensor.tensor import Tensor

__all__ = [
    "batch_norm",
    "binary_cross_entropy",
    "binary_cross_entropy_with_logits",
    "cross_entropy",
    "dropout",
    "embedding",
    "gelu",
    "l1_loss",
    "layer_norm",
    "leaky_relu",
    "linear",
    "log_softmax",
    "mse_loss",
    "nll_loss",
    "one_hot",
    "pad",
    "relu",
    "scaled_dot_product_attention",
    "sigmoid",
    "silu",
    "softmax",
    "softplus",
    "tanh",
]


if not TYPE_CHECKING:

    def __getattr__(name: str) -> Any:
        here = sys.modules[__name__]
        raise UnknownNameError("module 'tapewalk.nn.functional'", name, here, "nn.functional")


def linear(x: Tensor, weight: Tensor, bias: Tensor | None = None) -> Tensor:
    """Return x @ weightᵀ + bias as one node.

    Args:
        x: Shape (…, in).
        weight: Shape (out, in).
        bias: Shape (out), none, or a shape that broadcasts to the result.

    Returns:
        Shape (…, out).

    Raises:
        ShapeError: The last axis of `x` is not `in`, or the bias does not broadcast to the result.
    """
    if bias is not None and bias._data.shape == weight._data.shape[:1]:  # nearly always
        return ops.Linear.apply(x, weight, bias)
    # A weight with one axis gives a single number for each row.
    y = x @ weight if weight._data.ndim == 1 else ops.Linear.apply(x, weight)
    if bias is None:
        return y
    extra = bias._data.ndim - y._data.ndim
    if extra > 0 and bias._data.shape[:extra] == (1,) * extra:
        bias = bias.reshape(bias._data.shape[extra:])
    moved = y + bias
    if moved.shape != y.shape:
        raise ShapeError(
            f"the bias of shape {bias.shape} doesn't broadcast to the result of shape {y.shape}: "
            f"linear() adds one number to each of its {weight.shape[0]} columns."
        )
    return moved


def embedding(positions: Any, weight: Tensor, padding_idx: int | None = None) -> Tensor:
    """Return the rows of a table.

    Args:
        positions: Integers of any shape, from 0 to rows - 1.
        weight: The table, shape (rows, d).
        padding_idx: A row that gets no gradient.

    Returns:
        Shape (*positions.shape, d).

    Raises:
        IndexError: A position is outside the table.
        TypeError: The positions are not integers.
    """
    at = as_array(positions)
    if weight._data.ndim != 2:
        raise ShapeError(f"embedding looks up the rows of a matrix, got a table of {weight.shape}.")
    if not all_below(at, weight._data.shape[0]):
        if at.dtype.kind not in "iu":
            raise PromotionError(f"embedding looks up integer positions, got dtype {at.dtype}.")
        raise IndexError(
            f"index out of range in self: the table has rows 0 to {weight.shape[0] - 1}, got "
            f"positions from {at.min()} to {at.max()}. Usually a token is not in the vocabulary."
        )
    rows = ops.Embedding.apply(weight, at)
    if padding_idx is None:
        return rows
    padded: Any = at == padding_idx % weight._data.shape[0]
    return where(padded[..., None], rows.detach(), rows)


def dropout(x: Tensor, p: float = 0.5, training: bool = True, *, generator: Seed = None) -> Tensor:
    """Return `x` with each entry 0 with probability p, and the others divided by 1 - p.

    Source: Srivastava et al. (2014), Dropout: A Simple Way to Prevent Neural Networks from
    Overfitting; the division moves from evaluation to training, as in PyTorch.

    Args:
        x: Any shape.
        p: The probability with which an entry is dropped, from 0 to 1.
        training: Whether to drop; else the result is `x` itself.
        generator: A NumPy generator or a seed for the choice of entries; else the library's.

    Raises:
        ValueError: `p` is not from 0 to 1.
    """
    check_probability(p)
    if not training or p == 0:
        return x
    x = as_float(x)
    remains = generator_of(generator).random(x.shape, np.float32) >= p
    share = x.dtype.type(0 if p == 1 else 1 / (1 - p))
    result: Tensor = x * np.where(remains, share, x.dtype.type(0))
    return result


def check_probability(p: float) -> None:
    """Raise `ValueError` unless p is from 0 to 1."""
    if not 0 <= p <= 1:
        raise ValueError(f"dropout probability has to be between 0 and 1, but got {p}.")


def gelu(x: Tensor, approximate: str = "none") -> Tensor:
    """Return x Φ(x), or its tanh approximation with `approximate="tanh"`.

    Args:
        x: Any shape.
        approximate: "none", or "tanh" for the approximation.
    """
    return x.gelu(approximate)


def leaky_relu(x: Tensor, negative_slope: float = 0.01) -> Tensor:
    """Return x where it is positive, else x times a slope.

    Args:
        x: Any shape.
        negative_slope: The slope.
    """
    return where(x > 0, x, x * negative_slope)


def softplus(x: Tensor, beta: float = 1.0, threshold: float = 20.0) -> Tensor:
    """Return log(1 + e ** (beta x)) / beta, a smooth `relu`.

    Args:
        x: Any shape.
        beta: How sharp the bend is.
        threshold: Where beta x is above it, the result is x itself.
    """
    scaled = x * beta
    return where(scaled > threshold, x, logaddexp(scaled, 0.0) / beta)


def one_hot(positions: Any, num_classes: int = -1) -> Tensor:
    """Return rows of integers with a 1 at each position and 0 elsewhere.

    Args:
        positions: Integers of any shape, from 0 up.
        num_classes: The length of a row; one more than the largest position if not given.

    Returns:
        Shape (*positions.shape, num_classes).

    Raises:
        IndexError: A position is not in a row.
        TypeError: The positions are not integers.
    """
    at = as_array(positions)
    n = int(at.max(initial=-1)) + 1 if num_classes == -1 else num_classes
    rows = from_numpy(np.eye(n, dtype=np.int64))
    return embedding(at, rows)


def pad(x: Tensor, pad: Sequence[int], mode: str = "constant", value: float = 0.0) -> Tensor:
    """Return `x` with entries added at the ends of its last axes.

    Args:
        x: Any shape.
        pad: How many entries to add before and after the last axis, then before and after the
            axis before it, and so on; a negative number removes entries.
        mode: "constant"; or "reflect", "replicate" or "circular", which repeat entries of x.
        value: The constant.

    Raises:
        ValueError: The numbers are not pairs, or there are more pairs than axes.
    """
    pairs = [(pad[i], pad[i + 1]) for i in range(0, len(pad) - 1, 2)]
    if len(pad) % 2 or len(pairs) > x.ndim:
        raise ShapeError(f"pad takes a pair for each of the last axes of {x.shape}, got {pad}.")
    pairs = [(0, 0)] * (x.ndim - len(pairs)) + pairs[::-1]
    names: Any = {"replicate": "edge", "circular": "wrap"}
    added = [(max(a, 0), max(b, 0)) for a, b in pairs]
    kept = tuple([slice(max(-a, 0), min(b, 0) or None) for a, b in pairs])
    places = np.arange(x.size).reshape(x.shape) + 1
    if mode == "circular":  # other modes also repeat removed entries, as in PyTorch
        places, kept = places[kept], ()
    places = np.pad(places, added, names.get(mode, mode))[kept]
    return cat([full((1,), value, dtype=x.dtype), x.reshape(-1)])[places]


def layer_norm(
    x: Tensor,
    normalized_shape: tuple[int, ...],
    weight: Tensor | None = None,
    bias: Tensor | None = None,
    eps: float = 1e-5,
) -> Tensor:
    """Return `x` with mean 0 and variance 1 over its last axes, scaled and shifted.

    Args:
        x: Shape (…, *normalized_shape).
        normalized_shape: The lengths of the axes to normalise over.
        weight: Scale, of that shape.
        bias: Shift, of that shape.
        eps: Added to the variance.

    Raises:
        ShapeError: The last axes of `x` have other lengths.
    """
    shape = tuple(normalized_shape)
    if not shape or x.shape[-len(shape) :] != shape:
        raise ShapeError(
            f"layer_norm over {list(shape)} expects those last lengths, got shape {x.shape}."
        )
    for name, part in (("weight", weight), ("bias", bias)):
        if part is not None and part._data.shape != shape:
            raise ShapeError(
                f"Expected {name} to be of same shape as normalized_shape, but got {name} of shape "
                f"{list(part.shape)} and normalized_shape = {list(shape)}."
            )
    if x._data.itemsize < 4:
        return in_single(ops.LayerNorm, x, weight, bias, shape=shape, eps=eps)
    return ops.LayerNorm.apply(x, weight, bias, shape=shape, eps=eps)


def batch_norm(
    x: Tensor,
    running_mean: Any = None,
    running_var: Any = None,
    weight: Tensor | None = None,
    bias: Tensor | None = None,
    training: bool = False,
    momentum: float = 0.1,
    eps: float = 1e-5,
) -> Tensor:
    """Return `x` with mean 0 and variance 1 in each column, scaled and shifted.

    Args:
        x: Shape (n, d), or with further axes, as (n, d, length), whose entries join the column's.
        running_mean: Averages over past batches, shape (d); updated in training, used otherwise.
        running_var: The same for variances, which are divided by n - 1 here.
        weight: Scale, shape (d).
        bias: Shift, shape (d).
        training: Whether to use the batch's own mean and variance.
        momentum: The share of this batch in the running averages.
        eps: Added to the variance.

    Raises:
        ShapeError: A column has a single entry in training, `x` has fewer than 2 axes, or scale or
            shift don't have one number for each column.
        RuntimeError: A running average requires grad.
    """
    shape = x._data.shape
    if len(shape) < 2:
        raise ShapeError(f"batch_norm expects shape (n, d) or (n, d, length), got {shape}.")
    columns = shape[1:2]
    for name, part in (("weight", weight), ("bias", bias)):
        if part is not None and part._data.shape != columns:
            raise ShapeError(
                f"{name} should contain {shape[1]} elements, one for each column, got shape "
                f"{part.shape}."
            )
    n = x._data.size // max(shape[1], 1)
    if training and n < 2:
        raise ShapeError(
            f"Expected more than 1 value per channel when training, got input size {shape}: "
            "one value has no variance. Use eval(), or a larger batch."
        )
    inner = range(2, len(shape))
    rows = x if not inner else x.permute(0, *inner, 1).reshape(-1, shape[1])
    if not training and running_mean is None:
        raise ValueError(
            "Expected running_mean and running_var to be defined when training=False: evaluation "
            "uses the averages of past batches."
        )
    apply = ops.BatchNorm.apply if x._data.itemsize >= 4 else partial(in_single, ops.BatchNorm)
    for name, average in (("running_mean", running_mean), ("running_var", running_var)):
        if getattr(average, "requires_grad", False):
            raise RuntimeError(
                f"batch_norm is not differentiable with respect to argument '{name}', which is a "
                "constant to it: this input cannot have requires_grad True. Usually it should be "
                "a buffer, not a parameter."
            )
    if not training:
        given = as_array(running_mean), as_array(running_var)
        y = apply(rows, weight, bias, eps=eps, given=given)
    elif running_mean is None:
        y = apply(rows, weight, bias, eps=eps)
    else:
        seen: list[Any] = []
        y = apply(rows, weight, bias, eps=eps, seen=seen)
        with no_grad():
            for running, new in ((running_mean, seen[0]), (running_var, seen[1] * (n / (n - 1)))):
                running.copy_((1 - momentum) * running._data + momentum * new)
    if not inner:
        return y
    return y.reshape(shape[0], *shape[2:], shape[1]).permute(0, -1, *[i - 1 for i in inner])


def scaled_dot_product_attention(
    q: Tensor,
    k: Tensor,
    v: Tensor,
    attn_mask: Any = None,
    dropout_p: float = 0.0,
    is_causal: bool = False,
    *,
    scale: float | None = None,
) -> Tensor:
    """Return softmax(q kᵀ * scale + mask) v as one node.

    Args:
        q: Queries, shape (…, t, d).
        k: Keys, shape (…, s, d).
        v: Values, shape (…, s, e).
        attn_mask: Numbers added to the scores, or truth values (true: look), shape (…, t, s).
        dropout_p: Must be 0, there only for PyTorch's order: this node drops nothing.
        is_causal: Let query i look at keys 0 to i only.
        scale: Factor of the scores, 1 / √d if not given.

    Returns:
        Shape (…, t, e).

    Raises:
        ValueError: Both `attn_mask` and `is_causal` are given, or `dropout_p` is not 0.
        ShapeError: The shapes don't fit.
    """
    mask = attn_mask
    if dropout_p:
        raise ValueError(
            f"this attention drops nothing, got dropout_p={dropout_p!r}: write the softmax, "
            "dropout and the product yourself."
        )
    if is_causal:
        if mask is not None:
            raise ValueError("give attn_mask or is_causal=True, not both: they would be mixed up.")
        mask = np.tri(q.shape[-2], k.shape[-2], dtype=bool)
    if mask is not None and as_array(mask).dtype == bool:
        mask = np.where(as_array(mask), q.dtype.type(0), q.dtype.type(-np.inf))
    factor = 1 / math.sqrt(q.shape[-1]) if scale is None else scale
    return ops.Attention.apply(q, k, v, mask, scale=factor)
