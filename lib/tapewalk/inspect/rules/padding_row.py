from collections.abc import Iterator
from typing import ClassVar

from tapewalk.graph.reading import has_values
from tapewalk.inspect.finding import Finding
from tapewalk.inspect.rules.evidence import Evidence
from tapewalk.inspect.rules.rule import Rule


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
