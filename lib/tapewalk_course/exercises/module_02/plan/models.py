"""Small models of PyTorch whose saved tensors are easy to miscount."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from tapewalk_course.checking.distant import travels

# The forward pass of each part as the feedback shows it.
_SHOWN: Final = {
    "linear": "Linear",
    "tanh": "Tanh",
    "relu": "ReLU",
    "norm": "LayerNorm",
    "batch": "BatchNorm1d",
    "square": "x * x",
    "halves": "cat((a * b, b), 1), a and b the halves of up(x)",
    "scaled": "x @ scale.T, a parameter",
    "lookup": "x + table(x.argmax(1)), an Embedding",
    "branch": "x + down(tanh(up(norm(x))))",
    "scores": "softmax(q(x) @ k(x).T) @ v(x)",
    "again": "part 0 once more",
}


@travels
@dataclass(frozen=True)
class LedgerModel:
    """A model that runs its parts in a row, and squares the result.

    Attributes:
        width: Length of a row, an even number.
        rows: Rows of the input.
        parts: The kinds of its parts.
    """

    width: int
    rows: int
    parts: tuple[str, ...]

    def __repr__(self) -> str:
        lines = [f"x: {self.rows} rows of {self.width} float32, model(x) = stack(x) ** 2"]
        lines += [f"stack.{n}: {_SHOWN[part]}" for n, part in enumerate(self.parts)]
        return "\n".join(lines)

    def build(self) -> tuple[Any, Any]:
        """Return the model and its input."""
        import torch
        from torch import nn

        part = _part_class()
        with torch.random.fork_rng(devices=[]):
            stack = nn.Sequential()
            for kind in self.parts:
                made = stack[0] if kind == "again" else _made(kind, self.width, part)
                stack.append(made)
            return part(lambda m, x: m.stack(x) ** 2, stack=stack), torch.randn(
                self.rows, self.width
            )


def drawn_models(rng: np.random.Generator) -> list[LedgerModel]:
    """Return models that have all kinds of parts between them."""
    kinds = [str(kind) for kind in rng.permutation([k for k in _SHOWN if k not in _PLACED])]
    models = [("linear", "tanh"), *(("linear", *kinds[n::3], "again") for n in range(3))]
    return [
        LedgerModel(2 * int(rng.integers(2, 5)), int(rng.integers(3, 9)), parts) for parts in models
    ]


_PLACED: Final = ("linear", "again")


def _part_class() -> Any:
    """Return the class of parts, for which PyTorch has to be imported."""
    from torch import nn

    class Part(nn.Module):
        def __init__(self, function: Callable[[Any, Any], Any], **children: Any) -> None:
            super().__init__()
            self.function = function
            for name, child in children.items():
                setattr(self, name, child)

        def forward(self, x: Any) -> Any:
            return self.function(self, x)

    return Part


def _made(kind: str, width: int, part: Any) -> Any:
    import torch
    from torch import nn

    def linear() -> Any:
        return nn.Linear(width, width)

    def halves(m: Any, x: Any) -> Any:
        a, b = m.up(x).chunk(2, 1)
        return torch.cat((a * b, b), 1)

    made: dict[str, Callable[[], Any]] = {
        "linear": linear,
        "tanh": nn.Tanh,
        "relu": nn.ReLU,
        "norm": lambda: nn.LayerNorm(width),
        "batch": lambda: nn.BatchNorm1d(width),
        "square": lambda: part(lambda _, x: x * x),
        "halves": lambda: part(halves, up=linear()),
        "scaled": lambda: part(
            lambda m, x: x @ m.scale.T, scale=nn.Parameter(torch.randn(width, width))
        ),
        "lookup": lambda: part(
            lambda m, x: x + m.table(x.argmax(1)), table=nn.Embedding(width, width)
        ),
        "branch": lambda: part(
            lambda m, x: x + m.down(m.up(m.norm(x)).tanh()),
            norm=nn.LayerNorm(width),
            up=linear(),
            down=linear(),
        ),
        "scores": lambda: part(
            lambda m, x: (m.q(x) @ m.k(x).T).softmax(1) @ m.v(x), q=linear(), k=linear(), v=linear()
        ),
    }
    return made[kind]()
