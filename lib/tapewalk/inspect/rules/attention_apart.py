from collections.abc import Iterator
from typing import Any, Final

from tapewalk.graph.groups import group_name
from tapewalk.inspect.attention import BY_HAND, DEFAULT
from tapewalk.inspect.finding import Finding
from tapewalk.inspect.rules.evidence import Evidence
from tapewalk.inspect.rules.rule import Rule

_ATTENDS: Final = ("softmax", "scaled_dot_product_attention", "multi_head_attention_forward")


class AttentionApart(Rule):
    """Attention that could be one fused node and is not."""

    kind = "attention_apart"
    urgency = 360
    topic = "attention"
    confidence = "note"
    cause = {
        "en": "attention takes more than one node (calls: {count}): {why}.",
        "es": "la atención ocupa más de un nodo (llamadas: {count}): {why}.",
    }
    fix = {
        "en": "F.scaled_dot_product_attention(q, k, v), or need_weights=False: no matrix of "
        "weights is kept.",
        "es": "F.scaled_dot_product_attention(q, k, v), o need_weights=False: no se guarda "
        "ninguna matriz de pesos.",
    }
    false_alarms = {
        "en": "biases or masks that the fused kernel does not take",
        "es": "sesgos o máscaras que el núcleo fusionado no admite",
    }
    example = "(q @ k.mT / 8).softmax(-1) @ v"

    def find(self, evidence: Evidence) -> Iterator[Finding]:
        apart: dict[str, list[Any]] = {}
        for core in evidence.attention:
            # With dropout, or on request, PyTorch takes its plain path: that is in order.
            if not core.fused and core.reason in (BY_HAND, DEFAULT):
                apart.setdefault(core.reason, []).append(core)
        for reason, cores in apart.items():
            softmaxes = [
                (o.module, o.place)
                for o in evidence.named(*_ATTENDS)
                if group_name(o.module) == cores[0].group
            ]
            module, place = softmaxes[0] if softmaxes else (cores[0].group or "", None)
            yield self.found(module, place, count=len(cores), why=f"@{reason}")
