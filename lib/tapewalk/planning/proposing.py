"""The proposals of a plan: which changes there are, what each costs, and how many are needed."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cache
from itertools import product
from typing import Any

import torch
from torch._subclasses.fake_tensor import (
    DataDependentOutputException,
    DynamicOutputShapeException,
    UnsupportedFakeTensorException,
)

from tapewalk.inspect.calling import loss_of
from tapewalk.planning.changes import Attention, attentions, checkpointed, fused, offloaded
from tapewalk.planning.recording import record
from tapewalk.planning.report import Proposal
from tapewalk.planning.tape import Call, Tape

# The cheapest first. A checkpoint runs twice, and the bus to the host is slow.
KINDS = ("fused_step", "attention", "autocast", "checkpoint", "offload")

COLUMNS = 120  # of the mountain of both passes as they are


@dataclass(frozen=True)
class _Variant:
    """A step with some changes.

    Attributes:
        fused_step: Whether the optimizer's step is one kernel.
        attention: Whether attention is fused.
        autocast: Whether the forward pass runs under autocast.
        checkpoint: How many modules are checkpoints, the first ones.
        offload: Whether saved tensors are on the host.
    """

    fused_step: int = 0
    attention: int = 0
    autocast: int = 0
    checkpoint: int = 0
    offload: int = 0


class Recorded:
    """A step that can be changed.

    Raises:
        RuntimeError: Its program depends on values.
    """

    def __init__(
        self,
        model: Any,
        inputs: Sequence[object],
        settings: Mapping[str, object],
        loss_fn: Callable[[Any], object] | None,
        optimizer: Any,
    ) -> None:
        def loss(own: Any, given: Any) -> Any:
            return loss_of(own, given[0], given[1], loss_fn)()

        def run(autocast: bool) -> Tape:
            return record(model, loss, (inputs, dict(settings)), optimizer, autocast)

        self.tape = cache(self._tape)
        self._optimizer = type(optimizer).__name__
        try:
            plain = run(False)
        except (
            DataDependentOutputException,
            DynamicOutputShapeException,
            UnsupportedFakeTensorException,
        ) as error:
            raise RuntimeError(
                "plan() runs the step on tensors without data, and this step needs their values "
                f"({error}). Move what depends on values, such as x[x > 0] or x.item(), out of the "
                "model, or plan a part of the model that does not need them."
            ) from error
        self._runs = {False: plain}
        if all(parameter.dtype == torch.float32 for parameter in model.parameters()):
            with suppress(RuntimeError):  # an operation of the model has no kernel for bfloat16
                self._runs[True] = run(True)
        self._blocks = _best_blocks(model, plain)
        self._where, self._siblings = "", list[str]()
        if self._blocks:
            self._where = type(model.get_submodule(self._blocks[0])).__name__
            parent = self._blocks[0].rpartition(".")[0]
            children = model.get_submodule(parent).named_children()
            self._siblings = [f"{parent}.{name}" for name, _ in children]
        self._counts = {
            "fused_step": int("fused" in getattr(optimizer, "defaults", {})),
            "attention": len(_fusable(plain)),
            "autocast": int(True in self._runs),
            "checkpoint": len(self._blocks),
            "offload": int(plain.device != "cpu"),
        }

    def _tape(self, variant: _Variant | None = None) -> Tape:
        """Return the memory of the step with some changes."""
        variant = variant or _Variant()
        tape = self._runs[bool(variant.autocast)]
        calls = [call for call in tape.calls if call.path in self._blocks[: variant.checkpoint]]
        if variant.fused_step:
            tape = _without_copies(tape)
        if variant.attention:
            tape = fused(tape, _fusable(tape))
        if calls:
            tape = checkpointed(tape, calls)
        return offloaded(tape) if variant.offload else tape

    def propose(self, budget: int) -> tuple[tuple[Proposal, ...], int]:
        """Return the proposals, the cheapest first, and the peak with those that are needed."""
        plain = self.tape(None)
        kinds = [kind for kind in KINDS if self._counts[kind]]
        # Where one is enough, a checkpoint is cheaper than the bus.
        either = ("offload", "checkpoint")
        plans = [self._needed(budget, [k for k in kinds if k != left]) for left in either]
        fitting = (one for one in plans if self.tape(one).peak <= budget)
        chosen = next(fitting, min(plans, key=lambda one: self.tape(one).peak))
        now, proposals = _Variant(), []
        for kind in kinds:
            value = getattr(chosen, kind)
            count = value if value and kind == "checkpoint" else self._counts[kind]
            one = self._alone(kind, plain, count)
            if value:
                now = replace(now, **{kind: value})
                one = replace(one, peak=self.tape(now).peak)
            if value or one.saves > 0:
                proposals.append(one)
        return tuple(proposals), self.tape(now).peak

    def mountain(self, proposals: Sequence[Proposal], budget: int) -> dict[str, Any]:
        """Return the step with each choice of proposals, see `Plan.mountain`."""
        plain = self.tape(None)
        events = -(-plain.backward // COLUMNS)
        steps = {}
        for chosen in product((0, 1), repeat=len(proposals)):
            counts = {one.kind: one.count for one in proposals if one.kind == "checkpoint"}
            kinds = [one.kind for one, is_on in zip(proposals, chosen, strict=True) if is_on]
            tape = self._tape(_Variant(**{kind: counts.get(kind, 1) for kind in kinds}))
            about = {"work": tape.work / max(1, plain.work), "bus": tape.bus}
            steps["".join(map(str, chosen))] = {**tape.columns(events), **about}
        span = max(sum(step["phases"].values()) for step in steps.values())
        changes = [{"kind": p.kind, "count": p.count, "where": p.where} for p in proposals]
        return {"plan": {"changes": changes, "budget": budget, "span": span, "steps": steps}}

    def _needed(self, budget: int, kinds: Sequence[str]) -> _Variant:
        """Return as many of these changes as the budget needs, in their order."""
        if self.tape(_Variant()).peak <= budget:
            return _Variant()
        # It helps only when the step of the optimizer is the peak, which other changes decide.
        free = self._counts["fused_step"]
        variant = _Variant(fused_step=free)
        for kind in kinds[free:]:
            peak = self.tape(variant).peak
            if peak <= budget:
                break
            values = range(1, self._counts[kind] + 1 if kind == "checkpoint" else 2)
            tries = [replace(variant, **{kind: value}) for value in values]
            at = bisect_left(tries, True, key=lambda one: self.tape(one).peak <= budget)
            changed = tries[min(at, len(tries) - 1)]
            if self.tape(changed).peak < 0.99 * peak:
                variant = changed
        without = replace(variant, fused_step=0)
        is_enough = self.tape(without).peak <= max(budget, self.tape(variant).peak)
        return without if is_enough else variant

    def _alone(self, kind: str, plain: Tape, count: int) -> Proposal:
        tape = self.tape(_Variant(**{kind: count if kind == "checkpoint" else 1}))
        is_checkpoint = kind == "checkpoint"
        return Proposal(
            kind,
            count,
            self._where if is_checkpoint else "",
            tape.peak,
            plain.peak - tape.peak,
            (tape.work - plain.work) / max(1, plain.work) if is_checkpoint else 0.0,
            tape.bus,
            self._code(kind, count, plain),
        )

    def _code(self, kind: str, count: int, tape: Tape) -> str:
        if kind == "fused_step":
            return f"optimizer = torch.optim.{self._optimizer}(…, fused=True)"
        if kind == "attention":
            found = _fusable(tape)
            places = dict.fromkeys(tape.events[one.softmax].place for one in found)
            masked = ", is_causal=True  # or attn_mask=…" if found[0].is_masked else ""
            function = "torch.nn.functional.scaled_dot_product_attention"
            lines = ", ".join(filter(None, places))
            return f"# {lines}\ny = {function}(\n    q, k, v{masked}\n)"
        if kind == "autocast":
            return f'with torch.autocast("{tape.device}", torch.bfloat16):\n    loss = …'
        if kind == "offload":
            pinned = "pin_memory=True" if tape.device != "cpu" else ""
            return f"with torch.autograd.graph.save_on_cpu({pinned}):\n    loss = …"
        return _checkpoint_code(self._blocks, self._siblings, count)


def _best_blocks(model: Any, tape: Tape) -> list[str]:
    """Return the modules of one class whose checkpoints lower the peak before the step most."""
    modules = dict(model.named_modules())
    kinds: dict[str, list[Call]] = {}
    for call in sorted(tape.calls, key=lambda call: call.start):
        if call.path and next(modules[call.path].children(), None) is not None:
            kinds.setdefault(call.kind, []).append(call)
    best: list[str] = []
    least = max(tape.held()[: tape.backward])
    for calls in kinds.values():
        paths = list(dict.fromkeys(call.path for call in calls))
        # A module inside of another of the same class is a part of it.
        outer = [path for path in paths if not any(path.startswith(f"{p}.") for p in paths)]
        own = [call for call in calls if call.path in outer]
        is_list = "Sequential" in calls[0].kind or "ModuleList" in calls[0].kind
        if len(outer) > 1 and not is_list:
            again = checkpointed(tape, own)
            peak = max(again.held()[: again.backward])
            if peak < least:
                best, least = outer, peak
    return best


def _checkpoint_code(paths: Sequence[str], siblings: Sequence[str], count: int) -> str:
    parent = paths[0].rpartition(".")[0]
    if siblings == paths and all(part.isidentifier() for part in parent.split(".")):
        chosen = f"model.{parent}" + ("" if count == len(paths) else f"[:{count}]")
        loop = [f"for block in {chosen}:"]
    else:
        names = ", ".join(f'"{path}"' for path in paths[:count])
        loop = [f"for path in [{names}]:", "    block = model.get_submodule(path)"]
    return "\n".join(
        [
            "from functools import partial",
            "from torch.utils.checkpoint import checkpoint",
            "",
            *loop,
            "    block.forward = partial(checkpoint, block.forward, use_reentrant=False)",
        ]
    )


def _fusable(tape: Tape) -> list[Attention]:
    """Return the attentions that can be one operation: on a processor only without dropout."""
    return [one for one in attentions(tape) if tape.device != "cpu" or not one.has_dropout]


def _without_copies(tape: Tape) -> Tape:
    """Return the memory of a step whose optimizer needs no temporary tensors."""
    gone = [piece.kind == "other" and piece.birth >= tape.backward for piece in tape.pieces]
    pieces = [
        replace(piece, bytes=0) if is_gone else piece
        for piece, is_gone in zip(tape.pieces, gone, strict=True)
    ]
    return replace(tape, pieces=pieces)
