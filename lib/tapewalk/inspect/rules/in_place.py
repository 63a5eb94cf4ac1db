"""Writes in place into values that are needed later."""

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
        "es": "se sobrescribió lo guardado por {names} para backward; escrito in situ: {writes}.",
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


class ResidualOverwritten(Rule):
    """A residual that was written over in place before it is added: it is added to itself."""

    kind = "residual_overwritten"
    urgency = 225
    topic = "in_place"
    confidence = "error"
    cause = {
        "en": "{operation} adds a tensor to itself: {write} wrote over the residual, {at}.",
        "es": "{operation} suma un tensor consigo mismo: {write} sobrescribió el residual, {at}.",
    }
    fix = {
        "en": "write y = x + f(x), with no in-place operation on x before the sum.",
        "es": "escribe y = x + f(x), sin operaciones in situ sobre x antes de la suma.",
    }
    example = "F.relu(x, inplace=True) + x"

    def find(self, evidence: Evidence) -> Iterator[Finding]:
        for operation in evidence.named("add", "__add__", "__iadd__", "add_"):
            source = operation.sources[0]
            if operation.same and source is not None:
                write = evidence.operations[source]
                if writes(write):
                    facts = {"write": write.name, "at": write.place or write.module}
                    yield self.found_at(operation, operation=operation.name, **facts)
