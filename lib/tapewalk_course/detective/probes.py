"""The measurements in a case: at each of its lines, and of the whole training."""

from __future__ import annotations

from functools import partial
from math import isfinite
from typing import TYPE_CHECKING, Any, Final

from tapewalk_course.detective.marked import AFTER, AT, BEFORE, first_lines, made_modules, marked
from tapewalk_course.detective.runs import STEPS, Trial
from tapewalk_course.detective.shared import shared

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tapewalk_course.detective.cases import Program

_BEFORE: Final = 20  # steps that are made before a measurement
_MEASURED: Final = 8  # steps in which the optimizer is watched
_BINS: Final = 12
_FEW: Final = 8  # examples of the batch that a model is to learn by heart
_WIDEST: Final = 20  # numbers of an example that is shown
# The names of a program's batch, where it draws one for all steps.
_BATCHES: Final = (("points", "arms"), ("signs", "first"), ("pictures", "wanted"))


def probes(case: Program) -> dict[str, Any]:
    """Return what the probes of a case measure, as plain numbers.

    Args:
        case: The case.

    Returns:
        `lines`, by their numbers as text; `leaves`, a row for each parameter; `steps`, the relative
        sizes of eight steps; `one`, the losses of learning a few examples by heart; `fresh`, the
        loss at the start, at the end, and on data that the model has not seen.
    """
    measured: dict[str, Any] = shared(lambda: _measure(case), case.seed, case.code, "probes")
    return measured


def _measure(case: Program) -> dict[str, Any]:
    watch = _Watch()
    functions = {AT: watch.at, BEFORE: watch.before, AFTER: watch.after}
    trial = Trial(case.code, case.seed, functions, marked(case.code))
    watch.names = trial.names
    watch.begin()
    trial.train(_BEFORE + _MEASURED, case.seed, watch.step)
    run = case.run()
    leaves = watch.leaves()
    lines = watch.lines()
    for line, (owner, name) in made_modules(case.code).items():
        rows = [row for row in leaves if (owner, name) in row["of"]]
        if rows:
            lines[line] = {"kind": "weights", "of": [row["at"] for row in rows]}
    firsts = first_lines(case.code)
    also = {line: lines[first] for line, first in firsts.items() if first in lines}
    return {
        "lines": {str(line): found for line, found in sorted({**lines, **also}.items())},
        "leaves": [{key: row[key] for key in ("name", "grad", "held", "step")} for row in leaves],
        "steps": watch.sizes(),
        "one": _by_heart(case),
        "fresh": [plain(loss) for loss in (*run.losses[:1], *run.losses[-1:], run.fresh)],
    }


class _Watch:
    """Records what a marked program reports during its training."""

    def __init__(self) -> None:
        self.names: dict[str, Any] = {}
        self._seen: dict[int, list[Any]] = {}
        self._is_old: set[int] = set()
        self._norms: dict[int, list[tuple[int, float, float]]] = {}
        self._rates: dict[int, list[float]] = {}
        self._now = 0
        self._arrived: dict[str, float] = {}
        self._weights: dict[str, Any] = {}
        self._moves: dict[str, list[float]] = {}

    def begin(self) -> None:
        """Listen to the gradients of all parameters."""
        for name, weight, _ in self._parameters():
            if weight.requires_grad:
                weight.register_hook(lambda grad, name=name: self._arrive(name, grad))
        self._remember()

    def step(self) -> None:
        """Note how far each parameter moved, and start over with everything else."""
        for name, weight, _ in self._parameters():
            old = self._weights[name]
            share = (weight.detach() - old).norm() / (old.norm() + 1e-12)
            self._moves.setdefault(name, []).append(float(share))
        self._remember()
        self._now += 1
        if self._now < _BEFORE + _MEASURED:
            self._is_old = set(self._seen)
            self._arrived.clear()

    def lines(self) -> dict[int, dict[str, Any]]:
        """Return what was measured at each line."""
        found = {line: _seen(values) for line, values in self._seen.items()}
        for line, rates in self._rates.items():
            found[line] = {"kind": "rate", "values": [plain(rate) for rate in rates[-_MEASURED:]]}
        for line, norms in self._norms.items():
            late = [one for one in norms if one[0] >= self._now - _MEASURED]
            found[line] = {
                "kind": "step",
                "before": [plain(before) for _, before, _ in late],
                "after": [plain(after) for _, _, after in late],
                "times": min(self._now, _MEASURED),
            }
        return {line: one for line, one in found.items() if one}

    def leaves(self) -> list[dict[str, Any]]:
        """Return a row for each parameter: gradient, optimizer, relative size of its last steps."""
        optimizer: Any = self.names["optimizer"]
        held = {id(w) for group in optimizer.param_groups for w in group["params"]}
        return [
            {
                "at": at,
                "name": name,
                "grad": plain(self._arrived.get(name)),
                "held": id(weight) in held,
                "step": plain(_mean(self._moves.get(name, [])[-_MEASURED:])),
                "of": owners,
            }
            for at, (name, weight, owners) in enumerate(self._parameters())
        ]

    def sizes(self) -> list[float | None]:
        """Return the mean relative size of each of the last steps."""
        moves = [moved[-_MEASURED:] for moved in self._moves.values()]
        return [plain(_mean(list(each))) for each in zip(*moves, strict=True)]

    def at(self, line: int, value: Any) -> Any:
        """Note what a line computed, and return it."""
        import torch

        optimizer = self.names.get("optimizer")
        if isinstance(value, float) and optimizer is not None:
            self._rates.setdefault(line, []).append(optimizer.param_groups[0]["lr"])
        given = value if isinstance(value, tuple) else (value,)
        tensors = [one for one in given if isinstance(one, torch.Tensor)]
        tensors = [one for one in tensors if not isinstance(one, torch.nn.Parameter)]
        if not tensors:
            return value
        if line in self._is_old:
            self._is_old.discard(line)
            self._seen.pop(line)
        for one in tensors:
            if one.requires_grad and torch.is_grad_enabled():
                one.retain_grad()
        self._seen.setdefault(line, []).append(tensors)
        return value

    def before(self, line: int, _: Any) -> None:
        """Note the norm of all gradients before a statement of the step."""
        self._norms.setdefault(line, []).append((self._now, self._norm(), 0.0))

    def after(self, line: int, _: Any) -> None:
        """Note the norm of all gradients after the statement."""
        at, before, _zero = self._norms[line][-1]
        self._norms[line][-1] = (at, before, self._norm())

    def _norm(self) -> float:
        grads = [weight.grad for _, weight, _ in self._parameters() if weight.grad is not None]
        return float(sum(float(grad.norm()) ** 2 for grad in grads) ** 0.5)

    def _arrive(self, name: str, grad: Any) -> None:
        self._arrived[name] = self._arrived.get(name, 0.0) + float(grad.norm())

    def _remember(self) -> None:
        self._weights = {name: w.detach().clone() for name, w, _ in self._parameters()}

    def _parameters(self) -> Iterator[tuple[str, Any, set[tuple[str, str]]]]:
        model = self.names.get("model")
        if model is not None:
            yield from _tree(model, "", frozenset(), set())


def _tree(
    module: Any, prefix: str, owners: frozenset[tuple[str, str]], known: set[int]
) -> Iterator[tuple[str, Any, set[tuple[str, str]]]]:
    """Yield all parameters, also of modules that are in plain lists."""
    from torch import nn

    kind = type(module).__name__
    for name, weight in module.named_parameters(recurse=False):
        if id(weight) not in known:
            known.add(id(weight))
            yield prefix + name, weight, {*owners, (kind, name)}
    children = dict(module.named_children())
    for name, value in vars(module).items():
        if isinstance(value, list) and value and isinstance(value[0], nn.Module):
            children |= {f"{name}.{at}": one for at, one in enumerate(value)}
    for name, child in children.items():
        here = owners | {(kind, name.split(".")[0])}
        yield from _tree(child, f"{prefix}{name}.", here, known)


def _seen(values: list[list[Any]]) -> dict[str, Any]:
    """Return the measurements of what a line gave, each time that it ran in one step."""
    first = values[0]
    if len(first) == 2 and (rows := _examples(*first)):
        return {"kind": "pairs", "rows": rows}
    tensors = [given[0] for given in values]
    one = tensors[0]
    if one.numel() == 1:
        return {"kind": "number", "value": plain(one.detach())}
    found = {"shape": list(one.shape)}
    if len(tensors) > 1:
        spread = [plain(each.detach().float().std()) for each in tensors]
        grads = [_grad(each) for each in tensors]
        return {"kind": "loop", **found, "spread": spread, "grads": grads}
    entries = one.detach().float()
    return {
        "kind": "values",
        **found,
        "mean": plain(entries.mean()),
        "spread": plain(entries.std()),
        "bins": _bins(entries),
        "ends": [plain(entries.min()), plain(entries.max())],
        "grad": _grad(one),
    }


def _examples(given: Any, wanted: Any) -> list[list[list[float | None]]] | None:
    """Return three inputs with their targets, if they are short."""
    given, wanted = (one.reshape(len(one), -1)[:3].tolist() for one in (given, wanted))
    if len(given[0]) > _WIDEST:
        return None
    return [[[plain(n) for n in side] for side in pair] for pair in zip(given, wanted, strict=True)]


def _grad(tensor: Any) -> float | None:
    """Return the norm of a gradient, `None` where nothing is recorded."""
    if not tensor.requires_grad:
        return None
    grad = tensor.grad if tensor.is_leaf or tensor.retains_grad else None
    return 0.0 if grad is None else plain(grad.norm())


def _bins(entries: Any) -> list[int]:
    import torch

    counts = torch.histc(entries, _BINS)
    return [int(count) for count in (99 * counts / counts.max()).round()]


def _by_heart(case: Program) -> list[float | None]:
    """Return the losses of a training on a few examples only."""
    trial = Trial(case.code, case.seed)
    names = trial.names
    for pair in _BATCHES:
        if pair[0] in names:
            names |= {name: names[name][:_FEW] for name in pair}
            break
    else:
        if "fresh" in names:
            names["fresh"] = partial(_same, names["fresh"](_FEW))
    losses = trial.train(STEPS, case.seed)
    return [plain(loss) for loss in losses[::4]]


def _same(batch: Any, _count: int) -> Any:
    """Return a batch, however many examples are asked for."""
    return batch


def _mean(values: list[float]) -> float | None:
    return sum(values) / len(values) if values else None


def plain(value: Any) -> float | None:
    """Return a number with three digits, `None` where it is missing or not finite."""
    if value is None or not isfinite(float(value)):
        return None
    number = float(f"{float(value):.3g}")
    return int(number) if number == int(number) and abs(number) < 1e6 else number
