"""Modules that are not where their parameters can be trained."""

from collections.abc import Iterator
from typing import Any

from tapewalk.inspect.finding import Finding
from tapewalk.inspect.rules.evidence import Evidence, several
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


class ListOfModules(Rule):
    """A plain list or dict of modules, whose parameters the model does not see."""

    kind = "list_of_modules"
    urgency = 80
    topic = "modules"
    confidence = "error"
    cause = {
        "en": "{attribute} is a plain list or dict: its parameters ({count}) are not "
        "registered with the model.",
        "es": "{attribute} es una lista o un dict corriente: sus parámetros ({count}) no "
        "están registrados en el modelo.",
    }
    fix = {
        "en": "put nn.ModuleList(…) or nn.ModuleDict(…) around it; the optimizer, to() and "
        "state_dict() then find them.",
        "es": "pon nn.ModuleList(…) o nn.ModuleDict(…) alrededor; entonces los encuentran el "
        "optimizador, to() y state_dict().",
    }
    example = "self.layers = [nn.Linear(8, 8) for _ in range(3)]"

    def find(self, evidence: Evidence) -> Iterator[Finding]:
        for path, module in evidence.modules:
            base = next((each for each in type(module).__mro__ if each.__name__ == "Module"), None)
            for name, value in list(vars(module).items()):
                if name.startswith("_") or base is None:
                    continue
                if not isinstance(value, (list, tuple, dict)):
                    continue
                parts = value.values() if isinstance(value, dict) else value
                hidden: list[Any] = [part for part in parts if isinstance(part, base)]
                count = sum(len(list(part.parameters())) for part in hidden)
                if count:
                    place = evidence.assignment(path, name)
                    yield self.found(path, place, attribute=name, count=count)


class OneModuleTwice(Rule):
    """A module with parameters that its parent has under several names.

    Examples are a list of copies that repeats one module, and two critics that are the same one.
    Tied embeddings have different parents, and a layer that runs in a loop has one name.
    """

    kind = "one_module_twice"
    urgency = 150
    topic = "modules"
    cause = {
        "en": "one module appears in its parent {count} times, as {names}: these layers share "
        "all their parameters.",
        "es": "un módulo está {count} veces en su padre, como {names}: esas capas comparten "
        "todos sus parámetros.",
    }
    fix = {
        "en": "make each separately, [Block() for _ in range(n)]: [Block()] * n repeats one; if "
        "sharing is intended, keep one and call it in a loop.",
        "es": "crea cada uno aparte, [Block() for _ in range(n)]: [Block()] * n repite "
        "uno solo; si quieres compartir, guarda uno y llámalo en un bucle.",
    }
    false_alarms = {
        "en": "layers that share their weights on purpose",
        "es": "capas que comparten sus pesos a propósito",
    }
    example = "nn.ModuleList([Block()] * 3)"

    def find(self, evidence: Evidence) -> Iterator[Finding]:
        for path, parent in evidence.modules:
            names: dict[int, list[str]] = {}
            for name, child in parent._modules.items():
                if child is not None and next(child.parameters(), None) is not None:
                    names.setdefault(id(child), []).append(f"{path}.{name}" if path else name)
            for same in names.values():
                if len(same) > 1:
                    yield self.found(same[0], None, count=len(same), names=several(same))
