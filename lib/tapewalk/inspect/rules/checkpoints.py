"""Checkpoints that save no memory."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, ClassVar

from tapewalk.inspect.finding import Finding
from tapewalk.inspect.rules.evidence import Evidence, common_module
from tapewalk.inspect.rules.rule import Rule

if TYPE_CHECKING:
    from tapewalk.inspect.operations import Operation


class CheckpointSavesNothing(Rule):
    """A checkpoint around operations that save no more than the checkpoint does: its operands."""

    kind = "checkpoint_saves_nothing"
    urgency = 370
    topic = "memory"
    confidence = "note"
    cause = {
        "en": "a checkpoint around {operation} (calls: {count}) stores its operands, and without "
        "it nothing more would be stored.",
        "es": "un checkpoint de {operation} (llamadas: {count}) guarda sus operandos, y sin él "
        "no se guardaría nada más.",
    }
    fix = {
        "en": "leave it out, or put it around a whole block.",
        "es": "quítalo, o ponlo alrededor de un bloque entero.",
    }
    example = "checkpoint(torch.neg, h, use_reentrant=False)"

    def find(self, evidence: Evidence) -> Iterator[Finding]:
        inside: dict[int, list[Operation]] = {}
        for operation in evidence.operations:
            if operation.checkpoint is not None and operation.recording and operation.gave:
                inside.setdefault(operation.checkpoint, []).append(operation)
        nodes = dict(zip(evidence.numbers, evidence.nodes, strict=True)) if inside else {}
        found: dict[str | None, list[Operation]] = {}
        for operations in inside.values():
            own = {id(operation) for operation in operations}
            sources = {at for o in operations for at in o.sources if at is not None}
            entering = [at for at in sources if id(evidence.operations[at]) not in own]
            numbers = [number for operation in operations for number in range(*operation.numbers)]
            saved = [s for number in numbers if number in nodes for s in nodes[number].saved]
            stored = {s.storage: s.storage_bytes for s in saved if s.of is None}
            kept = sum(evidence.operations[at].bytes for at in entering)
            is_read = any(number in nodes for number in numbers)
            if sum(stored.values()) <= kept and is_read:
                found.setdefault(operations[0].place, []).append(operations[0])
        for place, firsts in found.items():
            yield self.found(firsts[0].module, place, count=len(firsts), operation=firsts[0].name)


class CheckpointAroundAll(Rule):
    """One checkpoint around nearly everything: backward computes all of it again at once.

    Attributes:
        threshold: The share of the operations that it contains.
        fewest: The operations it takes: fewer are not a stack of blocks.
    """

    kind = "checkpoint_around_all"
    urgency = 380
    topic = "memory"
    confidence = "note"
    threshold: ClassVar = 0.8
    fewest: ClassVar = 12
    cause = {
        "en": "one checkpoint contains {inside} of {all} operations: backward computes all their "
        "results again at once, so the peak is as high as without it, and you pay for the "
        "forward pass twice.",
        "es": "un solo checkpoint contiene {inside} de {all} operaciones: backward vuelve a "
        "construir a la vez todos sus resultados, así que el máximo es tan alto como sin "
        "él, y la pasada hacia delante se paga dos veces.",
    }
    fix = {
        "en": "give each block a checkpoint of its own.",
        "es": "da a cada bloque su propio checkpoint.",
    }
    limit = {
        "en": "{threshold} of the operations, {fewest} or more",
        "es": "el {threshold} de las operaciones, {fewest} o más",
    }
    example = "checkpoint(self.blocks, x, use_reentrant=False)"

    def find(self, evidence: Evidence) -> Iterator[Finding]:
        recorded = [o for o in evidence.operations if o.recording and o.gave]
        inside = [o for o in recorded if o.checkpoint is not None]
        enough = max(self.fewest, self.threshold * len(recorded))
        if len(inside) < enough or len({o.checkpoint for o in inside}) > 1:
            return
        blocks = {".".join(o.module.split(".")[:2]) for o in inside}
        if len(blocks) > 1:
            module = common_module([o.module for o in inside])
            yield self.found(module, inside[0].place, inside=len(inside), all=len(recorded))
