from collections.abc import Iterator

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
