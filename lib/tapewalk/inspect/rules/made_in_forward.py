from collections.abc import Iterator

from tapewalk.inspect.finding import Finding
from tapewalk.inspect.rules.evidence import Evidence
from tapewalk.inspect.rules.rule import Rule

_DRAWS = ("uniform_", "normal_", "kaiming_uniform_", "xavier_uniform_", "trunc_normal_")


class MadeInForward(Rule):
    """A layer that is made anew in each call, so that nothing trains it."""

    kind = "made_in_forward"
    urgency = 85
    topic = "modules"
    confidence = "error"
    cause = {
        "en": "a parameter of shape {shape} is drawn in forward: each call makes a new one, "
        "and none is trained.",
        "es": "un parámetro de forma {shape} se sortea mientras corre el modelo: cada llamada "
        "crea otro, y ninguno se entrena.",
    }
    fix = {
        "en": "make the layer in __init__, as an attribute of the module.",
        "es": "crea la capa en __init__, como atributo del módulo.",
    }
    example = "return nn.Linear(8, 8)(x)  # in forward"

    def find(self, evidence: Evidence) -> Iterator[Finding]:
        if evidence.model is None:
            return
        leaves = [n.variable for n in evidence.nodes if n.is_leaf and n.label is None]
        made = [tuple(leaf.shape) for leaf in leaves if type(leaf).__name__ == "Parameter"]
        drawn = (call for call in evidence.named(*_DRAWS) if call.shape in made)
        yield from (self.found_at(call, shape=str(call.shape)) for call in drawn)
