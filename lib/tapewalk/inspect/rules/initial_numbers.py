"""Parameters with unsuitable initial numbers."""

import math
from collections.abc import Iterator
from typing import Any, ClassVar

from tapewalk.graph.reading import has_values
from tapewalk.inspect.finding import Finding
from tapewalk.inspect.rules.evidence import Evidence, common_module, several
from tapewalk.inspect.rules.rule import Rule


class SameWeights(Rule):
    """A matrix with the same number in each entry: its units stay alike."""

    kind = "same_weights"
    urgency = 230
    topic = "gradients"
    cause = {
        "en": "all entries of {name} are {value}: its units get equal gradients and stay equal.",
        "es": "todas las entradas de {name} son {value}: sus unidades reciben un mismo "
        "gradiente y siguen iguales entre sí.",
    }
    fix = {
        "en": "start from random numbers: nn.init.kaiming_uniform_ or the layer's defaults.",
        "es": "empieza con números al azar: nn.init.kaiming_uniform_ o los de la capa.",
    }
    false_alarms = {
        "en": "a factor for each entry that starts at one number",
        "es": "un factor por entrada que empieza en un mismo número",
    }
    example = "nn.init.constant_(layer.weight, 0.1)"

    def find(self, evidence: Evidence) -> Iterator[Finding]:
        for name, tensor in evidence.tensors.items():
            own = next((p for p in evidence.parameters if p.name == name), None)
            if own is None or own.missing or sum(length > 1 for length in own.shape) < 2:
                continue
            entries, owner = tensor.detach(), name.rpartition(".")[0]
            if not has_values(entries):
                continue
            first = float(entries[(0,) * entries.ndim].item())
            norm = "Norm" in type(evidence.part(owner)).__name__
            # The first row nearly always decides, in no time.
            are_same = bool((entries[0] == first).all() and (entries == first).all())
            if first and not norm and are_same:
                yield self.found(owner, None, name=name, value=first)


class PaddingRow(Rule):
    """An embedding whose padding row is not zero, and never will be: it gets no gradient.

    Attributes:
        threshold: The size of the row as a share of the table's.
    """

    kind = "padding_row"
    urgency = 335
    topic = "modules"
    confidence = "note"
    threshold: ClassVar = 0.1
    cause = {
        "en": "row {row} of {name}, the padding, is not zero and gets no gradient: an "
        "initialisation wrote over it.",
        "es": "la fila {row} de {name}, el relleno, no es cero y no recibe gradiente: una "
        "inicialización la sobrescribió.",
    }
    fix = {
        "en": "with torch.no_grad(): weight[padding_idx].zero_(), after the initialisation.",
        "es": "with torch.no_grad(): weight[padding_idx].zero_(), después de la inicialización.",
    }
    limit = {
        "en": "{threshold} of the size of other rows",
        "es": "el {threshold} del tamaño de las demás filas",
    }
    false_alarms = {
        "en": "a table that was trained with its padding",
        "es": "una tabla que se entrenó con su relleno",
    }
    example = "nn.init.normal_(nn.Embedding(100, 8, padding_idx=0).weight)"

    def find(self, evidence: Evidence) -> Iterator[Finding]:
        called = {operation.module for operation in evidence.named("embedding")}
        for path, module in evidence.modules:
            row = getattr(module, "padding_idx", None)
            if row is None or path not in called or not has_values(module.weight):
                continue
            weight = module.weight.detach()
            size, usual = float(weight[row].norm()), float(weight.norm()) / len(weight) ** 0.5
            if module.weight.requires_grad and size > self.threshold * usual:
                yield self.found(path, None, name=f"{path}.weight", row=row)


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
        "en": "frozen parameters that still have their random initial numbers: {names}.",
        "es": "parámetros congelados que aún tienen sus números iniciales, al azar: {names}.",
    }
    fix = {
        "en": "requires_grad_(True) for what is new; freeze only what was trained before.",
        "es": "requires_grad_(True) para lo nuevo; congela solo lo que ya se entrenó.",
    }
    limit = {
        "en": "{smallest} entries or more, with a size within "
        "{threshold} of that of a uniform draw",
        "es": "{smallest} entradas o más, con un tamaño que difiere menos del {threshold} "
        "del de números al azar uniformes",
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
