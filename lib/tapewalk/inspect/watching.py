"""Watching a training run: sizes of gradients and results every few steps, and what turns."""

from __future__ import annotations

import html
import math
from collections.abc import Iterator, Sequence
from statistics import median
from typing import Any, NamedTuple, Self

from tapewalk.figures.alone import draws, page, place
from tapewalk.inspect.finding import LESSONS
from tapewalk.inspect.gradients import EXPLODING, ROUNDED, VANISHING
from tapewalk.inspect.words import say
from tapewalk.language import known, language, number
from tapewalk.trace.publish import encodable

DEAD = 0.5  # share of a layer's units without a gradient
UNDERFLOW = 0.5  # share of a half-precision gradient that is zero
GROWN = 100.0  # times its own median: a gradient that leaps


class Turn(NamedTuple):
    """Something that began to look wrong during a run.

    Attributes:
        kind: "nan_gradient", "nan_result", "exploding", "vanishing", "dead" or "underflow".
        name: The parameter, or of "nan_result" the module.
        since: The step at which it was seen first.
        until: The step at which it was seen no more, `None` if it lasts.
        before: The last step at which it was looked for and not seen, `None` if there is none.
        amount: What was measured: an rms, or a share.
    """

    kind: str
    name: str
    since: int
    until: int | None
    before: int | None
    amount: float


class Run:
    """What was seen of a training run. Printing it tells what turned; a notebook shows the curves.

    Attributes:
        steps: The steps at which it was looked at, counted from 1.
        gradients: The rms of each matrix' gradient at these steps, by name; `None` where it had
            none.
        results: The rms of what each module without modules in it gave, by its path.
        silent: The share of units, rows of a matrix, that got no gradient at all, by name.

    Args:
        model: The model that is trained, PyTorch's.
        optimizer: Its optimizer, whose steps are counted.
        every: Looks once in so many steps.

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
        self._turns: dict[tuple[str, str], list[Turn]] = {}
        self._every, self._step = every, 0
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
        self._ends = [
            optimizer.register_step_pre_hook(lambda *_: self._before_step()),
            optimizer.register_step_post_hook(lambda *_: self._after_step()),
        ]
        self._listen()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Stops watching; what was seen stays."""
        for handle in [*self._handles, *self._ends]:
            handle.remove()
        self._handles, self._ends = [], []

    @property
    def turns(self) -> tuple[Turn, ...]:
        """What began to look wrong, in the order in which it did."""
        told = [turn for turns in self._turns.values() for turn in turns]
        return tuple(sorted(told, key=lambda turn: turn.since))

    def _listen(self) -> None:
        """Looks at what modules give, until the next step of the optimizer, if that one counts."""
        if self._step % self._every:
            return
        for path, module in self._model.named_modules():
            if not module._modules:

                def note(_: object, __: object, given: Any, path: str = path) -> None:
                    if hasattr(given, "grad_fn") and given.is_floating_point():
                        self._measured[path] = _rms(given.detach())

                self._handles.append(module.register_forward_hook(note))

    def _before_step(self) -> None:
        self._step += 1
        if (self._step - 1) % self._every:
            return
        for handle in self._handles:
            handle.remove()
        self._handles = []
        self._look()

    def _after_step(self) -> None:
        self._listen()

    def _look(self) -> None:
        import torch

        with torch.no_grad():
            there = {n: p for n, p in self._matrices.items() if p.grad is not None}
            grads = [p.grad.to_dense() if p.grad.is_sparse else p.grad for p in there.values()]
            sizes = [torch.linalg.vector_norm(g, dtype=_wide(g)) for g in grads]
            own = [torch.linalg.vector_norm(p, dtype=_wide(p)) for p in there.values()]
            rows = [_reached(g, self._beside.get(n)) for n, g in zip(there, grads, strict=True)]
            zeros = [(g == 0).float().mean() for g in grads if g.dtype == torch.float16]
            results = list(self._measured.items())
            # Read at once: each reading would wait for a graphics card.
            told = _read([*sizes, *own, *rows, *zeros, *[value for _, value in results]])
        count = len(there)
        roots = [math.sqrt(max(p.numel(), 1)) for p in there.values()]
        gradients = {n: told[i] / roots[i] for i, n in enumerate(there)}
        weights = {n: told[count + i] / roots[i] for i, n in enumerate(there)}
        silent = {n: 1 - told[2 * count + i] for i, n in enumerate(there)}
        half = [n for n, g in zip(there, grads, strict=True) if g.dtype == torch.float16]
        gone = dict(zip(half, told[3 * count :], strict=False))
        rms = dict(zip([path for path, _ in results], told[3 * count + len(half) :], strict=True))
        self._measured.clear()
        before = self.steps[-1] if self.steps else None
        self.steps.append(self._step)
        self._judge(gradients, weights, silent, gone, rms, before)
        for table, values in (
            (self.gradients, gradients),
            (self.silent, silent),
            (self.results, rms),
        ):
            for name in table.keys() | values.keys():
                column = table.setdefault(name, [None] * (len(self.steps) - 1))
                column.append(values.get(name))

    def _judge(
        self,
        gradients: dict[str, float],
        weights: dict[str, float],
        silent: dict[str, float],
        gone: dict[str, float],
        results: dict[str, float],
        before: int | None,
    ) -> None:
        seen: dict[tuple[str, str], float] = {}
        for path, rms in results.items():
            if not math.isfinite(rms):
                seen["nan_result", path] = rms
                break  # those behind it have it from there
        sound = [rms for rms in gradients.values() if math.isfinite(rms) and rms > 0]
        middle = median(sound) if sound else 0.0
        for name, rms in gradients.items():
            own, past = weights[name], [v for v in self.gradients.get(name, []) if v]
            leaps = len(past) > 2 and rms > GROWN * median(past)
            if not math.isfinite(rms):
                seen["nan_gradient", name] = rms
            elif gone.get(name, 0.0) >= UNDERFLOW:
                seen["underflow", name] = gone[name]
            elif rms > EXPLODING * own > 0 or leaps:
                seen["exploding", name] = rms
            elif name in self._judged and silent[name] >= DEAD:
                seen["dead", name] = silent[name]
            elif 0 < rms < VANISHING * middle and rms < max(VANISHING * own, ROUNDED):
                seen["vanishing", name] = rms
        for key, turns in self._turns.items():
            if turns[-1].until is None and key not in seen:
                turns[-1] = turns[-1]._replace(until=self._step)
        for key, amount in seen.items():
            turns = self._turns.setdefault(key, [])
            if not turns or turns[-1].until is not None:
                turns.append(Turn(*key, self._step, None, before, amount))

    def text(self, lang: str | None = None) -> str:
        """Returns what turned, in words.

        Args:
            lang: `"en"` or `"es"`; the chosen language if left out.
        """
        lang = language() if lang is None else known(lang)
        return "\n".join([_heading(self, lang), *_sentences(self.turns, lang)])

    __str__ = text
    __repr__ = text

    def page(self, lang: str | None = None) -> str:
        """Returns what turned and the curves as a page of its own, which needs no network.

        Args:
            lang: `"en"` or `"es"`; the chosen language if left out.
        """
        lang = language() if lang is None else known(lang)
        heading = _heading(self, lang)
        parts = [f"<h1>{html.escape(heading)}</h1>"]
        told = [f"<li><p>{html.escape(line)}</p></li>" for line in _sentences(self.turns, lang)]
        parts += ["<ol>", *told, "</ol>"] if told else []
        data = {}
        for name, table in (("gradients", self.gradients), ("results", self.results)):
            chosen = _chosen(table, [turn.name for turn in self.turns])
            if chosen and len(self.steps) > 1 and draws():
                data[name] = _series(self.steps, chosen, lang)
                title = say(f"watched_{name}", lang)
                parts.append(
                    f"<h2>{html.escape(title)}</h2>{place('chart', name, title, log=True)}"
                )
        return page(heading, "".join(parts), encodable(data), lang)

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, str]:
        told, name = html.escape(self.page()), html.escape(_heading(self, language()))
        frame = (
            f'<iframe srcdoc="{told}" title="{name}" style="width: 100%; height: 50rem; border: 0">'
        )
        return {"text/plain": self.text(), "text/html": f"{frame}</iframe>"}


def watch(model: Any, optimizer: Any, every: int = 10) -> Run:
    """Returns what watches a training run of PyTorch's, from now on.

    It looks when the optimizer steps, at every tenth step: how large the gradient of each matrix
    is, which of its units got none, how large the result of each module is. It tells since when
    gradients or results are not finite, explode, vanish, are lost in half precision, and since when
    units are dead. The steps between cost nothing.

    Args:
        model: The module that is trained.
        optimizer: What trains it, a `torch.optim.Optimizer`.
        every: How many steps lie between two looks.

    Returns:
        What was seen so far; `close()` ends it, as leaving it as a context does.

    Raises:
        TypeError: The optimizer is none of PyTorch's.
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
    if not hasattr(optimizer, "register_step_pre_hook"):
        raise TypeError(
            f"watch() needs an optimizer of PyTorch's, got {type(optimizer).__name__}. Usually it "
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
    """Returns the share of units that got a gradient: in their row, or in the bias beside it.

    Operands that are all zero leave a row without one, too, and its bias tells that apart.
    """
    rows = (gradient.flatten(1) != 0).any(1)
    if bias is not None and bias.grad is not None and bias.grad.shape == rows.shape:
        rows |= bias.grad != 0
    return rows.float().mean()


def _wide(tensor: Any) -> Any:
    """Returns the number type to add squares in: half precision would overflow."""
    import torch

    return torch.float32 if tensor.dtype in (torch.float16, torch.bfloat16) else None


def _read(numbers: Sequence[Any]) -> list[float]:
    import torch

    if not numbers:
        return []
    told: list[float] = torch.stack([n.to(numbers[0].device).double() for n in numbers]).tolist()
    return told


def _heading(run: Run, lang: str) -> str:
    key = "watched_sound" if not run.turns else "watched_turned"
    last = run.steps[-1] if run.steps else 0
    return say(key, lang, count=len(run.turns), steps=number(last, lang=lang))


def _sentences(turns: Sequence[Turn], lang: str) -> Iterator[str]:
    for turn in turns:
        share = turn.kind in ("dead", "underflow")
        amount = number(turn.amount, ".0%" if share else ".3g", lang)
        ended = "" if turn.until is None else " " + say("turn_until", lang, step=turn.until)
        since = say("turn_since", lang, step=turn.since)
        if turn.before is not None:
            since = say("turn_between", lang, before=turn.before, step=turn.since)
        what = say(f"turn_{turn.kind}", lang, name=turn.name, amount=amount)
        fix = f"{say('fix', lang)} {say(f'fix_{_FINDING.get(turn.kind, turn.kind)}', lang)}"
        lesson = LESSONS[_FINDING.get(turn.kind, turn.kind)]
        yield f"{since}{ended}: {what} {fix} {say('lesson', lang)} {lesson}"


# Which finding's words and lesson fit.
_FINDING = {"nan_result": "nan_loss"}


def _chosen(
    table: dict[str, list[float | None]], turned: Sequence[str]
) -> dict[str, list[float | None]]:
    """Returns up to five columns: those that turned, then the first, the last and between."""
    names = list(table)
    wanted = [name for name in turned if name in table] + [names[0], names[-1]] if names else []
    wanted += names[len(names) // 4 :: max(1, len(names) // 4)]
    return {name: table[name] for name in list(dict.fromkeys(wanted))[:5]}


def _series(steps: list[int], table: dict[str, list[float | None]], lang: str) -> dict[str, Any]:
    return {
        "x": {"label": say("watched_step", lang), "values": steps},
        "series": [
            # A logarithmic axis has no place for zero.
            {"label": name, "values": [value or None for value in column]}
            for name, column in table.items()
        ],
    }
