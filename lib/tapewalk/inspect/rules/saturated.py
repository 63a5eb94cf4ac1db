from tapewalk.inspect.gradients import FLAT
from tapewalk.inspect.rules.dead import Dead


class Saturated(Dead):
    """A sigmoid or tanh with many units at their limits for every example."""

    kind = "saturated"
    urgency = 265
    explains = ("zero_gradient", "vanishing")
    functions = ("sigmoid", "sigmoid_", "tanh", "tanh_")
    flat = FLAT
    cause = {
        "en": "{share} of the {units} units are at their limit for every example of the batch: "
        "hardly any gradient passes.",
        "es": "{share} de las {units} unidades están en su límite para todos los ejemplos del "
        "lote: apenas pasa gradiente.",
    }
    fix = {
        "en": "smaller initial weights, normalised inputs, or a normalisation before it.",
        "es": "pesos iniciales menores, entradas normalizadas, o una normalización delante.",
    }
    limit = {
        "en": "a slope below {flat} in {threshold} of the units, {examples} examples or more",
        "es": "una pendiente menor que {flat} en el {threshold} de las "
        "unidades, {examples} ejemplos o más",
    }
    false_alarms = {
        "en": "gates that learn to be open or closed",
        "es": "puertas que aprenden a estar abiertas o cerradas",
    }
    example = "torch.tanh(100 * h)"
