"""Models in which a bias before a batch norm is useless, and models in which it is not."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from tapewalk_course.checking.distant import travels

# Each kind of part: its code as the feedback shows it, and the path of the layer to be found.
KINDS: Final = {
    "plain": ("norm(layer(x))", "layer"),
    "viewed": ("norm(layer(x).reshape(-1, width))", "layer"),
    "image": ("norm2d(conv(x as images)).flatten(1)", "conv"),
    "nested": ("inner.norm(inner.layer(x))", "inner.layer"),
    "affine": ("norm(layer(x)), norm without weights", "layer"),
    "crossed": ("norm(layer(x)), defined as norm, other, layer", "layer"),
    "no_bias": ("norm(layer(x)), bias=False", ""),
    "bent": ("norm(relu(layer(x)))", ""),
    "layer_norm": ("layer_norm(layer(x))", ""),
    "evaluated": ("norm(layer(x)), norm in eval()", ""),
    "skip": ("h = layer(x); x = h + norm(h)", ""),
    "before": ("layer(norm(x))", ""),
    "product": ("norm(x * layer(x))", ""),
}
SICK: Final = tuple(kind for kind, (_, found) in KINDS.items() if found)
HEALTHY: Final = tuple(kind for kind, (_, found) in KINDS.items() if not found)


@travels
@dataclass(frozen=True)
class NormModel:
    """A model that runs its parts in a row.

    Attributes:
        width: Length of a row, a square number.
        kinds: The kind of each part.
    """

    width: int
    kinds: tuple[str, ...]

    def __repr__(self) -> str:
        shown = [f"part{n}: {KINDS[kind][0]}" for n, kind in enumerate(self.kinds)]
        return "\n".join([*shown, "each part is followed by tanh"])

    def found(self) -> list[str]:
        """Return the paths of the layers whose bias is useless."""
        places = [(f"part{n}.", KINDS[kind][1]) for n, kind in enumerate(self.kinds)]
        return sorted(part + layer for part, layer in places if layer)

    def build(self) -> tuple[Any, Any]:
        """Return the model and a batch."""
        import torch
        from torch import nn

        class Row(nn.Module):
            def forward(self, x: Any) -> Any:
                for part in self.children():
                    x = part(x).tanh()
                return x

        with torch.random.fork_rng(devices=[]):
            model = Row()
            for n, kind in enumerate(self.kinds):
                model.add_module(f"part{n}", _part(kind, self.width))
            return model, torch.randn(8, self.width)


def drawn_model(rng: np.random.Generator, *kinds: str) -> NormModel:
    """Return a model with parts of these kinds in some order."""
    return NormModel(int(rng.choice([4, 9])), tuple(map(str, rng.permutation(kinds))))


def _part(kind: str, width: int) -> Any:
    from torch import nn

    side = int(width**0.5)
    forward: dict[str, Callable[[Any, Any], Any]] = {
        "viewed": lambda m, x: m.norm(m.layer(x).reshape(-1, width)),
        "image": lambda m, x: m.norm(m.conv(x.view(-1, 1, side, side))).flatten(1),
        "nested": lambda m, x: m.inner.norm(m.inner.layer(x)),
        "bent": lambda m, x: m.norm(m.layer(x).relu()),
        "skip": lambda m, x: (h := m.layer(x)) + m.norm(h),
        "before": lambda m, x: m.layer(m.norm(x)),
        "product": lambda m, x: m.norm(x * m.layer(x)),
    }

    class Part(nn.Module):
        def forward(self, x: Any) -> Any:
            return forward.get(kind, lambda m, x: m.norm(m.layer(x)))(self, x)

    part: Any = Part()
    owner = part
    if kind == "nested":
        owner = part.inner = nn.Module()
    if kind == "crossed":
        owner.norm = nn.BatchNorm1d(width)
        owner.other = nn.Identity()
    if kind == "image":
        owner.conv, owner.norm = nn.Conv2d(1, 1, 3, padding=1), nn.BatchNorm2d(1)
    else:
        owner.layer = nn.Linear(width, width, bias=kind != "no_bias")
    if kind == "layer_norm":
        owner.norm = nn.LayerNorm(width)
    elif kind not in ("image", "crossed"):
        owner.norm = nn.BatchNorm1d(width, affine=kind != "affine")
    if kind == "evaluated":
        owner.norm.eval()
    return part
