"""Stochastic gradient descent."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from tapewalk.engine.memory import Array
from tapewalk.optim.optimizer import Optimizer, require_from_0
from tapewalk.tensor.tensor import Tensor


class SGD(Optimizer):
    """A step against the gradient, or against its running sum with momentum.

    Source: Sutskever et al. (2013), On the importance of initialization and momentum in deep
    learning, section 2; the step is lr times the sum, as in PyTorch.

    Args:
        params: The tensors to change, or groups of them.
        lr: Learning rate.
        momentum: The share of the running sum that is kept.
        dampening: The share of the gradient that is not added to the running sum.
        weight_decay: The share of the parameter that is added to its gradient.
        nesterov: Look ahead along the running sum.
        maximize: Step along the gradient, not against it.

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
        params: Iterable[Tensor] | Iterable[dict[str, Any]],
        lr: float = 1e-3,
        momentum: float = 0.0,
        dampening: float = 0.0,
        weight_decay: float = 0.0,
        nesterov: bool = False,
        *,
        maximize: bool = False,
    ) -> None:
        settings = {"lr": lr, "momentum": momentum, "dampening": dampening}
        more = {"weight_decay": weight_decay, "nesterov": nesterov, "maximize": maximize}
        super().__init__(params, settings | more)

    def check(self, group: Mapping[str, Any]) -> None:
        """Raise `ValueError` if a setting of a group is out of its range."""
        super().check(group)
        require_from_0("momentum value", group["momentum"])
        if group["nesterov"] and (group["momentum"] <= 0 or group["dampening"] != 0):
            raise ValueError("Nesterov momentum requires a momentum above 0 and zero dampening.")

    def update(self, data: Array, grad: Array, state: dict[str, Any], group: dict[str, Any]) -> Any:
        """Subtract lr times the direction."""
        momentum = group["momentum"]
        if group["maximize"]:
            grad = -grad
        if group["weight_decay"]:
            grad = grad + float(group["weight_decay"]) * data
        if momentum:
            direction = state.get("momentum_buffer")
            if direction is None:
                direction = state["momentum_buffer"] = grad.copy()
            else:
                direction *= float(momentum)
                direction += grad if not group["dampening"] else (1 - group["dampening"]) * grad
            grad = grad + float(momentum) * direction if group["nesterov"] else direction
        data -= float(group["lr"]) * grad
