from collections.abc import Iterator

from tapewalk.graph.reading import has_values
from tapewalk.inspect.finding import Finding
from tapewalk.inspect.rules.evidence import Evidence
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
        "en": "start from random numbers: nn.init.kaiming_uniform_ or the layer's own.",
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
