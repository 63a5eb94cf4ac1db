"""Short training scripts as text, each with one fault or none, and their runs."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from tapewalk_course.checking.distant import travels
from tapewalk_course.exercises.module_04.runs.optimizers import Pytorch

Lines = list[str]
_LOOP: Final = " " * 8
_LAYERS: Final = ("stem", "first", "second", "third", "head")
# How each optimizer is made: both have a state, so that it matters where they are made.
_OPTIMIZERS: Final = ("SGD({of}, lr={lr}, momentum=0.9)", "Adam({of}, lr={lr})")


@dataclass(frozen=True)
class Names:
    """The names of a script's variables, and of its layers in the order in which they run."""

    optimizer: str
    rows: str
    loss: str
    layers: tuple[str, ...]


@travels
@dataclass(frozen=True)
class Script:
    """A training script.

    Attributes:
        source: Its text.
        fault: The name of its fault, empty if it is healthy.
        healthy: The text without the fault.
        layers: The names of the layers.
        width: Length of a row.
    """

    source: str
    fault: str
    healthy: str
    layers: tuple[str, ...]
    width: int

    def __repr__(self) -> str:
        return self.source

    def __reduce__(self) -> tuple[Any, ...]:
        # The process of a notebook gets no answers.
        return Script, (self.source, "", "", self.layers, self.width)

    def run(self, source: str) -> tuple[list[float], np.ndarray[Any, Any]]:
        """Return the losses and the last parameters of a script that trains this one's model."""
        import torch
        from torch import nn

        with torch.random.fork_rng(devices=[]):
            torch.manual_seed(0)
            model, teacher = (
                nn.ModuleDict({n: nn.Linear(self.width, self.width) for n in self.layers}).double()
                for _ in range(2)
            )
            x = torch.randn(6, self.width, dtype=torch.float64)
        names: dict[str, Any] = {"torch": Pytorch(), "deepcopy": deepcopy}
        exec(compile(source, "<repaired>", "exec"), names)
        losses = names["train"](_Named(model), _Named(teacher), x)
        weights = torch.cat([p.detach().flatten() for p in model.parameters()])
        return [float(loss) for loss in losses], weights.numpy()


class _Named:
    """A model whose layers are attributes; called, it runs them all."""

    def __init__(self, layers: Any) -> None:
        self._layers = layers

    def __getattr__(self, name: str) -> Any:
        layers = self.__dict__["_layers"]
        return layers[name] if name in layers else getattr(layers, name)

    def __deepcopy__(self, memo: dict[int, Any]) -> _Named:
        return _Named(deepcopy(self._layers, memo))

    def __call__(self, x: Any) -> Any:
        for layer in self._layers.values():
            x = layer(x).tanh()
        return x


def drawn_script(rng: np.random.Generator, fault: str, inner: int | None = None) -> Script:
    """Return a script with a fault, or without one if it is "healthy".

    `inner` is the number of layers between the first and the last; it is drawn if it is `None`.
    """
    between = rng.permutation(_LAYERS[1:4])[: int(rng.integers(1, 4)) if inner is None else inner]
    names = Names(
        str(rng.choice(["optimizer", "opt", "sgd"])),
        str(rng.choice(["rows", "h", "hidden"])),
        str(rng.choice(["loss", "error", "cost"])),
        ("stem", *map(str, between), "head"),
    )
    lines = _healthy(rng, names)
    ill = lines if fault == "healthy" else FAULTS[fault](list(lines), names, rng)
    return Script("\n".join(ill), fault, "\n".join(lines), names.layers, int(rng.integers(2, 5)))


def _healthy(rng: np.random.Generator, n: Names) -> Lines:
    made = str(rng.choice(_OPTIMIZERS)).format(
        of="model.parameters()", lr=rng.choice(["0.05", "0.1", "0.02"])
    )
    goal = ["goal = teacher(x).detach()"], ["with torch.no_grad():", "    goal = teacher(x)"]
    bend = str(rng.choice(["tanh", "sin", "atan"]))
    taken = ["x", *[n.rows] * len(n.layers)]
    rows = [f"{n.rows} = model.{a}({x}).{bend}()" for a, x in zip(n.layers, taken, strict=False)]
    last = f"{n.loss} = ((model.head({n.rows}) - goal) ** 2).mean()"
    body = [f"{n.optimizer}.zero_grad()", *goal[int(rng.integers(2))], *rows[:-1], last]
    body += [f"{n.loss}.backward()", f"{n.optimizer}.step()", f"losses.append({n.loss}.detach())"]
    return [
        "def train(model, teacher, x):",
        "    losses = []",
        f"    {n.optimizer} = torch.optim.{made}",
        f"    for step in range({rng.integers(4, 8)}):",
        *(_LOOP + line for line in body),
        "    return losses",
    ]


def _at(lines: Lines, part: str) -> int:
    return next(n for n, line in enumerate(lines) if part in line)


def _moved(part: str, before: str) -> Callable[[Lines, Names, Any], Lines]:
    """Return a fault that moves the line with one part before the line with another."""

    def change(lines: Lines, n: Names, rng: Any) -> Lines:
        line = lines.pop(_at(lines, part))
        at = _at(lines, before)
        depth = len(lines[at]) - len(lines[at].lstrip())
        lines.insert(at, " " * depth + line.strip())
        return lines

    return change


def _dropped(lines: Lines, n: Names, rng: Any) -> Lines:
    del lines[_at(lines, "zero_grad")]
    return lines


def _replaced(part: str, old: str, new: str) -> Callable[[Lines, Names, Any], Lines]:
    """Return a fault that replaces text in the line with a part; names may be in braces."""

    def change(lines: Lines, n: Names, rng: Any) -> Lines:
        about = {"n": n, "layer": str(rng.choice(n.layers[:-1]))}
        at = _at(lines, part.format(**about))
        before, after = old.format(**about), new.format(**about)
        lines[at : at + 1] = lines[at].replace(before, after).splitlines()
        return lines

    return change


def _unrecorded(lines: Lines, n: Names, rng: Any) -> Lines:
    at = _at(lines, f"model.{rng.choice(n.layers[:-1])}(")
    lines[at : at + 1] = [f"{_LOOP}with torch.no_grad():", f"    {lines[at]}"]
    return lines


FAULTS: Final[dict[str, Callable[[Lines, Names, Any], Lines]]] = {
    "kept": _dropped,
    "cleared": _moved("zero_grad", ".step()"),
    "early": _moved(".step()", ".backward()"),
    "once": _moved(".step()", "return"),
    "detach": _replaced("model.{layer}(", "()", "().detach()"),
    "data": _replaced("model.{layer}(", ").", ").data."),
    "no_grad": _unrecorded,
    "item": _replaced(
        "{n.loss} = ",
        ".mean()",
        f".mean()\n{_LOOP}{{n.loss}} = torch.tensor({{n.loss}}.item(), requires_grad=True)",
    ),
    "missing": _replaced("torch.optim", "model.parameters", "model.head.parameters"),
    "strangers": _replaced("torch.optim", "model.parameters", "deepcopy(model).parameters"),
    "ascent": _replaced(".backward()", "{n.loss}", "(-{n.loss})"),
    "renewed": _moved("torch.optim", "zero_grad"),
}
