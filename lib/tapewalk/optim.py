"""Optimizers: what to do with the gradients. The same numbers as PyTorch's."""

from __future__ import annotations

import math
import warnings
from collections.abc import Iterable
from typing import Any

import numpy as np

from tapewalk.engine.memory import Array
from tapewalk.tensor.tensor import Tensor


class Optimizer:
    """Base class: keeps the parameters and, for each, what the method remembers of past steps.

    Args:
        parameters: The tensors to change.
        lr: Learning rate.
        weight_decay: How strongly parameters are pulled towards 0.

    Raises:
        ValueError: There is no parameter, one is the result of an operation, or a setting is out of
            its range.
        TypeError: The parameters are one tensor, or something else than a tensor is among them.

    Example:
        >>> class Signs(Optimizer):
        ...     def update(self, data, grad, memory):
        ...         data -= self.lr * np.sign(grad)
        >>> x = Tensor([3.0], requires_grad=True)
        >>> (x * x).backward()
        >>> Signs([x], lr=1.0, weight_decay=0.0).step()
        >>> x.data
        array([2.], dtype=float32)
    """

    def __init__(self, parameters: Iterable[Tensor], lr: float, weight_decay: float) -> None:
        if isinstance(parameters, Tensor):
            raise TypeError(
                "params argument given to the optimizer should be an iterable of Tensors, but got "
                f"one Tensor of shape {parameters.shape}: its entries would be changed, and not "
                "it. Write [x]."
            )
        self.parameters = list(parameters)
        if not self.parameters:
            raise ValueError("optimizer got an empty parameter list: call model.parameters() anew.")
        for parameter in self.parameters:
            if not isinstance(parameter, Tensor):
                raise TypeError(f"optimizer can only optimize Tensors, got {parameter!r:.80}.")
            if not (parameter.is_leaf or parameter.retains_grad):
                raise ValueError(
                    "can't optimize a non-leaf Tensor: an operation made the one of shape "
                    f"{parameter.shape}, and no gradient stays with it. Pass what it was made of, "
                    "or make it a leaf with detach().requires_grad_()."
                )
        if len({id(parameter) for parameter in self.parameters}) < len(self.parameters):
            warnings.warn(
                "optimizer got duplicate parameters: a parameter that is there twice takes two "
                "steps at once.",
                stacklevel=3,
            )
        require_from_0("learning rate", lr)
        require_from_0("weight_decay value", weight_decay)
        self.lr, self.weight_decay = lr, weight_decay
        self.steps = 0
        self.memory: list[tuple[Array, ...] | None] = [None] * len(self.parameters)

    def zero_grad(self) -> None:
        """Forget the gradients of all parameters."""
        for parameter in self.parameters:
            parameter.grad = None

    def step(self) -> None:
        """Change every parameter that has a gradient."""
        self.steps += 1
        for position, parameter in enumerate(self.parameters):
            if parameter.grad is not None:
                data = parameter.data
                self.memory[position] = self.update(data, parameter.grad, self.memory[position])
                parameter.data = data  # counts as a write: graphs that saved it will notice

    def update(self, data: Array, grad: Array, memory: Any) -> Any:
        """Change `data` in place and return what to remember; `memory` is `None` at first."""
        raise NotImplementedError(f"{type(self).__name__} needs a method update")


def require_from_0(name: str, value: float, below: float = math.inf) -> None:
    """Raise `ValueError` unless a setting is a number from 0 to `below`, itself not included."""
    if not (0 <= value < below or value == below == math.inf):  # NaN is no such number
        limit = "" if below == math.inf else f" and below {below:g}"
        raise ValueError(f"Invalid {name}: {value}; it must be at least 0{limit}.")


class SGD(Optimizer):
    """A step against the gradient, or against its running sum with momentum.

    Args:
        parameters: The tensors to change.
        lr: Learning rate.
        momentum: The share of the last step's direction that is kept.
        weight_decay: Added to the gradient times the parameter.
        nesterov: Look ahead along the running sum.

    Example:
        >>> x = Tensor([1.0], requires_grad=True)
        >>> optimizer = SGD([x], lr=0.1)
        >>> (x * x).backward()
        >>> optimizer.step()
        >>> x.data
        array([0.8], dtype=float32)
    """

    def __init__(
        self,
        parameters: Iterable[Tensor],
        lr: float = 1e-3,
        momentum: float = 0.0,
        weight_decay: float = 0.0,
        nesterov: bool = False,
    ) -> None:
        super().__init__(parameters, lr, weight_decay)
        require_from_0("momentum value", momentum)
        if nesterov and momentum <= 0:
            raise ValueError("Nesterov momentum requires a momentum above 0.")
        self.momentum, self.nesterov = momentum, nesterov

    def update(self, data: Array, grad: Array, memory: Any) -> Any:
        """Subtract lr times the direction."""
        if self.weight_decay:
            grad = grad + self.weight_decay * data
        if self.momentum:
            direction = grad.copy() if memory is None else self.momentum * memory[0] + grad
            memory = (direction,)
            grad = grad + self.momentum * direction if self.nesterov else direction
        data -= self.lr * grad
        return memory


class Adam(Optimizer):
    """Steps scaled by the running size of each gradient.

    Source: Kingma and Ba (2015), Adam: A Method for Stochastic Optimization, algorithm 1.

    Args:
        parameters: The tensors to change.
        lr: Learning rate.
        betas: The shares of the past in the running averages of gradients and of their squares.
        eps: Added to the divisor.
        weight_decay: Added to the gradient times the parameter.

    Example:
        >>> x = Tensor([1.0], requires_grad=True)
        >>> optimizer = Adam([x], lr=0.1)
        >>> (x * x).backward()
        >>> optimizer.step()
        >>> x.data.round(3)
        array([0.9], dtype=float32)
    """

    def __init__(
        self,
        parameters: Iterable[Tensor],
        lr: float = 1e-3,
        betas: tuple[float, float] = (0.9, 0.999),
        eps: float = 1e-8,
        weight_decay: float = 0.0,
    ) -> None:
        super().__init__(parameters, lr, weight_decay)
        require_from_0("epsilon value", eps)
        for position, beta in enumerate(betas):
            require_from_0(f"beta parameter at index {position}", beta, below=1)
        self.betas, self.eps = betas, eps

    def update(self, data: Array, grad: Array, memory: Any) -> Any:
        """Subtract lr times mean / (root of mean square + eps), both corrected for their start."""
        if self.weight_decay:
            grad = self.decayed(data, grad)
        if memory is None:
            memory = np.zeros_like(data), np.zeros_like(data), np.zeros(1)
        mean, square, count = memory
        (keep, keep_square) = self.betas
        count += 1
        mean += (grad - mean) * (1 - keep)
        square *= keep_square
        square += (1 - keep_square) * grad * grad
        size = np.sqrt(square) / float(1 - keep_square ** count[0]) ** 0.5 + self.eps
        data -= float(self.lr / (1 - keep ** count[0])) * mean / size
        return memory

    def decayed(self, data: Array, grad: Array) -> Array:
        """Return the gradient with the pull towards 0 in it."""
        pulled: Array = grad + self.weight_decay * data
        return pulled


class AdamW(Adam):
    """Adam whose pull towards 0 acts on the parameters themselves, not through the averages.

    Source: Loshchilov and Hutter (2019), Decoupled Weight Decay Regularization, algorithm 2.

    Args:
        parameters: The tensors to change.
        lr: Learning rate.
        betas: As for Adam.
        eps: Added to the divisor.
        weight_decay: The share of lr by which parameters shrink at each step.

    Example:
        >>> x = Tensor([1.0], requires_grad=True)
        >>> optimizer = AdamW([x], lr=0.1)
        >>> (x * x).backward()
        >>> optimizer.step()
        >>> x.data.round(3)
        array([0.899], dtype=float32)
    """

    def __init__(
        self,
        parameters: Iterable[Tensor],
        lr: float = 1e-3,
        betas: tuple[float, float] = (0.9, 0.999),
        eps: float = 1e-8,
        weight_decay: float = 1e-2,
    ) -> None:
        super().__init__(parameters, lr, betas, eps, weight_decay)

    def decayed(self, data: Array, grad: Array) -> Array:
        """Shrink the parameter and return the gradient as it is."""
        data *= 1 - self.lr * self.weight_decay
        return grad
