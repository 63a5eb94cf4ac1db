from collections.abc import Iterator
from typing import Final

from tapewalk.inspect.finding import Finding
from tapewalk.inspect.rules.evidence import Evidence
from tapewalk.inspect.rules.rule import Rule

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
