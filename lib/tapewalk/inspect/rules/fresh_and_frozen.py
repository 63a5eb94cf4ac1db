import math
from collections.abc import Iterator
from typing import Any, ClassVar

from tapewalk.graph.reading import has_values
from tapewalk.inspect.finding import Finding
from tapewalk.inspect.rules.evidence import Evidence, common_module, several
from tapewalk.inspect.rules.rule import Rule


class FreshAndFrozen(Rule):
    """Layers that are frozen with the numbers that PyTorch drew for them, among trained ones.

    Attributes:
        threshold: How far the size of the numbers may be from that of a uniform draw.
        smallest: The entries it takes: fewer look uniform by chance.
    """

    kind = "fresh_and_frozen"
    urgency = 135
    topic = "paths"
    threshold: ClassVar = 0.05
    smallest: ClassVar = 64
    cause = {
        "en": "{names} are frozen, and their numbers are still the random initial ones.",
        "es": "{names} están congelados, y sus números siguen siendo los iniciales, al azar.",
    }
    fix = {
        "en": "requires_grad_(True) for what is new; freeze only what was trained before.",
        "es": "requires_grad_(True) para lo nuevo; congela solo lo que ya se entrenó.",
    }
    limit = {
        "en": "{smallest} entries or more, with a size within "
        "{threshold} of that of a uniform draw",
        "es": "{smallest} entradas o más, con un tamaño a menos del {threshold} "
        "del de un sorteo uniforme",
    }
    false_alarms = {
        "en": "random features beside a frozen backbone",
        "es": "características al azar junto a una base congelada",
    }
    example = "model.adapter = nn.Linear(64, 64); model.requires_grad_(False)"

    def find(self, evidence: Evidence) -> Iterator[Finding]:
        called = {o.module for o in evidence.operations if o.recording}
        frozen = {
            path: _is_drawn(module.weight, self.threshold)
            for path, module in evidence.modules
            if path in called
            and type(module).__name__ in {"Linear", "Conv1d", "Conv2d", "Conv3d"}
            and not module.weight.requires_grad
            and module.weight.numel() >= self.smallest
        }
        fresh = [path for path, is_drawn in frozen.items() if is_drawn]
        # Where all are, the model is a sketch, or its random features are meant.
        if fresh and len(fresh) < len(frozen):
            yield self.found(common_module(fresh), None, names=several(fresh))


def _is_drawn(weight: Any, threshold: float) -> bool:
    """Return whether a weight is uniform up to 1 / sqrt(inputs), as PyTorch's layers draw it."""
    if not has_values(weight):
        return False
    entries = weight.detach().float()
    most = 1 / math.sqrt(entries[0].numel())
    largest, rms = float(entries.abs().max()), float(entries.pow(2).mean().sqrt())
    is_uniform = abs(rms * math.sqrt(3) / most - 1) < threshold
    return is_uniform and 1 - threshold < largest / most < 1 + 1e-6
