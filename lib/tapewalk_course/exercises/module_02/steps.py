"""Shared code of the broken training steps: a small net, its runs, and its gradients by hand."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

import numpy as np

from tapewalk import Tensor, nn, optim
from tapewalk_course.checking.comparing import is_number
from tapewalk_course.checking.exercise import Case
from tapewalk_course.checking.oracles import Array

STEPS: Final = 3
# The parameters of the net, by the names that the feedback shows.
NAMES: Final = ("up.weight", "up.bias", "down.weight", "down.bias")


def draw_net(rng: np.random.Generator, batch: int) -> dict[str, Any]:
    """Return rows, targets and the first parameters of two linear layers."""
    n, m, k = (int(x) for x in rng.permutation([2, 3, 4]))
    return {
        "x": rng.normal(size=(batch, n)),
        "y": rng.normal(size=(batch, k)),
        "up.weight": rng.normal(size=(m, n)),
        "up.bias": rng.normal(size=m),
        "down.weight": rng.normal(size=(k, m)),
        "down.bias": rng.normal(size=k),
        "lr": float(rng.uniform(0.05, 0.15)),
    }


def linear(weight: Array, bias: Array) -> nn.Linear:
    """Return a layer with these parameters, in their number type."""
    layer = nn.Linear(*reversed(weight.shape))
    layer.weight, layer.bias = nn.Parameter(weight.copy()), nn.Parameter(bias.copy())
    return layer


def tensor(rows: Array) -> Tensor:
    """Return rows as a new tensor, in their number type."""
    return Tensor(rows.copy(), dtype=np.float64)


def strange(result: object) -> Any:
    """Return results that are not losses, in a dictionary that can't be mistaken for ours."""
    return [result] if isinstance(result, Mapping) else result


def run_net(step: Callable[..., Any], case: Case) -> Any:
    """Return losses and parameters after some steps; a loss of a wrong kind is unchanged."""
    given = case.inputs
    up, down = (linear(given[f"{name}.weight"], given[f"{name}.bias"]) for name in ("up", "down"))
    optimizer = optim.SGD([*up.parameters(), *down.parameters()], lr=given["lr"])
    x, y, losses = tensor(given["x"]), tensor(given["y"]), []
    for _ in range(STEPS):
        losses.append(case.call(step, up=up, down=down, optimizer=optimizer, x=x, y=y))
        if not is_number(losses[-1]):
            return strange(losses[-1])
    parameters = (*up.parameters(), *down.parameters())
    results = {name: p.data for name, p in zip(NAMES, parameters, strict=True)}
    return {"losses": np.array(losses, dtype=float), **results}


def by_hand(given: Mapping[str, Any], scale: float = 1.0, centred: bool = False) -> dict[str, Any]:
    """Return losses and parameters after right steps, by formulas.

    Args:
        given: The result of `draw_net`.
        scale: The factor of the rows between the layers.
        centred: Whether their mean is taken off; it counts as a constant.
    """
    w1, b1, w2, b2 = (given[name].copy() for name in NAMES)
    losses = []
    for _ in range(STEPS):
        h = np.tanh(given["x"] @ w1.T + b1)
        rows = scale * h - centred * h.mean(0)
        apart = rows @ w2.T + b2 - given["y"]
        losses.append((apart**2).mean())
        s = 2 * apart / apart.size
        z = scale * (s @ w2) * (1 - h**2)
        w2, b2 = w2 - given["lr"] * s.T @ rows, b2 - given["lr"] * s.sum(0)
        w1, b1 = w1 - given["lr"] * z.T @ given["x"], b1 - given["lr"] * z.sum(0)
    return {"losses": np.array(losses), **dict(zip(NAMES, (w1, b1, w2, b2), strict=True))}


def by_torch(
    pytorch: Any, given: Mapping[str, Any], between: Callable[[Any], Any]
) -> dict[str, Any]:
    """Return losses and parameters after right steps of PyTorch.

    `between` is the function of the rows between the layers.
    """
    parameters = [pytorch.tensor(given[name], requires_grad=True) for name in NAMES]
    x, y = pytorch.tensor(given["x"]), pytorch.tensor(given["y"])
    linear = pytorch.nn.functional.linear
    optimizer = pytorch.optim.SGD(parameters, lr=given["lr"])
    losses = []
    for _ in range(STEPS):
        optimizer.zero_grad()
        rows = between(linear(x, *parameters[:2]).tanh())
        loss = ((linear(rows, *parameters[2:]) - y) ** 2).mean()
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    results = {name: p.detach().numpy() for name, p in zip(NAMES, parameters, strict=True)}
    return {"losses": np.array(losses), **results}
