"""Small random models of PyTorch with bugs: which parameters have a path?"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from tapewalk_course.checking.distant import travels

# The code of each kind of step, as the feedback shows it.
_WAYS: Final = {
    "plain": "x = tanh({name}(x))",
    "skip": "x = x + tanh({name}(x))",
    "side": "x = x + tanh({name}(x)).detach()",
    "wall": "x = tanh({name}(x)).detach()",
    "data": "x = tanh(linear(x, {name}.weight.data, {name}.bias))",
}
_NAMES: Final = ("stem", "first", "second", "third", "fourth", "head")
_SHOWN: Final = 12  # steps


@travels
@dataclass(frozen=True)
class Net:
    """A model of linear layers, and the computation of its loss.

    Attributes:
        width: Length of a row.
        steps: For each step the layer's name, and the kind of step.
        unused: The layer that no step calls.
        frozen: The name of a parameter that requires no gradient.
        tied: Two layers; the second has the first one's weight.
        zeroed: The layer whose weight is all zero.
        twin: Two layers; the second has a copy of the first one's numbers.
        stale: Whether every `.grad` has old values.
    """

    width: int
    steps: tuple[tuple[str, str], ...]
    unused: str | None = None
    frozen: str | None = None
    tied: tuple[str, str] | None = None
    zeroed: str | None = None
    twin: tuple[str, str] | None = None
    stale: bool = False

    def __repr__(self) -> str:
        layers = list(dict.fromkeys([name for name, _ in self.steps] + [self.unused]))
        lines = [f"Model({', '.join(name for name in layers if name)})"]
        if self.tied:
            lines.append("{1}.weight = {0}.weight".format(*self.tied))
        if self.frozen:
            lines.append(f"{self.frozen}.requires_grad_(False)")
        if self.zeroed:
            lines.append(f"{self.zeroed}.weight.zero_()")
        if self.twin:
            lines.append("{1}.load_state_dict({0}.state_dict())".format(*self.twin))
        if self.stale:
            lines.append("for p in model.parameters(): p.grad = ones_like(p)")
        steps = [_WAYS[way].format(name=name) for name, way in self.steps]
        if len(steps) > _SHOWN:
            steps[_SHOWN // 2 : -1] = ["…"]
        lines += steps
        return "\n".join([*lines, "loss = (x ** 2).mean()"])

    def build(self) -> tuple[Any, Callable[[], Any]]:
        """Return the model, and a function that computes its loss; always the same."""
        import torch
        from torch.nn import Linear, Module, functional

        model = Module()
        with torch.random.fork_rng(devices=[]):
            torch.manual_seed(0)
            for name in (*(name for name, _ in self.steps), self.unused):
                if name:
                    model.add_module(name, Linear(self.width, self.width))
            rows = torch.randn(3, self.width)
        layers: dict[str, Any] = dict(model.named_children())
        if self.tied:
            layers[self.tied[1]].weight = layers[self.tied[0]].weight
        if self.zeroed:
            layers[self.zeroed].weight.data.zero_()
        if self.twin:
            layers[self.twin[1]].load_state_dict(layers[self.twin[0]].state_dict())
        for name, parameter in model.named_parameters():
            parameter.requires_grad_(name != self.frozen)
            if self.stale:
                parameter.grad = torch.ones_like(parameter)

        def loss() -> Any:
            x = rows
            for name, way in self.steps:
                layer = layers[name]
                weight = layer.weight.data if way == "data" else layer.weight
                made = functional.linear(x, weight, layer.bias).tanh()
                made = made.detach() if way in ("side", "wall") else made
                x = x + made if way in ("skip", "side") else made
            return (x**2).mean()

        return model, loss


def drawn_net(rng: np.random.Generator, *ills: str) -> Net:
    """Return a model with these bugs.

    Args:
        rng: Draws it.
        *ills: "side", "wall" and "data" are ways of a step; "unused", "frozen", "tied", "zeroed",
            "twin" and "stale" attributes of a net. Tied layers are upstream of a wall; the twin
            of the first layer is the unused one.
    """
    between = [ill for ill in ills if ill in _WAYS]
    between += [str(way) for way in rng.choice(["plain", "skip"], 3 - len(between))]
    ways = ["plain", *(str(way) for way in rng.permutation(between)), "plain"]
    names = [_NAMES[0], *(str(name) for name in rng.permutation(_NAMES[1:5])), _NAMES[5]]
    called = [*names[:4], names[5]]
    frozen = f"{called[-1]}.{rng.choice(['weight', 'bias'])}"
    return Net(
        width=int(rng.integers(2, 5)),
        steps=tuple(zip(called, ways, strict=True)),
        unused=names[4] if "unused" in ills else None,
        frozen=frozen if "frozen" in ills else None,
        tied=(called[0], called[1]) if "tied" in ills else None,
        zeroed=called[-1] if "zeroed" in ills else None,
        twin=(called[0], names[4]) if "twin" in ills else None,
        stale="stale" in ills,
    )
