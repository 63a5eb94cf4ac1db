"""Activations that pass hardly any gradient."""

import math
from collections.abc import Iterator
from typing import ClassVar

from tapewalk.inspect.finding import Finding
from tapewalk.inspect.gradients import FLAT
from tapewalk.inspect.rules.evidence import Evidence
from tapewalk.inspect.rules.rule import Rule


class Dead(Rule):
    """A layer with many units that are zero for every example.

    Attributes:
        functions: The activations that are judged.
        threshold: Their share of the units.
        examples: The examples it takes: fewer leave units silent by chance.
    """

    kind = "dead"
    urgency = 260
    topic = "gradients"
    of_sizes = True
    explains: ClassVar[tuple[str, ...]] = ("zero_gradient",)
    functions: ClassVar[tuple[str, ...]] = ("relu", "relu_")
    threshold: ClassVar = 0.5
    examples: ClassVar = 16
    cause = {
        "en": "{share} of the {units} units are 0 for every example of the batch.",
        "es": "el {share} de las {units} unidades son 0 para todos los ejemplos del lote.",
    }
    fix = {
        "en": "check bias and learning rate first; a lower rate, LeakyReLU or GELU prevents this.",
        "es": "mira antes el sesgo y la tasa; una tasa menor, LeakyReLU o GELU lo evitan.",
    }
    limit = {
        "en": "{threshold} of the units, {examples} examples or more",
        "es": "el {threshold} de las unidades, {examples} ejemplos o más",
    }
    false_alarms = {
        "en": "narrow layers before training: half of 48 channels of SqueezeNet",
        "es": "capas estrechas antes de entrenar: la mitad de los 48 canales de SqueezeNet",
    }
    example = "nn.init.constant_(layer.bias, -50)  # before a ReLU"

    def find(self, evidence: Evidence) -> Iterator[Finding]:
        for operation in evidence.named(*self.functions):
            shape = operation.shape or ()
            units = shape[1] if len(shape) in (4, 5) else shape[-1] if shape else 1
            enough = math.prod(shape) // max(units, 1) >= self.examples
            if enough and operation.took and (operation.silent or 0) >= self.threshold:
                yield self.found_at(operation, share=operation.silent, units=units)


class Saturated(Dead):
    """A sigmoid or tanh of which most results are at its limits."""

    kind = "saturated"
    urgency = 265
    explains = ("zero_gradient", "vanishing")
    functions = ("sigmoid", "sigmoid_", "tanh", "tanh_")
    threshold: ClassVar = 0.75
    flat = FLAT
    cause = {
        "en": "{share} of its results are at their limit: hardly any gradient passes.",
        "es": "el {share} de sus resultados están en su límite: apenas pasa gradiente.",
    }
    fix = {
        "en": "smaller initial weights, normalised inputs, or a normalisation before it.",
        "es": "pesos iniciales menores, entradas normalizadas, o una normalización delante.",
    }
    limit = {
        "en": "a slope below {flat} in {threshold} of the results, {examples} examples or more",
        "es": "una pendiente menor que {flat} en el {threshold} de los "
        "resultados, {examples} ejemplos o más",
    }
    false_alarms = {
        "en": "gates that learn to be open or closed",
        "es": "puertas que aprenden a estar abiertas o cerradas",
    }
    example = "torch.tanh(100 * h)"
