from collections.abc import Iterator

from tapewalk.inspect.finding import Finding
from tapewalk.inspect.rules.evidence import Evidence
from tapewalk.inspect.rules.rule import Rule


class BatchOfOne(Rule):
    """Batch normalisation in training over a single example."""

    kind = "batch_of_one"
    urgency = 240
    topic = "batch_norm"
    cause = {
        "en": "batch normalisation trains on a batch of one, {shape}.",
        "es": "la normalización por lotes se entrena con un lote de un solo ejemplo, {shape}.",
    }
    fix = {
        "en": "a larger batch (drop_last=True for the last one), or GroupNorm.",
        "es": "un lote mayor (drop_last=True para el último), o GroupNorm.",
    }
    example = "model.train()(image[None])"

    def find(self, evidence: Evidence) -> Iterator[Finding]:
        for operation in evidence.named("batch_norm"):
            training = operation.settings.get("training", operation.settings.get(5))
            # Weights may be standardised by a batch norm, which then has no running mean.
            has_mean = not {1, "running_mean"} & operation.settings.keys()  # none is a setting
            of_weights = not has_mean and evidence.made_by(operation) is None
            if training and operation.shapes[0][:1] == (1,) and not of_weights:
                yield self.found_at(operation, shape=str(operation.shapes[0]))
