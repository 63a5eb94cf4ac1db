"""Adam and AdamW: steps scaled by the running size of each gradient."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np

from tapewalk.engine.memory import Array
from tapewalk.optim.optimizer import Optimizer, require_from_0
from tapewalk.tensor.tensor import Tensor


class Adam(Optimizer):
    """Steps scaled by the running size of each gradient.

    Sources: Kingma and Ba (2015), Adam: A Method for Stochastic Optimization, algorithm 1; for
    `amsgrad`, Reddi, Kale and Kumar (2018), On the Convergence of Adam and Beyond, algorithm 2.

    Args:
        params: The tensors to change, or groups of them.
        lr: Learning rate.
        betas: The shares of the past in the running averages of gradients and of their squares.
        eps: Added to the divisor.
        weight_decay: The share of the parameter that is added to its gradient.
        amsgrad: Divide by the largest running size so far.
        maximize: Step along the gradient, not against it.
        decoupled_weight_decay: Shrink the parameters instead, as `AdamW` does.

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
        params: Iterable[Tensor] | Iterable[dict[str, Any]],
        lr: float = 1e-3,
        betas: tuple[float, float] = (0.9, 0.999),
        eps: float = 1e-8,
        weight_decay: float = 0.0,
        amsgrad: bool = False,
        *,
        maximize: bool = False,
        decoupled_weight_decay: bool = False,
    ) -> None:
        settings = {"lr": lr, "betas": betas, "eps": eps, "weight_decay": weight_decay}
        settings |= {"amsgrad": amsgrad, "maximize": maximize}
        settings["decoupled_weight_decay"] = decoupled_weight_decay
        super().__init__(params, settings)

    def check(self, group: Mapping[str, Any]) -> None:
        """Raise `ValueError` if a setting of a group is out of its range."""
        super().check(group)
        require_from_0("epsilon value", group["eps"])
        for position, beta in enumerate(group["betas"]):
            require_from_0(f"beta parameter at index {position}", beta, below=1)

    def update(self, data: Array, grad: Array, state: dict[str, Any], group: dict[str, Any]) -> Any:
        """Subtract lr times mean / (root of mean square + eps), both corrected for their start."""
        lr, (keep, keep_square) = float(group["lr"]), group["betas"]
        if group["maximize"]:
            grad = -grad
        if group["weight_decay"] and group["decoupled_weight_decay"]:
            data *= 1 - lr * group["weight_decay"]
        elif group["weight_decay"]:
            grad = grad + float(group["weight_decay"]) * data
        if not state:
            state |= {
                "step": 0.0,
                "exp_avg": np.zeros_like(data),
                "exp_avg_sq": np.zeros_like(data),
            }
        if group["amsgrad"] and "max_exp_avg_sq" not in state:
            state["max_exp_avg_sq"] = np.zeros_like(data)
        state["step"] += 1
        mean, square = state["exp_avg"], state["exp_avg_sq"]
        mean += (grad - mean) * (1 - keep)
        square *= keep_square
        square += (1 - keep_square) * grad * grad
        if group["amsgrad"]:
            largest = state["max_exp_avg_sq"]
            square = np.maximum(largest, square, out=largest)
        size = np.sqrt(square) / float(1 - keep_square ** state["step"]) ** 0.5 + group["eps"]
        data -= lr / float(1 - keep ** state["step"]) * mean / size


class AdamW(Adam):
    """Adam whose pull towards 0 acts on the parameters themselves, not through the averages.

    Source: Loshchilov and Hutter (2019), Decoupled Weight Decay Regularization, algorithm 2.

    Args:
        params: The tensors to change, or groups of them.
        lr: Learning rate.
        betas: As for Adam.
        eps: Added to the divisor.
        weight_decay: Each step shrinks parameters by the share lr times this.
        amsgrad: As for Adam.
        maximize: As for Adam.

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
        params: Iterable[Tensor] | Iterable[dict[str, Any]],
        lr: float = 1e-3,
        betas: tuple[float, float] = (0.9, 0.999),
        eps: float = 1e-8,
        weight_decay: float = 1e-2,
        amsgrad: bool = False,
        *,
        maximize: bool = False,
    ) -> None:
        super().__init__(
            *(params, lr, betas, eps, weight_decay, amsgrad),
            maximize=maximize,
            decoupled_weight_decay=True,
        )
