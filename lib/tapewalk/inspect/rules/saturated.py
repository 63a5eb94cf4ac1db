from typing import ClassVar

from tapewalk.inspect.gradients import FLAT
from tapewalk.inspect.rules.dead import Dead


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
