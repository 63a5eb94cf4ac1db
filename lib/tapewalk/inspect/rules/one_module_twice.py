from collections.abc import Iterator

from tapewalk.inspect.finding import Finding
from tapewalk.inspect.rules.evidence import Evidence, several
from tapewalk.inspect.rules.rule import Rule


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
