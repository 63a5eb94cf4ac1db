"""Layers: a linear map, embeddings, normalisation, and chains of modules."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar

import numpy as np

from tapewalk.engine.errors import ShapeError
from tapewalk.engine.random_state import Seed, generator_of
from tapewalk.nn import functional
from tapewalk.nn.activations import Tanh
from tapewalk.nn.module import Module, Parameter
from tapewalk.tensor.convert import check_lengths
from tapewalk.tensor.creation import ones, zeros
from tapewalk.tensor.tensor import Tensor


class Linear(Module):
    """x @ weightᵀ + bias.

    Args:
        in_features: Length of a row of the input.
        out_features: Length of a row of the result.
        bias: Whether to add a bias.
        generator: A NumPy generator or a seed for the initial weights, uniform between
            ±1 / √in_features as in PyTorch.
        fused: One node; else a transpose, a product and a sum, three.

    Example:
        >>> Linear(3, 5)(ones(2, 3)).shape
        (2, 5)
    """

    def __init__(
        self,
        in_features: int,
        out_features: int,
        bias: bool = True,
        generator: Seed = None,
        fused: bool = True,
    ) -> None:
        super().__init__()
        check_lengths((out_features, in_features))
        rng = generator_of(generator)
        bound = 1 / math.sqrt(in_features) if in_features else 0.0
        self.fused = fused
        self.weight = _uniform(rng, bound, (out_features, in_features))
        self.bias = _uniform(rng, bound, (out_features,)) if bias else None

    def forward(self, x: Tensor) -> Tensor:
        """Return rows of `out_features` for rows of `in_features`."""
        if self.fused:
            return functional.linear(x, self.weight, self.bias)
        y = x @ self.weight.T
        return y if self.bias is None else y + self.bias

    def extra_repr(self) -> str:
        """Return the sizes."""
        rows, columns = self.weight.shape
        return f"in_features={columns}, out_features={rows}, bias={self.bias is not None}"


class Embedding(Module):
    """A table of rows, looked up by position.

    Args:
        num_embeddings: Rows of the table.
        embedding_dim: Length of a row.
        padding_idx: The row of a letter that is only padding: 0 at first, without a gradient.
        generator: A NumPy generator or a seed for the initial rows, normally distributed.

    Example:
        >>> Embedding(10, 4)([1, 7, 1]).shape
        (3, 4)
    """

    def __init__(
        self,
        num_embeddings: int,
        embedding_dim: int,
        padding_idx: int | None = None,
        *,
        generator: Seed = None,
    ) -> None:
        super().__init__()
        check_lengths((num_embeddings, embedding_dim))
        rng = generator_of(generator)
        table = rng.standard_normal((num_embeddings, embedding_dim))
        self.padding_idx = padding_idx
        if padding_idx is not None:
            table[padding_idx] = 0
        self.weight = Parameter(table.astype(np.float32))

    def forward(self, positions: Any) -> Tensor:
        """Return the rows at `positions`."""
        return functional.embedding(positions, self.weight, self.padding_idx)

    def extra_repr(self) -> str:
        """Return the sizes."""
        return ", ".join(str(n) for n in self.weight.shape)


class LayerNorm(Module):
    """Mean 0 and variance 1 over the last axes, then a learned scale and shift.

    Args:
        normalized_shape: Length, or lengths, of the last axes.
        eps: Added to the variance.
        elementwise_affine: Whether scale and shift are learned.
        bias: Whether the shift is learned too.

    Example:
        >>> rows = LayerNorm(2)(Tensor([[1.0, 3.0]]))
        >>> rows.data.round(3)
        array([[-1.,  1.]], dtype=float32)
    """

    def __init__(
        self,
        normalized_shape: int | Sequence[int],
        eps: float = 1e-5,
        elementwise_affine: bool = True,
        bias: bool = True,
    ) -> None:
        super().__init__()
        if isinstance(normalized_shape, int):
            normalized_shape = (normalized_shape,)
        self.normalized_shape = tuple(normalized_shape)
        check_lengths(self.normalized_shape)
        self.eps = eps
        self.weight, self.bias = _gain_and_shift(
            self.normalized_shape, elementwise_affine, elementwise_affine and bias
        )

    def forward(self, x: Tensor) -> Tensor:
        """Return the normalised tensor."""
        return functional.layer_norm(x, self.normalized_shape, self.weight, self.bias, self.eps)

    def extra_repr(self) -> str:
        """Return the shape."""
        return str(self.normalized_shape)


class BatchNorm1d(Module):
    """Mean 0 and variance 1 in each column of the batch, then a learned scale and shift.

    Args:
        num_features: Number of columns.
        eps: Added to the variance.
        momentum: The share of each batch in the running averages that evaluation uses; `None`
            averages all batches alike.
        affine: Whether scale and shift are learned.

    Raises:
        ShapeError: In a call: the input does not have 2 or 3 axes.

    Example:
        >>> columns = BatchNorm1d(1)(Tensor([[1.0], [3.0]]))
        >>> columns.data.round(3)
        array([[-1.],
               [ 1.]], dtype=float32)
    """

    axes: ClassVar[tuple[int, ...]] = (2, 3)
    running_mean: Tensor
    running_var: Tensor
    num_batches_tracked: Tensor

    def __init__(
        self,
        num_features: int,
        eps: float = 1e-5,
        momentum: float | None = 0.1,
        affine: bool = True,
    ) -> None:
        super().__init__()
        check_lengths((num_features,))
        self.num_features, self.eps, self.momentum = num_features, eps, momentum
        self.weight, self.bias = _gain_and_shift((num_features,), affine, affine)
        self.register_buffer("running_mean", zeros(num_features))
        self.register_buffer("running_var", ones(num_features))
        self.register_buffer("num_batches_tracked", Tensor(0))

    def forward(self, x: Tensor) -> Tensor:
        """Return the normalised tensor."""
        if x.ndim not in self.axes:
            wanted = " or ".join(map(str, self.axes))
            raise ShapeError(f"expected {wanted}D input to {type(self).__name__}, got {x.shape}.")
        if self.training:
            self.num_batches_tracked.data += 1
        running = self.running_mean, self.running_var
        share = self.momentum
        if share is None:
            share = 1 / max(self.num_batches_tracked.item(), 1)
        return functional.batch_norm(
            x, *running, self.weight, self.bias, self.training, share, self.eps
        )

    def extra_repr(self) -> str:
        """Return the number of columns."""
        return str(self.num_features)


class BatchNorm2d(BatchNorm1d):
    """`BatchNorm1d` for images: its columns are channels, each over the batch, rows and columns.

    Args:
        num_features: Number of channels.
        eps: Added to the variance.
        momentum: As for `BatchNorm1d`.
        affine: Whether scale and shift are learned.

    Raises:
        ShapeError: In a call: the input does not have 4 axes.

    Example:
        >>> BatchNorm2d(3)(ones(2, 3, 4, 4)).shape
        (2, 3, 4, 4)
    """

    axes: ClassVar[tuple[int, ...]] = (4,)


class Dropout(Module):
    """In training each entry is 0 with probability p, and the others are divided by 1 - p.

    In evaluation nothing changes. Source: Srivastava et al. (2014), Dropout: A Simple Way to
    Prevent Neural Networks from Overfitting.

    Args:
        p: The probability with which an entry is dropped, from 0 to 1.
        generator: A NumPy generator or a seed for the choice of entries; else the library's, see
            `manual_seed`.

    Raises:
        ValueError: `p` is not from 0 to 1.

    Example:
        >>> layer = Dropout(0.5, generator=0)
        >>> layer(ones(6)).tolist()
        [2.0, 2.0, 2.0, 0.0, 0.0, 0.0]
        >>> layer.eval()(ones(3)).tolist()
        [1.0, 1.0, 1.0]
    """

    def __init__(self, p: float = 0.5, *, generator: Seed = None) -> None:
        super().__init__()
        functional.check_probability(p)
        self.p = p
        self.generator = None if generator is None else generator_of(generator)

    def forward(self, x: Tensor) -> Tensor:
        """Return `x`, with entries dropped in training."""
        return functional.dropout(x, self.p, self.training, generator=self.generator)

    def extra_repr(self) -> str:
        """Return the probability."""
        return f"p={self.p}"


class Sequential(Module):
    """Modules one after another, named "0", "1", …

    Args:
        *modules: The modules in the order in which they run; or one dict of them, by name.

    Raises:
        TypeError: Something else is among them, such as a function.

    Example:
        >>> Sequential(Linear(3, 5), Tanh())(ones(2, 3)).shape
        (2, 5)
    """

    def __init__(self, *modules: Module | Mapping[str, Module]) -> None:
        super().__init__()
        first = modules[0] if len(modules) == 1 else None
        named: Any = first if isinstance(first, Mapping) else dict(enumerate(modules))
        for name, module in named.items():
            if not isinstance(module, Module):
                raise TypeError(
                    f"{module!r:.80} is not a Module subclass: {type(self).__name__} runs modules "
                    "only. Usually a function was passed: use its module, nn.ReLU() for relu."
                )
            setattr(self, str(name), module)

    def forward(self, x: Any) -> Any:
        """Return the result of all modules, applied one after another."""
        for module in self._modules.values():
            x = module(x)
        return x

    def __getitem__(self, position: int) -> Module:
        return list(self._modules.values())[position]

    def __iter__(self) -> Iterator[Module]:
        return iter(self._modules.values())

    def __len__(self) -> int:
        return len(self._modules)


class ModuleList(Sequential):
    """Modules in a list, for a `forward` of your own.

    Args:
        modules: The modules, named by their positions.

    Raises:
        TypeError: Something else is among them.

    Example:
        >>> len(ModuleList([Tanh(), Tanh()]))
        2
    """

    def __init__(self, modules: Sequence[Module] = ()) -> None:
        super().__init__(*modules)


class MLP(Sequential):
    """Linear layers, with an activation after each but the last.

    Args:
        sizes: Length of a row of the input, and of the result of each layer.
        activation: The module class between the layers.
        generator: A NumPy generator or a seed for the initial weights.

    Example:
        >>> model = MLP([2, 8, 1], generator=0)
        >>> sum(p.numel() for p in model.parameters())
        33
    """

    def __init__(
        self, sizes: Sequence[int], activation: type[Module] = Tanh, generator: Seed = None
    ) -> None:
        rng = generator_of(generator)
        layers: list[Module] = []
        for position in range(len(sizes) - 1):
            layers += [activation()] if position else []
            layers.append(Linear(sizes[position], sizes[position + 1], generator=rng))
        super().__init__(*layers)


def _gain_and_shift(
    shape: tuple[int, ...], gain: bool, shift: bool
) -> tuple[Parameter | None, Parameter | None]:
    """Return the first scale and shift of a normalisation, those that it learns."""
    return (
        Parameter(np.ones(shape, np.float32)) if gain else None,
        Parameter(np.zeros(shape, np.float32)) if shift else None,
    )


def _uniform(rng: np.random.Generator, bound: float, shape: tuple[int, ...]) -> Parameter:
    return Parameter(rng.uniform(-bound, bound, shape).astype(np.float32))
