"""Every share of a gradient that can arrive at a part, one for each path from the loss.

The backward pass is linear in the gradient that a part receives. So whatever a part has received
when it runs, it sends on the sum of what these paths would bring, each by itself.
"""

from __future__ import annotations

from typing import Any

import torch
from torch import Tensor

from tapewalk_course.folded_gpt.parts import Part, drawn, rounded

# Columns of a gradient that the picture shows, and how finely.
SHOWN = 16
LEVELS = 127
# The edges along which the rows of the residual stream go unchanged.
SKIPS = [["b0", "add1"], ["add1", "add2"]]


def all_shares(parts: dict[str, Part]) -> dict[str, Any]:
    """Return the graph, and for each part its shares.

    A part's `paths` are what the shares ran through, from the loss on; `gram` has the product of
    each two shares, from which the size of any sum of them follows; `maps` are their first columns
    in whole numbers, of which 127 is `scale`.
    """
    values, pulls = _forward(parts)
    arrived: dict[str, dict[tuple[str, ...], Tensor]] = {name: {} for name in parts}
    arrived["loss"][()] = torch.ones_like(values["loss"])
    for name in reversed(parts):
        for path, grad in arrived[name].items():
            for use, share in zip(parts[name].uses, pulls[name](grad), strict=True):
                arrived[use][(*path, name)] = share
    shares = {name: _summary(of) for name, of in arrived.items()}
    return {**drawn(parts), "skips": SKIPS, "shares": shares}


def _forward(parts: dict[str, Part]) -> tuple[dict[str, Tensor], dict[str, Any]]:
    """Return each part's value, and a function that takes a gradient back through it alone."""
    values: dict[str, Tensor] = {}
    pulls: dict[str, Any] = {}
    for name, part in parts.items():
        inputs = [values[use].detach().requires_grad_() for use in part.uses]
        out = part.compute(*inputs)

        def pull(grad: Tensor, out: Tensor = out, inputs: list[Tensor] = inputs) -> Any:
            return torch.autograd.grad(out, inputs, grad, retain_graph=True) if inputs else ()

        values[name], pulls[name] = out, pull
    return values, pulls


def _summary(arrived: dict[tuple[str, ...], Tensor]) -> dict[str, Any]:
    flat = torch.stack([grad.reshape(-1) for grad in arrived.values()]).double()
    maps, scale = [], []
    for grad in arrived.values():
        shown = grad.reshape(-1, grad.shape[-1] if grad.dim() else 1)[:, :SHOWN]
        most = shown.abs().max().item()
        scale.append(rounded(most))
        maps.append([round(x) for x in (shown / most * LEVELS).flatten().tolist()])
    first = next(iter(arrived.values()))
    width = min(SHOWN, first.shape[-1]) if first.dim() else 1
    return {
        "paths": ["<".join(path) for path in arrived],
        "gram": [[rounded(x, 7) for x in row] for row in (flat @ flat.T).tolist()],
        "width": width,
        "of": first.shape[-1] if first.dim() else 1,
        "scale": scale,
        "maps": maps,
    }
