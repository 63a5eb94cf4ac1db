"""How large the gradients of a model's parameters are, and which are out of line."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from statistics import median
from typing import Any, Final, NamedTuple

from tapewalk.graph.node import Node
from tapewalk.inspect.small_factors import behind

VANISHING: Final = 1e-3
EXPLODING: Final = 1e3
FITS: Final = (1e-12, 1e12)  # sizes whose squares add up in single precision
FLAT: Final = 1e-4  # a slope through which hardly any gradient passes
NEAR_ZERO: Final = 1e-4  # rms of parameters that start there on purpose
ROUNDED: Final = 2.0**-24  # half of the gap between 1 and the next number in single precision


class Gradient(NamedTuple):
    """The gradient of one parameter.

    Attributes:
        rms: Root of the mean of its squared entries; NaN or infinite if an entry is.
        largest: Largest absolute value.
        zeros: Part of its entries that are exactly 0, from 0 to 1.
        weight_rms: The same root of the parameter itself.
        mark: What is wrong with it: "nan", "zero", "vanishing", "exploding"; `None` if nothing.
    """

    rms: float
    largest: float
    zeros: float
    weight_rms: float
    mark: str | None = None


def measured(
    gradients: Mapping[str, Any], weights: Mapping[str, Any], nodes: Sequence[Node] = ()
) -> dict[str, Gradient]:
    """Return size and mark of each gradient.

    The median below is that of the rms of all matrices whose gradients are finite and not 0; of all
    parameters if there is no matrix. A gradient is marked

    - "nan" if an entry is NaN or infinite,
    - "zero" if all entries are exactly 0,
    - "exploding" if its rms is above 1,000 times the rms of its weights, so that a step at learning
      rate 0.001 moves them by more than their size; or above 1,000 times the median and 10 times
      the rms of its weights: the last layers of a net whose gradients vanish are sound,
    - "vanishing" if its rms is below a thousandth of the median and of the rms of its weights; or
      below a thousandth of the largest rms, and so small that in single precision a step at a rate
      of 1 does not change its weights.

    The last two marks are for matrices only, if there are any: some biases, such as that of the
    keys of attention, have gradients of nearly 0 in a sound model. Weights that start close to zero
    are not marked as exploding.

    A gradient that has to pass a factor close to zero is judged only for NaN. If there are such
    gradients, the others are compared with their own weights only.

    Args:
        gradients: The gradients by name, arrays or tensors of PyTorch, of any number type.
        weights: The parameters by name.
        nodes: The nodes of the graph, to find what is behind a factor close to zero.

    Example:
        >>> import numpy as np
        >>> weights = dict.fromkeys("abc", np.ones((2, 2)))
        >>> found = measured({n: weights[n] * g for n, g in zip("abc", (1e-5, 1.0, 1.0))}, weights)
        >>> [found[name].mark for name in "abc"]
        ['vanishing', None, None]
    """
    plain = {name: _size(gradient, weights[name]) for name, gradient in gradients.items()}
    small = {name for name, g in plain.items() if g.weight_rms < NEAR_ZERO and g.rms > 0}
    hidden = behind(nodes, small)
    sound = {
        name: g.rms
        for name, g in plain.items()
        if math.isfinite(g.rms) and g.rms > 0 and name not in hidden
    }
    are_matrices = {
        n for n, weight in weights.items() if sum(side > 1 for side in weight.shape) > 1
    }
    matrices = [rms for name, rms in sound.items() if name in are_matrices]
    middle, most = median(matrices or sound.values() or [0.0]), max(sound.values(), default=0.0)
    if hidden:
        middle = most = math.nan  # no size compares with it: the others are not what they will be
    marks = {
        name: None
        if name in hidden and math.isfinite(size.largest)
        else _mark(size, middle, most, name in are_matrices or not matrices)
        for name, size in plain.items()
    }
    return {name: size._replace(mark=marks[name]) for name, size in plain.items()}


def _mark(size: Gradient, middle: float, most: float, judged: bool) -> str | None:
    if not math.isfinite(size.largest):
        return "nan"
    if size.largest == 0:
        return "zero"
    own = size.weight_rms
    large = size.rms > EXPLODING * own or size.rms > max(EXPLODING * middle, 10 * own)
    if judged and large and own >= NEAR_ZERO:
        return "exploding"
    if judged and size.rms < VANISHING * middle and (own == 0 or size.rms < VANISHING * own):
        return "vanishing"
    if judged and size.rms < VANISHING * most and size.rms < ROUNDED * own:
        return "vanishing"
    return None


def _size(gradient: Any, weight: Any) -> Gradient:
    if hasattr(gradient, "untyped_storage"):  # a tensor of PyTorch
        return _size_torch(gradient, weight)
    entries, own = _doubles(gradient), _doubles(weight)
    count = entries.size or 1
    return Gradient(
        rms=math.sqrt(float((entries * entries).sum()) / count),
        largest=float(entries.max(initial=0.0)),
        zeros=float((entries == 0).sum()) / count,
        weight_rms=math.sqrt(float((own * own).sum()) / (own.size or 1)),
    )


def _doubles(array: Any) -> Any:
    """Return the sizes of an array's entries in double precision: no square is lost."""
    import numpy as np

    return np.abs(np.asarray(getattr(array, "_data", array))).astype(np.float64).ravel()


def _size_torch(gradient: Any, weight: Any) -> Gradient:
    """Measure a gradient where it is: a copy in double precision would be twice its size."""
    import torch

    with torch.no_grad():
        dense = gradient.to_dense() if gradient.is_sparse else gradient
        count = dense.numel() or 1
        return Gradient(
            rms=_norm(dense) / math.sqrt(count),
            largest=_largest(dense),
            zeros=1 - int(dense.count_nonzero()) / count,
            weight_rms=_norm(weight) / math.sqrt(weight.numel() or 1),
        )


def _largest(tensor: Any) -> float:
    if not tensor.numel():
        return 0.0
    # Both ends take a fiftieth of the time of abs().max().
    return max(
        abs(float(end)) for end in (tensor.abs() if tensor.is_complex() else tensor).aminmax()
    )


def _norm(tensor: Any) -> float:
    """Return the norm of a tensor's entries, as if it had been summed in double precision."""
    from torch import complex128, float32, float64
    from torch.linalg import vector_norm

    if tensor.ndim > 1 and tensor.dtype == float32:
        # PyTorch's sum in double precision takes a hundred times as long as this one, by rows.
        largest = _largest(tensor)
        if largest == 0:
            return 0.0
        if FITS[0] < largest < FITS[1]:
            tensor = vector_norm(tensor.flatten(1), dim=1)
    return float(vector_norm(tensor, dtype=complex128 if tensor.is_complex() else float64))
