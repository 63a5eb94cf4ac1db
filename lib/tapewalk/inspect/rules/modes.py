"""Layers that are in the wrong mode."""

from collections.abc import Iterator
from typing import Final

from tapewalk.inspect.finding import Finding
from tapewalk.inspect.rules.evidence import Evidence, several
from tapewalk.inspect.rules.rule import Rule


class Evaluation(Rule):
    """Dropout or batch normalisation in evaluation mode, in a model with an optimizer."""

    kind = "evaluation"
    urgency = 310
    topic = "batch_norm"
    cause = {
        "en": "the model is trained with layers in evaluation mode: {names}.",
        "es": "el modelo se entrena con capas en modo de evaluación: {names}.",
    }
    fix = {
        "en": "call model.train() before training and after every evaluation.",
        "es": "llama a model.train() antes de entrenar y después de cada evaluación.",
    }
    false_alarms = {
        "en": "fine-tuning with the statistics of batch norm frozen",
        "es": "un ajuste fino con las estadísticas de la normalización por lotes congeladas",
    }
    example = "model.eval(); loss.backward(); optimizer.step()"

    def find(self, evidence: Evidence) -> Iterator[Finding]:
        if not evidence.optimizers:
            return
        asleep = [
            path
            for path, module in evidence.modules
            if not module.training
            and any(name in type(module).__name__ for name in ("Dropout", "BatchNorm"))
            and not _is_frozen_around(evidence, path)
        ]
        if asleep:
            yield self.found("", None, count=len(asleep), names=several(asleep))


def _is_frozen_around(evidence: Evidence, path: str) -> bool:
    """Return whether nothing learns in the nearest part with parameters: the mode is meant."""
    while True:
        parameters = list(evidence.part(path).parameters())
        if parameters or not path:
            return not any(p.requires_grad for p in parameters)
        path = path.rpartition(".")[0]


_DROPOUTS: Final = ("dropout", "dropout1d", "dropout2d", "dropout3d", "alpha_dropout")


class DropoutUnrecorded(Rule):
    """Dropout in training mode in a part of the model whose calls are not recorded."""

    kind = "dropout_unrecorded"
    urgency = 312
    topic = "batch_norm"
    cause = {
        "en": "{operation} drops {share} of its input under no_grad(): this fixed part is noisy.",
        "es": "{operation} descarta el {share} de su entrada en no_grad(): esta parte fija "
        "tiene ruido.",
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
