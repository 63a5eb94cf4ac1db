from collections.abc import Iterator
from typing import Any

from tapewalk.graph.reading import has_values
from tapewalk.inspect.finding import Finding
from tapewalk.inspect.rules.evidence import Evidence
from tapewalk.inspect.rules.rule import Rule


class NoLongerTied(Rule):
    """Two matrices that learn apart and have the same numbers.

    They are an embedding and another matrix, or a matrix and another's transpose: layers that are
    copied whole, as those of a stack, start with the same numbers too.
    """

    kind = "no_longer_tied"
    urgency = 330
    topic = "modules"
    cause = {
        "en": "{name} and {other} have the same numbers but are two tensors: they drift apart.",
        "es": "{name} y {other} tienen los mismos números pero son dos tensores: se separarán.",
    }
    fix = {
        "en": "tie them after the copy or the move: head.weight = embedding.weight.",
        "es": "átalos después de copiar o mover: head.weight = embedding.weight.",
    }
    false_alarms = {
        "en": "a head that only starts from the embedding",
        "es": "una salida que solo empieza con los números de la tabla",
    }
    example = "head.weight = nn.Parameter(table.weight.clone())"

    def find(self, evidence: Evidence) -> Iterator[Finding]:
        tables = [(name, tensor.detach()) for name, tensor in _tables(evidence)]
        for at, (name, tensor) in enumerate(tables):
            for other, second in tables[at + 1 :]:
                is_embedding = _is_embedding(evidence, name) or _is_embedding(evidence, other)
                if (is_embedding and _is_alike(tensor, second)) or _is_alike(tensor, second.T):
                    yield self.found("", None, name=name, other=other)


def _tables(evidence: Evidence) -> Iterator[tuple[str, Any]]:
    """Yield the matrices of embeddings and linear layers that learn, by name."""
    tensors = evidence.tensors
    for parameter in evidence.parameters:
        learns = not parameter.missing and not parameter.also and parameter.name in tensors
        if len(parameter.shape) == 2 and learns and has_values(tensors[parameter.name]):
            owner = evidence.part(parameter.name.rpartition(".")[0])
            if type(owner).__name__ in {"Embedding", "Linear"} and min(owner.weight.shape) > 1:
                yield parameter.name, tensors[parameter.name]


def _is_alike(tensor: Any, other: Any) -> bool:
    """Return whether two matrices have the same numbers, and look as if drawn at random."""
    # The first rows nearly always decide, in no time. Ones and identities are alike by themselves.
    return bool(
        tensor.shape == other.shape
        and (tensor[0] == other[0]).all()
        and (tensor == other).all()
        and 2 * tensor.unique().numel() > tensor.numel()
    )


def _is_embedding(evidence: Evidence, name: str) -> bool:
    return type(evidence.part(name.rpartition(".")[0])).__name__ == "Embedding"
