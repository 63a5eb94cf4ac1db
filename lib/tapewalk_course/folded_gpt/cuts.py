"""What each kind of cut does at each place of the folded graph, by running it in PyTorch."""

from __future__ import annotations

import weakref
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from copy import deepcopy
from typing import Any

import torch
from torch import Tensor

from tapewalk.twins import MiniGPT
from tapewalk_course.folded_gpt.parts import Part, drawn, parts_of, rounded

KINDS = ("detach", "data", "no_grad", "frozen", "item")
ALL = "*"
END = "end"
PLACES = [
    *[("emb", "b0"), ("b0", ALL), ("b0", "ln1"), ("b0", "add1"), ("ln1", "v")],
    *[("q", "attn"), ("k", "attn"), ("v", "attn"), ("out", "add1"), ("add1", ALL)],
    *[("add1", "ln2"), ("add1", "add2"), ("down", "add2"), ("add2", "lnf"), ("lnf", "head")],
    *[("head", "loss"), ("loss", END)],
]
# Below this share of the largest gradient, a difference is rounding.
CLOSE = 1e-6
RIGHT, WRONG, NONE = range(3)


class _Saved:
    """A saved tensor; while the graph exists, so does this."""

    def __init__(self, tensor: Tensor) -> None:
        # With its history, a saved result would keep its own node alive.
        self.tensor = tensor.detach()


class _Memory:
    """The bytes that a graph keeps, parameters and constants aside."""

    def __init__(self, apart: list[Tensor]) -> None:
        self._apart = {tensor.untyped_storage().data_ptr() for tensor in apart}
        self._saved: list[weakref.ref[_Saved]] = []

    @contextmanager
    def watch(self) -> Iterator[None]:
        def pack(tensor: Tensor) -> _Saved:
            saved = _Saved(tensor)
            self._saved.append(weakref.ref(saved))
            return saved

        with torch.autograd.graph.saved_tensors_hooks(pack, lambda saved: saved.tensor):
            yield

    def held(self) -> int:
        storages = {}
        for saved in filter(None, (ref() for ref in self._saved)):
            storage = saved.tensor.untyped_storage()
            storages[storage.data_ptr()] = storage.nbytes()
        return sum(size for at, size in storages.items() if at not in self._apart)


class _Run:
    """One forward and one backward pass with a cut."""

    def __init__(self, parts: dict[str, Part], place: tuple[str, str], kind: str) -> None:
        self.parts, self.place, self.kind = parts, place, kind
        apart = [weight for part in parts.values() for weight in part.parameters()]
        self.memory = _Memory([*apart])
        self.ran = 0
        self.error: str | None = None
        self.until_cut: int | None = None
        self.at_loss: int | None = None
        self.grads: dict[str, Tensor | None] = dict.fromkeys(parts)
        try:
            with self.memory.watch():
                self._step()
        except (RuntimeError, AttributeError) as error:
            self.error = f"{type(error).__name__}: {str(error).splitlines()[0]}"

    def _cut(self, value: Any) -> Any:
        changes: dict[str, Callable[[Any], Any]] = {
            "detach": lambda x: x.detach(),
            "data": lambda x: x.data,
            "item": lambda x: x.item(),
        }
        if self.kind not in changes:
            return value
        self.until_cut = self.memory.held()
        return changes[self.kind](value)

    def _keep_gradient(self, name: str, value: Any) -> None:
        value.register_hook(lambda grad: self.grads.update({name: grad.clone()}))

    def _step(self) -> None:
        source, target = self.place
        values: dict[str, Tensor] = {}
        left = [use for part in self.parts.values() for use in part.uses]
        if self.kind == "frozen":
            for weight in self.parts[source].parameters():
                weight.requires_grad_(False)
        for name, part in self.parts.items():
            inputs = []
            for use in part.uses:
                value = values[use]
                inputs.append(self._cut(value) if (use, name) == self.place else value)
                left.remove(use)
                # What nothing uses any more is freed, as in a program that forgets it.
                if use not in left:
                    del values[use]
            unrecorded = self.kind == "no_grad" and name == source
            with torch.no_grad() if unrecorded else nullcontext():
                value = part.compute(*inputs)
            del inputs
            self.ran += 1
            if value.requires_grad:
                self._keep_gradient(name, value)
            values[name] = self._cut(value) if self.place == (name, ALL) else value
            del value
        self.at_loss = self.memory.held()
        loss: Any = values.pop("loss")
        if target == END:
            loss = self._cut(loss)
        loss.backward()


def cut_runs(gpt: MiniGPT, tokens: Tensor, targets: Tensor) -> dict[str, Any]:
    """Return the graph, the run without a cut, and one run for each place and kind.

    A run has the state of the gradient that leaves each part (`flow`) and of the parameters of
    each part (`own`): 0 right, 1 wrong, 2 none; the numbers of parameters in these states
    (`counts`); the bytes held for the backward pass just before the cut and at the loss (`held`);
    the share of the embedding's gradient that arrives; how many parts `ran`; and the error.
    """
    whole = _Run(parts_of(deepcopy(gpt), tokens, targets), ("", ""), "")
    runs = {}
    for place in PLACES:
        for kind in KINDS:
            run = _Run(parts_of(deepcopy(gpt), tokens, targets), place, kind)
            runs[f"{place[0]}-{place[1]} {kind}"] = _result(run, whole)
    graph = drawn(whole.parts)
    graph["sizes"] = [rounded(grad.norm().item()) for grad in _all(whole.grads)]
    places = [list(place) for place in PLACES]
    return {**graph, "places": places, "kinds": KINDS, "whole": _result(whole, whole), "runs": runs}


def _all(grads: dict[str, Tensor | None]) -> list[Tensor]:
    return [grad for grad in grads.values() if grad is not None]


def _result(run: _Run, whole: _Run) -> dict[str, Any]:
    most = max(
        w.grad.abs().max().item()
        for p in whole.parts.values()
        for w in p.parameters()
        if w.grad is not None
    )

    def state(grad: Tensor | None, right: Tensor | None) -> int:
        if grad is None or right is None:
            return NONE
        return RIGHT if (grad - right).abs().max().item() <= CLOSE * most else WRONG

    flow = "".join(str(state(run.grads[name], whole.grads[name])) for name in run.parts)
    counts, own = [0, 0, 0], ""
    for name, part in run.parts.items():
        pairs = zip(part.parameters(), whole.parts[name].parameters(), strict=True)
        states = [state(weight.grad, right.grad) for weight, right in pairs]
        for one in states:
            counts[one] += 1
        own += "-" if not states else str(max(states, key=states.count))
    table, right = (r.parts["emb"].parameters()[0].grad for r in (run, whole))
    kept = None
    if table is not None and right is not None:
        kept = rounded((table.norm() / right.norm()).item(), 3)
    return {
        "flow": flow,
        "own": own,
        "counts": counts,
        "held": [run.until_cut, run.at_loss],
        "kept": kept,
        "ran": run.ran,
        "error": run.error,
    }
