"""Work and copies that a model could do without."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final

from tapewalk.inspect.finding import Finding
from tapewalk.inspect.rules.evidence import Evidence, writes
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
        "es": "{what} se ejecuta otra vez sobre el mismo tensor: los mismos números se "
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


# Sums and products take their operands in any order of the memory.
_ANY_LAYOUT: Final = ("add", "__add__", "__radd__", "mul", "__mul__", "__rmul__", "sub", "__sub__")
_VIEWS_AND_PARTS: Final = (
    *("__getitem__", "select", "narrow", "view", "reshape", "flatten", "permute", "transpose"),
    *("squeeze", "unsqueeze", "chunk", "split", "unbind", "expand", "diagonal", "T", "mT", "t"),
)


class CopiedForNothing(Rule):
    """A copy that nothing writes into and whose layout nothing needs."""

    kind = "copied_for_nothing"
    urgency = 400
    topic = "memory"
    confidence = "note"
    cause = {
        "en": "the copy that {what} makes is only read (copies: {count}).",
        "es": "la copia que hace {what} solo se lee (copias: {count}).",
    }
    fix = {
        "en": "leave {what} out: writing in place or calling view needs a copy, reading does not.",
        "es": "quita {what}: hace falta una copia para escribir in situ o llamar a view, no "
        "para leer.",
    }
    false_alarms = {
        "en": "a copy that code outside of the model writes into",
        "es": "una copia en la que escribe código de fuera del modelo",
    }
    example = "relu(h.clone())"

    def find(self, evidence: Evidence) -> Iterator[Finding]:
        written = {at for o in evidence.operations if writes(o) for at in _owners(evidence, o)}
        users: dict[int, list[Operation]] = {}
        for operation in evidence.operations:
            for at in operation.sources:
                if at is not None:
                    users.setdefault(at, []).append(operation)
        found: dict[str | None, list[Operation]] = {}
        for number, operation in enumerate(evidence.operations):
            if not operation.gave or number in written:
                continue
            is_laid_out = operation.name == "contiguous" and operation.copied and number in users
            only_read = all(user.name in _ANY_LAYOUT for user in users.get(number, ()))
            if operation.name == "clone" or (is_laid_out and only_read):
                found.setdefault(operation.place, []).append(operation)
        for copies in found.values():
            yield self.found_at(copies[0], what=f"{copies[0].name}()", count=len(copies))


def _owners(evidence: Evidence, write: Operation) -> Iterator[int]:
    """Yield the positions of the calls whose results a write reaches, through views of them."""
    at = write.sources[0]
    while at is not None:
        yield at
        operation = evidence.operations[at]
        at = (
            operation.sources[0]
            if operation.name in _VIEWS_AND_PARTS and operation.sources
            else None
        )


_CASTS: Final = ("to", "float", "half", "bfloat16", "double", "type", "type_as")
_SINGLE, _DOUBLE, _HALF = "torch.float32", "torch.float64", "torch.float16"


class DtypeAndBack(Rule):
    """A tensor that is cast to another number type and back."""

    kind = "dtype_and_back"
    urgency = 350
    topic = "number_types"
    confidence = "note"
    cause = {
        "en": "cast to {there} and right back to {back}: digits are lost, memory and time spent.",
        "es": "se convierte a {there} y enseguida de vuelta a {back}: se pierden cifras, y se "
        "gastan memoria y tiempo.",
    }
    fix = {
        "en": "leave both casts out.",
        "es": "quita las dos conversiones.",
    }
    example = "h.half().float()"

    def find(self, evidence: Evidence) -> Iterator[Finding]:
        if evidence.recorded is not None:
            yield from self._right_back(evidence)
            yield from self._around_others(evidence)

    def _right_back(self, evidence: Evidence) -> Iterator[Finding]:
        for operation in evidence.named(*_CASTS):
            source = operation.sources[0]
            if operation.dtypes[0] == operation.dtypes[1] or source is None:
                continue
            before = evidence.operations[source]
            is_back = before.dtypes == operation.dtypes[::-1]
            if before.name in _CASTS and before.took and is_back:
                yield self.found_at(operation, there=before.dtypes[1], back=operation.dtypes[1])

    def _around_others(self, evidence: Evidence) -> Iterator[Finding]:
        """Yield casts around operations: to double precision, or to half within one module.

        A model whose blocks run in half precision, with others between them, is built so.
        """
        for operation in evidence.named(*_CASTS):
            there, back = operation.dtypes
            if there not in (_DOUBLE, _HALF) or back != _SINGLE or not operation.gave:
                continue
            direct = operation.sources[0]
            for before in evidence.behind(operation):
                if before.name not in _CASTS or before.dtypes != (back, there) or not before.took:
                    continue
                is_near = there == _DOUBLE or before.module == operation.module
                if is_near and (direct is None or before is not evidence.operations[direct]):
                    yield self.found_at(before, there=there, back=back)
                break
