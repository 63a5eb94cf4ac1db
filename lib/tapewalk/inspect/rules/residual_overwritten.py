from collections.abc import Iterator

from tapewalk.inspect.finding import Finding
from tapewalk.inspect.rules.evidence import Evidence, writes
from tapewalk.inspect.rules.rule import Rule


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
