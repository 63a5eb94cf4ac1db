from collections.abc import Iterator

from tapewalk.inspect.finding import Finding
from tapewalk.inspect.rules.evidence import Evidence
from tapewalk.inspect.rules.rule import Rule


class NumberInLoss(Rule):
    """A number that is read out of a tensor with a history, and that the loss then uses."""

    kind = "number_in_loss"
    urgency = 315
    topic = "paths"
    confidence = "note"
    cause = {
        "en": "{operation} reads out a number that {user} puts into the loss: no gradient comes "
        "back through it.",
        "es": "{operation} extrae un número que {user} lleva a la pérdida: por él no vuelve ningún "
        "gradiente.",
    }
    fix = {
        "en": "use the tensor itself; detach() shows that it is meant to be constant.",
        "es": "usa el propio tensor; detach() muestra que quieres que sea constante.",
    }
    false_alarms = {
        "en": "a scale that is meant to be constant",
        "es": "una escala que ha de ser constante",
    }
    example = "loss + penalty.item()"

    def find(self, evidence: Evidence) -> Iterator[Finding]:
        for at, operation in enumerate(evidence.operations):
            value = operation.value
            if not operation.took or value is None or value.is_integer():
                continue
            later = evidence.operations[at + 1 :]
            user = next((o for o in later if o.gave and value in o.settings.values()), None)
            if user is not None:
                yield self.found_at(operation, operation=operation.name, user=user.name)
