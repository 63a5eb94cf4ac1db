"""Layers whose window slides over the last axes: convolutions and pooling, and what follows."""

from __future__ import annotations

import math
from typing import Any, ClassVar

import numpy as np

from tapewalk.engine.random_state import Seed, generator_of
from tapewalk.nn import sliding
from tapewalk.nn.module import Module, Parameter
from tapewalk.tensor.convert import check_lengths
from tapewalk.tensor.tensor import Tensor


class _Convolution(Module):
    """Base of convolutions: the weight, the bias, and how the window slides."""

    axes: ClassVar[int]

    def __init__(
        self,
        in_channels: int,
        out_channels: int,
        kernel_size: Any,
        stride: Any = 1,
        padding: Any = 0,
        dilation: Any = 1,
        groups: int = 1,
        bias: bool = True,
        generator: Seed = None,
    ) -> None:
        super().__init__()
        if groups < 1 or in_channels % groups or out_channels % groups:
            raise ValueError(
                f"in_channels {in_channels} and out_channels {out_channels} must be divisible by "
                f"groups {groups}."
            )
        one = isinstance(kernel_size, int)
        kernel = (kernel_size,) * self.axes if one else tuple(kernel_size)
        shape = (out_channels, in_channels // groups, *kernel)
        check_lengths(shape)
        self.stride, self.padding, self.dilation = stride, padding, dilation
        self.groups = groups
        rng = generator_of(generator)
        bound = 1 / math.sqrt(math.prod(shape[1:])) if math.prod(shape[1:]) else 0.0
        self.weight = Parameter(rng.uniform(-bound, bound, shape).astype(np.float32))
        drawn = rng.uniform(-bound, bound, out_channels).astype(np.float32)
        self.bias = Parameter(drawn) if bias else None

    def extra_repr(self) -> str:
        """Returns the sizes."""
        out, own, *kernel = self.weight.shape
        shown = f"{own * self.groups}, {out}, kernel_size={tuple(kernel)}, stride={self.stride}"
        for name, usual in (("padding", 0), ("dilation", 1), ("groups", 1)):
            if getattr(self, name) != usual:
                shown += f", {name}={getattr(self, name)!r}"
        return shown if self.bias is not None else f"{shown}, bias=False"

    def _settings(self) -> tuple[Any, ...]:
        return self.weight, self.bias, self.stride, self.padding, self.dilation, self.groups


class Conv1d(_Convolution):
    """Products of a weight with each window along the last axis, summed, plus a bias.

    Args:
        in_channels: Channels of the input.
        out_channels: Channels of the result.
        kernel_size: Length of the window.
        stride: How far it moves at a time.
        padding: Zeros added at both ends; "valid" for none, "same" to keep the length.
        dilation: How far its entries are apart.
        groups: Into how many parts the channels are split, each with weights of its own.
        bias: Whether to add a bias.
        generator: A NumPy generator or a seed for the first weights, spread evenly between
            ±1 / √(in_channels / groups * window) as in PyTorch.

    Raises:
        ValueError: The groups don't divide the channels.

    Example:
        >>> from tapewalk import ones
        >>> Conv1d(2, 3, 5)(ones(4, 2, 9)).shape
        (4, 3, 5)
    """

    axes = 1

    def forward(self, x: Tensor) -> Tensor:
        """Returns (n, out_channels, windows) for (n, in_channels, length)."""
        return sliding.conv1d(x, *self._settings())


class Conv2d(_Convolution):
    """Products of a weight with each window over the last two axes, summed, plus a bias.

    Source: LeCun et al. (1998), Gradient-based learning applied to document recognition.

    Args:
        in_channels: Channels of the input.
        out_channels: Channels of the result.
        kernel_size: Lengths of the window, one number or two.
        stride: How far it moves at a time, one number or two.
        padding: Zeros added at the edges; "valid" for none, "same" to keep the lengths.
        dilation: How far its entries are apart.
        groups: Into how many parts the channels are split, each with weights of its own.
        bias: Whether to add a bias.
        generator: A NumPy generator or a seed for the first weights, spread evenly between
            ±1 / √(in_channels / groups * window) as in PyTorch.

    Raises:
        ValueError: The groups don't divide the channels.

    Example:
        >>> from tapewalk import ones
        >>> Conv2d(1, 3, 5, padding="same")(ones(2, 1, 8, 9)).shape
        (2, 3, 8, 9)
    """

    axes = 2

    def forward(self, x: Tensor) -> Tensor:
        """Returns (n, out_channels, rows, columns) for (n, in_channels, height, width)."""
        return sliding.conv2d(x, *self._settings())


class _Pooling(Module):
    """Base of pooling: the window, and how it slides."""

    def __init__(self, kernel_size: Any, stride: Any = None, padding: Any = 0) -> None:
        super().__init__()
        self.kernel_size, self.padding = kernel_size, padding
        self.stride = kernel_size if stride is None else stride

    def extra_repr(self) -> str:
        """Returns the settings."""
        return f"kernel_size={self.kernel_size}, stride={self.stride}, padding={self.padding}"


class MaxPool1d(_Pooling):
    """The largest entry of each window along the last axis.

    Args:
        kernel_size: Length of the window.
        stride: How far it moves at a time; as far as it is long if not given.
        padding: How far it reaches over both ends.
        dilation: How far its entries are apart.

    Example:
        >>> MaxPool1d(2)(Tensor([[[1.0, 4.0, 3.0, 2.0]]])).tolist()
        [[[4.0, 3.0]]]
    """

    def __init__(
        self, kernel_size: Any, stride: Any = None, padding: Any = 0, dilation: Any = 1
    ) -> None:
        super().__init__(kernel_size, stride, padding)
        self.dilation = dilation

    def forward(self, x: Tensor) -> Tensor:
        """Returns (n, channels, windows) for (n, channels, length)."""
        return sliding.max_pool1d(x, self.kernel_size, self.stride, self.padding, self.dilation)


class MaxPool2d(_Pooling):
    """The largest entry of each window over the last two axes.

    Args:
        kernel_size: Lengths of the window, one number or two.
        stride: How far it moves at a time; as far as it is long if not given.
        padding: How far it reaches over the edges.
        dilation: How far its entries are apart.

    Example:
        >>> from tapewalk import ones
        >>> MaxPool2d(2)(ones(1, 3, 8, 8)).shape
        (1, 3, 4, 4)
    """

    def __init__(
        self, kernel_size: Any, stride: Any = None, padding: Any = 0, dilation: Any = 1
    ) -> None:
        super().__init__(kernel_size, stride, padding)
        self.dilation = dilation

    def forward(self, x: Tensor) -> Tensor:
        """Returns (n, channels, rows, columns) for (n, channels, height, width)."""
        return sliding.max_pool2d(x, self.kernel_size, self.stride, self.padding, self.dilation)


class AvgPool1d(_Pooling):
    """The mean of each window along the last axis, zeros beyond the ends included.

    Args:
        kernel_size: Length of the window.
        stride: How far it moves at a time; as far as it is long if not given.
        padding: How far it reaches over both ends.

    Example:
        >>> AvgPool1d(2)(Tensor([[[1.0, 4.0, 3.0, 2.0]]])).tolist()
        [[[2.5, 2.5]]]
    """

    def forward(self, x: Tensor) -> Tensor:
        """Returns (n, channels, windows) for (n, channels, length)."""
        return sliding.avg_pool1d(x, self.kernel_size, self.stride, self.padding)


class AvgPool2d(_Pooling):
    """The mean of each window over the last two axes, zeros beyond the edges included.

    Args:
        kernel_size: Lengths of the window, one number or two.
        stride: How far it moves at a time; as far as it is long if not given.
        padding: How far it reaches over the edges.

    Example:
        >>> from tapewalk import ones
        >>> AvgPool2d(2)(ones(1, 3, 8, 8)).shape
        (1, 3, 4, 4)
    """

    def forward(self, x: Tensor) -> Tensor:
        """Returns (n, channels, rows, columns) for (n, channels, height, width)."""
        return sliding.avg_pool2d(x, self.kernel_size, self.stride, self.padding)


class Flatten(Module):
    """The axes from `start_dim` to `end_dim` joined into one: what stands before a linear layer.

    Args:
        start_dim: The first axis.
        end_dim: The last axis.

    Example:
        >>> from tapewalk import ones
        >>> Flatten()(ones(2, 3, 4)).shape
        (2, 12)
    """

    def __init__(self, start_dim: int = 1, end_dim: int = -1) -> None:
        super().__init__()
        self.start_dim, self.end_dim = start_dim, end_dim

    def forward(self, x: Tensor) -> Tensor:
        """Returns `x` with the axes joined."""
        return x.flatten(self.start_dim, self.end_dim)
