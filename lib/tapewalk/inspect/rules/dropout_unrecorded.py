from collections.abc import Iterator
from typing import Final

from tapewalk.inspect.finding import Finding
from tapewalk.inspect.rules.evidence import Evidence
from tapewalk.inspect.rules.rule import Rule

_DROPOUTS: Final = ("dropout", "dropout1d", "dropout2d", "dropout3d", "alpha_dropout")


class DropoutUnrecorded(Rule):
    """Dropout in training mode in a part of the model whose calls are not recorded."""

    kind = "dropout_unrecorded"
    urgency = 312
    topic = "batch_norm"
    cause = {
        "en": "{operation} drops {share} while nothing is recorded: this fixed part is noisy.",
        "es": "{operation} descarta {share} mientras no se graba nada: esta parte fija tiene "
        "ruido.",
    }
    fix = {
        "en": "call eval() on the part that runs in no_grad().",
        "es": "llama a eval() en la parte que corre en no_grad().",
    }
    false_alarms = {
        "en": "Monte Carlo dropout for a target",
        "es": "un dropout de Monte Carlo para un objetivo",
    }
    example = "with torch.no_grad(): target = teacher(x)  # in train mode"

    def find(self, evidence: Evidence) -> Iterator[Finding]:
        # What a reentrant checkpoint or a custom function runs is not recorded either.
        hides = any(node.name == "CheckpointFunctionBackward" for node in evidence.nodes)
        last = next((o for o in reversed(evidence.operations) if o.gave), None)
        if last is None or hides or evidence.custom:
            return
        used = {id(operation) for operation in evidence.behind(last)}
        for operation in evidence.named(*_DROPOUTS):
            share = operation.settings.get("p", operation.settings.get(1, 0.5))
            training = operation.settings.get("training", operation.settings.get(2, True))
            if not operation.recording and training and share and id(operation) in used:
                yield self.found_at(operation, operation=operation.name, share=float(share))
