from collections.abc import Iterator
from typing import Any

from tapewalk.inspect.finding import Finding
from tapewalk.inspect.rules.evidence import Evidence
from tapewalk.inspect.rules.rule import Rule


class ListOfModules(Rule):
    """A plain list or dict of modules, whose parameters the model does not see."""

    kind = "list_of_modules"
    urgency = 80
    topic = "modules"
    confidence = "error"
    cause = {
        "en": "{attribute} is a plain list or dict: the {count} parameters in it are not "
        "registered with the model.",
        "es": "{attribute} es una lista o un dict corrientes: los {count} parámetros que "
        "contiene no están registrados en el modelo.",
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
                    yield self.found(path, evidence.definition(path), attribute=name, count=count)
