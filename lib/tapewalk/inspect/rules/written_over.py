from collections.abc import Iterator

from tapewalk.inspect.finding import Finding
from tapewalk.inspect.rules.evidence import Evidence, several, writes
from tapewalk.inspect.rules.rule import Rule


class WrittenOver(Rule):
    """A write in place into values that the backward pass needs."""

    kind = "written_over"
    urgency = 30
    topic = "in_place"
    confidence = "error"
    cause = {
        "en": "values that {names} saved for backward were overwritten; in-place writes: {writes}.",
        "es": "se sobrescribió lo que {names} guarda para backward; escrituras in situ: {writes}.",
    }
    fix = {
        "en": "write x = x + y instead of x += y, or clone the tensor you write to.",
        "es": "escribe x = x + y en lugar de x += y, o clona aquello en lo que escribes.",
    }
    example = "h = torch.sigmoid(h); h += 1"

    def find(self, evidence: Evidence) -> Iterator[Finding]:
        if evidence.unreadable:
            places = [operation.place for operation in evidence.operations if writes(operation)]
            names, lines = several(evidence.unreadable), several(filter(None, places))
            yield self.found("", places[-1] if places else None, names=names, writes=lines)
