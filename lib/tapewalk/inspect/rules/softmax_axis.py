"""A softmax along an axis that cannot be meant."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from tapewalk.inspect.finding import Finding
from tapewalk.inspect.rules.evidence import Evidence
from tapewalk.inspect.rules.rule import Rule

if TYPE_CHECKING:
    from tapewalk.inspect.operations import Operation

_PRODUCTS: Final = ("matmul", "__matmul__", "bmm", "baddbmm")
_DROPOUT: Final = frozenset(("dropout",))
_SCALING: Final = frozenset(
    (
        *("div", "__truediv__", "mul", "__mul__", "__rmul__", "add", "__add__", "masked_fill"),
        *("masked_fill_", "float", "to"),
    )
)


class OneClass(Rule):
    """A softmax along an axis with one entry: its result is 1, whatever its input is."""

    kind = "one_class"
    urgency = 190
    topic = "shapes"
    confidence = "error"
    cause = {
        "en": "{operation} runs over an axis with one entry, {shape}: its result is the same "
        "whatever its input is.",
        "es": "{operation} recorre un eje con una sola entrada, {shape}: sale lo mismo, reciba lo "
        "que reciba.",
    }
    fix = {
        "en": "binary_cross_entropy_with_logits for one output, or as many outputs as classes.",
        "es": "binary_cross_entropy_with_logits para una salida, o tantas salidas como clases.",
    }
    example = "cross_entropy(model(x), target)  # with one output"

    def find(self, evidence: Evidence) -> Iterator[Finding]:
        for operation in evidence.named("cross_entropy", "softmax", "log_softmax"):
            axis = 1 if operation.name == "cross_entropy" else _axis(operation)
            shape = operation.shapes[0]
            if axis is not None and len(shape) > 1 and axis < len(shape) and shape[axis] == 1:
                yield self.found_at(operation, operation=operation.name, shape=str(shape))


class SoftmaxOverBatch(Rule):
    """A softmax along the first axis, which is that of the examples in a batch."""

    kind = "softmax_over_batch"
    urgency = 210
    topic = "shapes"
    cause = {
        "en": "{operation} runs along the first axis of {shape}: examples of a batch compete.",
        "es": "{operation} recorre el primer eje de {shape}: compiten los ejemplos del lote.",
    }
    fix = {
        "en": "dim=-1, the axis of the classes.",
        "es": "dim=-1, el eje de las clases.",
    }
    false_alarms = {
        "en": "a softmax over a set whose elements are the first axis",
        "es": "una softmax sobre un conjunto cuyos elementos son el primer eje",
    }
    example = "logits.softmax(0)"

    def find(self, evidence: Evidence) -> Iterator[Finding]:
        for operation in evidence.named("softmax", "log_softmax"):
            shape = operation.shapes[0]
            if len(shape) > 1 and _axis(operation) == 0:
                yield self.found_at(operation, operation=operation.name, shape=str(shape))


class SoftmaxOverQueries(Rule):
    """Weights of attention that add up to 1 for each key in place of each query."""

    kind = "softmax_over_queries"
    urgency = 215
    topic = "shapes"
    explains = ("attention_apart", "vanishing")
    cause = {
        "en": "{operation} of {shape} runs along the axis of the queries: the weights of each key "
        "add up to 1, not those of each query.",
        "es": "{operation} de {shape} recorre el eje de las consultas: suman 1 los pesos de cada "
        "clave, no los de cada consulta.",
    }
    fix = {"en": "dim=-1, the axis of the keys.", "es": "dim=-1, el eje de las claves."}
    false_alarms = {
        "en": "slots that compete for inputs, if their weights are not normalised again",
        "es": "ranuras que compiten por las entradas, si sus pesos no se vuelven a normalizar",
    }
    example = "(q @ k.mT).softmax(-2) @ v"

    def find(self, evidence: Evidence) -> Iterator[Finding]:
        weighted = {
            maker.numbers
            for product in evidence.named(*_PRODUCTS)
            if (maker := evidence.recorded and evidence.recorded.maker(product, 0, _DROPOUT))
        }
        for operation in evidence.named("softmax"):
            shape = operation.shapes[0]
            if len(shape) < 3 or _axis(operation) != len(shape) - 2:
                continue
            scores = evidence.recorded and evidence.recorded.maker(operation, 0, _SCALING)
            if scores and scores.name in _PRODUCTS and operation.numbers in weighted:
                yield self.found_at(operation, operation=operation.name, shape=str(shape))


def _axis(operation: Operation) -> int | None:
    """Return the axis of a softmax, counted from the front."""
    axis = operation.settings.get("dim", operation.settings.get(1))
    if not isinstance(axis, int) or isinstance(axis, bool):
        return None
    return axis % len(operation.shapes[0]) if operation.shapes[0] else None
