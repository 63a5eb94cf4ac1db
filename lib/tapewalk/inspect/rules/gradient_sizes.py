"""Gradients that grow or shrink from layer to layer."""

import math
from collections.abc import Iterator
from typing import ClassVar

from tapewalk.inspect.finding import Finding
from tapewalk.inspect.gradients import EXPLODING, VANISHING
from tapewalk.inspect.parameters import Parameter
from tapewalk.inspect.rules.evidence import Evidence, Measured, common_owner, names_of
from tapewalk.inspect.rules.rule import Rule


class _FarFromMedian(Rule):
    """Gradients far above or below the median layer's, as `tapewalk.inspect.gradients` marks them.

    Attributes:
        threshold: The factor between them.
        above: Whether they are above: then a report gives the size of the largest.
    """

    of_sizes = True
    above: ClassVar[bool]
    threshold: ClassVar[float]

    def find(self, evidence: Evidence) -> Iterator[Finding]:
        marked = self.marked(evidence)
        if marked:
            sizes = [
                g.rms for p, g in evidence.measured if len(p.shape) > 1 and 0 < g.rms < math.inf
            ]
            middle = sorted(sizes)[len(sizes) // 2] if sizes else math.nan
            rms = (max if self.above else min)(g.rms for _, g in marked)
            yield self.found(common_owner(marked), None, **names_of(marked), rms=rms, middle=middle)

    def marked(self, evidence: Evidence) -> Measured:
        """Return the parameters to report."""
        return evidence.marked(self.kind)


class Exploding(_FarFromMedian):
    """Gradients far above the others."""

    kind = "exploding"
    threshold = EXPLODING
    urgency = 250
    topic = "learning_rate"
    above = True
    cause = {
        "en": "the gradients of {names} are far above the others: rms {rms}, the median is "
        "{middle}.",
        "es": "los gradientes de {names} están muy por encima de los demás: rms {rms}, la "
        "mediana es {middle}.",
    }
    fix = {
        "en": "smaller initial weights, a normalisation, or clip_grad_norm_.",
        "es": "pesos iniciales menores, una normalización, o clip_grad_norm_.",
    }
    limit = {
        "en": "{threshold} times the size of the weights or the median",
        "es": "{threshold} veces el tamaño de los pesos o la mediana",
    }
    example = "nn.init.normal_(layer.weight, std=3)  # in each of ten layers"


class Vanishing(_FarFromMedian):
    """Gradients far below the others."""

    kind = "vanishing"
    threshold = VANISHING
    urgency = 290
    topic = "gradients"
    above = False
    cause = {
        "en": "the gradients of {names} are far below the others: rms {rms}, the median is "
        "{middle}.",
        "es": "los gradientes de {names} están muy por debajo de los demás: rms {rms}, la "
        "mediana es {middle}.",
    }
    fix = {
        "en": "residual connections, a normalisation, or an activation that does not saturate.",
        "es": "conexiones residuales, una normalización, o una activación que no se sature.",
    }
    limit = {
        "en": "{threshold} of the median and of the size of the weights",
        "es": "{threshold} veces la mediana y el tamaño de los pesos",
    }
    false_alarms = {
        "en": "parts that a small factor in the loss trains slowly on purpose",
        "es": "partes que un factor pequeño de la pérdida entrena despacio a propósito",
    }
    example = "nn.Sequential(*[nn.Sequential(nn.Linear(8, 8), nn.Sigmoid())] * 12)"

    def marked(self, evidence: Evidence) -> Measured:
        """Return the parameters to report: none whose input also goes to a layer that learns.

        Queries and keys are such layers: their gradients are small while all scores are alike.
        """
        linear = evidence.named("linear")
        inputs = {o.module: o.sources[0] for o in linear if o.sources and o.sources[0] is not None}

        def input_of(parameter: Parameter) -> int | None:
            return inputs.get(parameter.name.rpartition(".")[0])

        matrices = [(p, g) for p, g in evidence.measured if len(p.shape) > 1]
        learning = {input_of(p) for p, g in matrices if g.mark is None} - {None}
        return [(p, g) for p, g in super().marked(evidence) if input_of(p) not in learning]
