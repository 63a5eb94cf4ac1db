"""A training run: the sizes of gradients and results every few steps, and what went wrong."""

from __future__ import annotations

import html
import math
from collections import defaultdict
from collections.abc import Mapping, Sequence
from itertools import pairwise
from statistics import median
from typing import Any, Self

from tapewalk.figures.alone import draws, framed, page, place
from tapewalk.graph.reading import optimizers_in
from tapewalk.graph.sharding import local
from tapewalk.inspect.between_steps import Alive, Arrivals, alive
from tapewalk.inspect.gradients import EXPLODING, ROUNDED, VANISHING
from tapewalk.inspect.turns import Turn, chosen, heading, sentences, series
from tapewalk.inspect.words import say
from tapewalk.language import known, language
from tapewalk.trace.publish import encodable

DEAD = 0.5  # share of a layer's units without a gradient
UNDERFLOW = 0.5  # share of a half-precision gradient that is zero
GROWN = 100.0  # times its own median: a sudden jump of a gradient
LEAK = 4  # measurements in which the graphs of earlier steps grow
LEAKED = 3  # times the nodes of a step, which an earlier result alone does not keep


class Run:
    """The measurements of a training run. Print it to read what went wrong; notebooks draw curves.

    Attributes:
        step: The steps of the optimizer so far.
        steps: Those that were measured, counted from 1.
        gradients: The rms of each matrix's gradient at these steps, by name, or `None` where it
            had no gradient.
        results: The rms of the result of each module that contains no other, by path.
        silent: The share of units, which are rows of a matrix, without any gradient, by name.
        graphs: The operations of all graphs that were alive after each of these steps, and the
            bytes of the tensors that keep them.

    Args:
        model: The PyTorch model that is trained.
        optimizer: Its optimizer, whose steps are counted, wrapped or not.
        every: How many steps apart the measured steps are.

    Example:
        >>> import torch
        >>> from tapewalk import inspect
        >>> model = torch.nn.Linear(1, 1)
        >>> with inspect.Run(model, torch.optim.SGD(model.parameters(), 0.1), 10) as run:
        ...     pass
        >>> run.steps
        []
    """

    def __init__(self, model: Any, optimizer: Any, every: int) -> None:
        self.steps: list[int] = []
        self.gradients: dict[str, list[float | None]] = {}
        self.results: dict[str, list[float | None]] = {}
        self.silent: dict[str, list[float | None]] = {}
        self._tables = {"gradient": self.gradients, "result": self.results, "silent": self.silent}
        self.graphs: list[Alive] = []
        self._turns: dict[tuple[str, str], list[Turn]] = {}
        self._every, self.step = every, 0
        self._measured: dict[str, Any] = {}
        self._model = model
        tables = {
            id(module.weight) for module in model.modules() if type(module).__name__ == "Embedding"
        }
        self._matrices = {n: p for n, p in model.named_parameters() if p.ndim > 1}
        # Rows that no example looks up have no gradient, and are not dead.
        self._judged = [n for n, p in self._matrices.items() if id(p) not in tables]
        every_one = dict(model.named_parameters())
        self._beside = {n: every_one.get(f"{n.rpartition('.')[0]}.bias") for n in self._matrices}
        self._handles: list[Any] = []
        own = {id(p) for group in optimizer.param_groups for p in group["params"]}
        trained = [n for n in self._judged if id(self._matrices[n]) in own]
        self._heard = next((n for n in reversed(trained) if self._matrices[n].requires_grad), None)
        self._arrivals: Arrivals | None = None
        self._first, self._has_closure = 0, False
        self._ends = [
            optimizer.register_step_pre_hook(lambda _, *given: self._before_step(*given)),
            optimizer.register_step_post_hook(lambda *_: self._after_step()),
        ]
        self._listen()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Stop measuring. The measurements remain."""
        for handle in [*self._handles, *self._ends, *filter(None, [self._arrivals])]:
            handle.remove()
        self._handles, self._ends, self._arrivals = [], [], None

    @property
    def turns(self) -> tuple[Turn, ...]:
        """What began to look wrong, in that order."""
        found = [turn for turns in self._turns.values() for turn in turns]
        return tuple(sorted(found, key=lambda turn: turn.since))

    def _listen(self) -> None:
        """Measure the results of modules until the next step, if that step is measured."""
        if self.step % self._every:
            return
        from tapewalk.graph.recording import next_number

        self._first = next_number()
        self._arrivals = Arrivals(self._matrices[self._heard]) if self._heard else None
        for path, module in self._model.named_modules():
            if not module._modules:

                def note(_: object, __: object, given: Any, path: str = path) -> None:
                    if hasattr(given, "grad_fn") and given.is_floating_point():
                        self._measured[path] = _rms(given.detach())

                self._handles.append(module.register_forward_hook(note))

    def _before_step(self, given: tuple[Any, ...], named: dict[str, Any]) -> None:
        self.step += 1
        # The step may compute the loss itself, as Lightning and L-BFGS have it.
        self._has_closure = any(thing is not None for thing in (*given, named.get("closure")))
        if not self._has_closure:
            self._measure()

    def _measure(self) -> None:
        if (self.step - 1) % self._every:
            return
        for handle in self._handles:
            handle.remove()
        self._handles = []
        self._look()

    def _after_step(self) -> None:
        if self._has_closure:
            self._measure()
        if self.steps and self.steps[-1] == self.step:
            self.graphs.append(alive(self._first))
            older = [graphs.older for graphs in self.graphs[-LEAK:]]
            grows = len(older) == LEAK and all(a < b for a, b in pairwise(older))
            # Graphs that were there at the beginning are not this run's.
            first = self.graphs[0]
            if grows and older[-1] - first.older > LEAKED * (first.nodes - first.older):
                before = self.steps[-2]
                leak = Turn("leak", "", self.step, None, before, older[-1])
                self._turns.setdefault(("leak", ""), [leak])
        self._listen()

    def _look(self) -> None:
        import torch

        wanted: dict[tuple[str, str], Any] = {}
        with torch.no_grad():
            for name, parameter in self._matrices.items():
                if parameter.grad is not None:
                    gradient = local(parameter.grad)
                    gradient = gradient.to_dense() if gradient.is_sparse else gradient
                    wanted["gradient", name] = _rms(gradient)
                    wanted["weight", name] = _rms(local(parameter))
                    wanted["silent", name] = 1 - _reached(gradient, self._beside.get(name))
                    if gradient.dtype == torch.float16:
                        wanted["zeros", name] = (gradient == 0).float().mean()
            wanted |= {("result", path): rms for path, rms in self._measured.items()}
            # Read in one go: each reading would wait for a graphics card.
            read = dict(zip(wanted, _read(list(wanted.values())), strict=True))
        self._measured.clear()
        found: dict[str, dict[str, float]] = defaultdict(dict)
        for (kind, name), value in read.items():
            found[kind][name] = value
        before = self.steps[-1] if self.steps else None
        self.steps.append(self.step)
        self._judge(found, before)
        for kind, table in self._tables.items():
            for name in {**table, **found[kind]}:
                column = table.setdefault(name, [None] * (len(self.steps) - 1))
                column.append(found[kind].get(name))

    def _judge(self, found: Mapping[str, Mapping[str, float]], before: int | None) -> None:
        """Note what began to look wrong, and what no longer does.

        Args:
            found: What this step measured, by kind and name.
            before: The last measured step before it.
        """
        gradients = found["gradient"]
        seen: dict[tuple[str, str], float] = {}
        if self._arrivals is not None and self._heard is not None:
            self._arrivals.remove()
            if self._arrivals.are_lost():
                seen["clipped", self._heard] = 0.0
            elif self.step > 1 and self._arrivals.add_to_old():
                seen["not_zeroed", self._heard] = gradients.get(self._heard, 0.0)
        results = found["result"].items()
        spoiled = next(((path, rms) for path, rms in results if not math.isfinite(rms)), None)
        if spoiled is not None:  # it spoils the modules after it
            seen["nan_result", spoiled[0]] = spoiled[1]
        sound = [rms for rms in gradients.values() if math.isfinite(rms) and rms > 0]
        middle = median(sound) if sound else 0.0
        for name in gradients:
            kind, amount = self._fault(name, found, middle)
            if kind is not None:
                seen[kind, name] = amount
        for key, turns in self._turns.items():
            if turns[-1].until is None and key not in seen and key[0] != "leak":
                turns[-1] = turns[-1]._replace(until=self.step)
        for key, amount in seen.items():
            turns = self._turns.setdefault(key, [])
            if not turns or turns[-1].until is not None:
                turns.append(Turn(*key, self.step, None, before, amount))

    def _fault(
        self, name: str, found: Mapping[str, Mapping[str, float]], middle: float
    ) -> tuple[str | None, float]:
        """Return what looks wrong with a matrix's gradient, or `None`, and the amount."""
        rms, weight = found["gradient"][name], found["weight"][name]
        silent, gone = found["silent"][name], found["zeros"].get(name, 0.0)
        past = [value for value in self.gradients.get(name, []) if value]
        leaps = len(past) > 2 and rms > GROWN * median(past)
        if not math.isfinite(rms):
            return "nan_gradient", rms
        if gone >= UNDERFLOW:
            return "underflow", gone
        if rms > EXPLODING * weight > 0 or leaps:
            return "exploding", rms
        if name in self._judged and silent >= DEAD:
            return "dead", silent
        if 0 < rms < VANISHING * middle and rms < max(VANISHING * weight, ROUNDED):
            return "vanishing", rms
        return None, rms

    def text(self, lang: str | None = None) -> str:
        """Return what went wrong, in words.

        Args:
            lang: `"en"` or `"es"`; the chosen language if left out.
        """
        lang = language() if lang is None else known(lang)
        return "\n".join([heading(self.turns, self.steps, lang), *sentences(self.turns, lang)])

    __str__ = text
    __repr__ = text

    def scalars(self, prefix: str = "tapewalk/") -> dict[str, float]:
        """Return the last measurements as numbers by name, as TensorBoard and W&B log them.

        Args:
            prefix: A text to put before each name.
        """
        last = {
            f"{prefix}{kind}/{name}": column[-1]
            for kind, table in self._tables.items()
            for name, column in table.items()
        }
        if self.graphs:
            last |= {f"{prefix}graph/{key}": n for key, n in self.graphs[-1]._asdict().items()}
        last[f"{prefix}turns"] = len(self.turns)
        return {name: float(value) for name, value in last.items() if value is not None}

    def page(self, lang: str | None = None) -> str:
        """Return what went wrong and the curves as a page that needs no network.

        Args:
            lang: `"en"` or `"es"`; the chosen language if left out.
        """
        lang = language() if lang is None else known(lang)
        title = heading(self.turns, self.steps, lang)
        parts = [f"<h1>{html.escape(title)}</h1>"]
        items = [f"<li><p>{html.escape(line)}</p></li>" for line in sentences(self.turns, lang)]
        parts += ["<ol>", *items, "</ol>"] if items else []
        data = {}
        for name, table in (("gradients", self.gradients), ("results", self.results)):
            shown = chosen(table, [turn.name for turn in self.turns])
            if shown and len(self.steps) > 1 and draws():
                data[name] = series(self.steps, shown, lang)
                caption = say(f"watched_{name}", lang)
                parts.append(
                    f"<h2>{html.escape(caption)}</h2>{place('chart', name, caption, log=True)}"
                )
        return page(title, "".join(parts), encodable(data), lang)

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, str]:
        shown = framed(self.page(), heading(self.turns, self.steps, language()))
        return {"text/plain": self.text(), "text/html": shown}


def watch(model: Any, optimizer: Any, every: int = 10) -> Run:
    """Start measuring a PyTorch training run, and return its measurements.

    At every tenth step of the optimizer, by default, it measures the gradient of each matrix, the
    units without a gradient, the result of each module, and the graphs that are alive after the
    step. It reports when gradients or results stopped being finite, exploded, vanished or were lost
    in half precision, when units died, and whether gradients are never set to zero, or are zero at
    every step, or graphs of earlier steps are kept. The steps in between cost nothing.

    Args:
        model: The module that is trained.
        optimizer: Its `torch.optim.Optimizer`, or one that wraps it, as Accelerate's does.
        every: How many steps apart the measured steps are.

    Returns:
        The measurements so far. `close()` ends them, as does the end of a `with` block.

    Raises:
        TypeError: The optimizer is not one of PyTorch's.
        ValueError: `every` is less than 1.

    Example:
        >>> import torch
        >>> from tapewalk import inspect
        >>> model = torch.nn.Linear(2, 2)
        >>> optimizer = torch.optim.SGD(model.parameters(), 0.01)
        >>> with inspect.watch(model, optimizer) as run:
        ...     for _ in range(30):
        ...         loss = model(torch.ones(1, 2)).square().sum()
        ...         optimizer.zero_grad()
        ...         loss.backward()
        ...         _ = optimizer.step()
        >>> run.steps, run.turns
        ([1, 11, 21], ())
    """
    (optimizer,) = optimizers_in(optimizer) if optimizer is not None else [None]
    if not hasattr(optimizer, "register_step_pre_hook"):
        raise TypeError(
            f"watch() needs a PyTorch optimizer, got {type(optimizer).__name__}. Usually it "
            "is wrapped: pass the one inside."
        )
    if every < 1:
        raise ValueError(f"every must be 1 or more, got {every}.")
    return Run(model, optimizer, every)


def _rms(tensor: Any) -> Any:
    import torch

    norm = torch.linalg.vector_norm(tensor, dtype=_wide(tensor))
    return norm / math.sqrt(max(tensor.numel(), 1))


def _reached(gradient: Any, bias: Any) -> Any:
    """Return the share of units with a gradient, in their row or in their bias.

    A row without a gradient may have had operands that are all zero. Its bias shows the difference.
    """
    rows = (gradient.flatten(1) != 0).any(1)
    beside = None if bias is None or bias.grad is None else local(bias.grad)
    if beside is not None and beside.shape == rows.shape:
        rows |= beside != 0
    return rows.float().mean()


def _wide(tensor: Any) -> Any:
    """Return the number type to add squares in: half precision would overflow."""
    import torch

    return torch.float32 if tensor.dtype in (torch.float16, torch.bfloat16) else None


def _read(numbers: Sequence[Any]) -> list[float]:
    import torch

    if not numbers:
        return []
    read: list[float] = torch.stack([n.to(numbers[0].device).double() for n in numbers]).tolist()
    return read
