from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final

from tapewalk.inspect.finding import Finding
from tapewalk.inspect.rules.evidence import Evidence
from tapewalk.inspect.rules.rule import Rule

if TYPE_CHECKING:
    from tapewalk.inspect.operations import Operation

_LAYERS: Final = (
    *("linear", "conv1d", "conv2d", "conv3d", "layer_norm", "group_norm", "rms_norm"),
    *("instance_norm", "embedding"),
)
_VIEWS: Final = ("view", "reshape", "flatten", "permute", "t", "transpose", "T", "mT", "unsqueeze")


class ComputedTwice(Rule):
    """A layer that runs, or a copy that is made, a second time on the same tensor."""

    kind = "computed_twice"
    urgency = 390
    topic = "memory"
    confidence = "note"
    cause = {
        "en": "{what} runs a second time on the very same tensor: the same numbers are "
        "computed, and stored for backward, twice.",
        "es": "{what} corre por segunda vez sobre el mismo tensor: los mismos números se "
        "calculan, y se guardan para backward, dos veces.",
    }
    fix = {
        "en": "compute it once, give it a name, and use that.",
        "es": "calcúlalo una vez, dale un nombre y usa ese.",
    }
    false_alarms = {
        "en": "a layer with noise of its own, called twice for two samples",
        "es": "una capa con ruido propio, llamada dos veces para dos muestras",
    }
    example = "self.norm(x) * torch.tanh(self.norm(x))"

    def find(self, evidence: Evidence) -> Iterator[Finding]:
        seen: set[tuple[Any, ...]] = set()
        reported: set[str | None] = set()
        for operation in evidence.operations:
            is_copy = operation.name == "contiguous" and operation.copied
            is_layer = operation.name in _LAYERS and operation.module != ""
            if not (operation.gave and (is_copy or is_layer)) or operation.checkpoint is not None:
                continue
            origin = _origin(evidence, operation)
            if origin is None:
                continue
            place = operation.place if is_copy else operation.module
            key = (operation.name, None if is_copy else operation.module, origin)
            if key in seen and place not in reported:
                reported.add(place)
                yield self.found_at(operation, what=operation.name)
            seen.add(key)


def _origin(evidence: Evidence, operation: Operation) -> tuple[Any, ...] | None:
    """Return where the first tensor of a call comes from, and the views on the way."""
    views: list[Any] = []
    at = operation.sources[0] if operation.sources else None
    while at is not None:
        before = evidence.operations[at]
        if before.results > 1:
            return None  # which of them it was is not recorded
        if before.name not in _VIEWS:
            return at, *views
        views.append((before.name, tuple(before.settings.items())))
        at = before.sources[0]
    return None
