"""Paths from parameters that end before the loss."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final

from tapewalk.inspect.finding import Finding
from tapewalk.inspect.parameters import AFTER, CUT, INSIDE, NO_GRAD, OUTSIDE, UNUSED, Parameter
from tapewalk.inspect.rules.evidence import Evidence, common_module, common_owner, names_of, several
from tapewalk.inspect.rules.no_gradient import left_out, zero_gradients
from tapewalk.inspect.rules.rule import Rule

if TYPE_CHECKING:
    from tapewalk.inspect.operations import Operation

_CUTTING: Final = ("detach", "detach_", "data", "requires_grad_")
# Their results have no slope, or are not tensors.
_WITHOUT_SLOPE: Final = (
    *("argmax", "argmin", "multinomial", "bernoulli", "item", "tolist", "numpy", "topk_indices"),
    *("__float__", "__int__", "__index__", "__array__"),
    *("gt", "lt", "ge", "le", "eq", "ne", "long", "int", "bool", "one_hot", "searchsorted"),
    *("__gt__", "__lt__", "__ge__", "__le__", "__eq__", "__ne__", "argsort", "bucketize"),
)


class _CutPath(Rule):
    """One of the ways in which a path ends."""

    topic = "paths"

    def find(self, evidence: Evidence) -> Iterator[Finding]:
        return (finding for finding in _cut_paths(evidence) if finding.kind == self.kind)


class Argmax(_CutPath):
    """A choice or a comparison, through which no gradient comes back."""

    kind = "argmax"
    urgency = 40
    confidence = "error"
    explains = ("number_in_loss",)
    cause = {
        "en": "{operation} has no slope: through it, no gradient reaches {names}.",
        "es": "{operation} no tiene pendiente: por ahí no llega ningún gradiente a {names}.",
    }
    fix = {
        "en": "give the loss the scores themselves; choose only where nothing is learnt "
        "from the choice.",
        "es": "da a la pérdida las puntuaciones mismas; elige solo donde nada se aprende de la "
        "elección.",
    }
    false_alarms = {
        "en": "a choice whose scores another loss trains",
        "es": "una elección cuyas puntuaciones entrena otra pérdida",
    }
    example = "self.table(scores.argmax(-1))"


class Detached(_CutPath):
    """A `detach`, a `.data` or the like."""

    kind = "detached"
    urgency = 50
    confidence = "error"
    cause = {
        "en": "{operation} cuts the path of {names}.",
        "es": "{operation} corta el camino de {names}.",
    }
    fix = {
        "en": "remove it, or freeze them on purpose with requires_grad_(False).",
        "es": "quítalo, o congélalos a propósito con requires_grad_(False).",
    }
    false_alarms = {
        "en": "a target that is cut on purpose, in a step without optimizer=…",
        "es": "un objetivo cortado a propósito, en un paso sin optimizer=…",
    }
    example = "self.head(self.body(x).detach())"


class NoGradBlock(_CutPath):
    """A call while nothing is recorded."""

    kind = "no_grad_block"
    urgency = 60
    confidence = "error"
    cause = {
        "en": "nothing is recorded when the model uses {names}.",
        "es": "no se graba nada cuando el modelo usa {names}.",
    }
    fix = {
        "en": "take this call out of no_grad(), or freeze them with requires_grad_(False).",
        "es": "saca esta llamada de no_grad(), o congélalos con requires_grad_(False).",
    }
    false_alarms = {
        "en": "a frozen part that runs in no_grad() without requires_grad_(False)",
        "es": "una parte congelada que corre en no_grad() sin requires_grad_(False)",
    }
    example = "with torch.no_grad(): h = self.body(x)"


class NotCalled(_CutPath):
    """A module that is never called."""

    kind = "not_called"
    urgency = 70
    cause = {
        "en": "a module is never called, so nothing trains {names}.",
        "es": "nunca se llama a un módulo, así que nada entrena {names}.",
    }
    fix = {
        "en": "call it in forward, or remove it.",
        "es": "llámalo en forward, o quítalo.",
    }
    false_alarms = {
        "en": "a part for another phase of training, in a step without optimizer=…",
        "es": "una parte para otra fase del entrenamiento, en un paso sin optimizer=…",
    }
    example = "self.spare = nn.Linear(8, 8)  # never called"


class ResultUnused(_CutPath):
    """A result, or a part of one, that the loss does not depend on."""

    kind = "result_unused"
    urgency = 90
    cause = {
        "en": "the result of {names} never reaches the loss.",
        "es": "lo que se calcula con {names} nunca llega a la pérdida.",
    }
    fix = {
        "en": "use the result in what forward returns.",
        "es": "usa el resultado en lo que devuelve forward.",
    }
    false_alarms = {
        "en": "an auxiliary head whose loss this step leaves out",
        "es": "una salida auxiliar cuya pérdida no entra en este paso",
    }
    example = "h = self.body(x); return self.head(x)"

    def find(self, evidence: Evidence) -> Iterator[Finding]:
        yield from super().find(evidence)
        zeros = zero_gradients(evidence)
        operation = left_out(evidence, zeros)
        if operation is not None:
            yield self.found(common_owner(zeros), operation.place, **names_of(zeros))


def _cut_paths(evidence: Evidence) -> Iterator[Finding]:
    """Yield each place where paths end, with the parameters whose paths they are."""
    groups: dict[tuple[str, str], list[Parameter]] = {}
    for parameter in evidence.parameters:
        if parameter.missing and parameter.name not in evidence.of_other_steps:
            groups.setdefault((parameter.status, parameter.module or ""), []).append(parameter)
    # Several modules in one block of no_grad are one finding.
    found: dict[tuple[str, object], list[tuple[Finding, list[Parameter]]]] = {}
    for (status, module), parameters in groups.items():
        finding = _finding(evidence, status, module, parameters)
        if finding is not None:
            where = finding.place if finding.kind == NoGradBlock.kind else None
            same = found.setdefault((finding.kind, where or (status, module)), [])
            same.append((finding, parameters))
    for same in found.values():
        (first, _), *others = same
        names = [parameter.name for _, parameters in same for parameter in parameters]
        module = common_module([f.module for f, _ in same]) if others else first.module
        facts = {**first.facts, "count": len(names), "names": several(names)}
        yield Finding(first.kind, module, first.place, facts)


def _finding(
    evidence: Evidence, status: str, module: str, parameters: list[Parameter]
) -> Finding | None:
    """Return what ends the paths of parameters that share a status and a module."""
    if status in {CUT, INSIDE, AFTER, OUTSIDE}:
        owners = {parameter.name.rpartition(".")[0] for parameter in parameters}
        return _cut(evidence, status, module, owners)
    if status == NO_GRAD:
        silent = (o.place for o in evidence.within(module) if not o.recording)
        return Finding(NoGradBlock.kind, module, next(silent, None), {})
    if status == UNUSED:
        definition = evidence.definition(module.rpartition(".")[0])
        return Finding(NotCalled.kind, module, definition, {})
    return None


def _of_these(evidence: Evidence, cuts: list[Operation], owners: set[str]) -> list[Operation]:
    """Return those calls that depend on results of the given modules."""
    return [cut for cut in cuts if any(o.module in owners for o in evidence.behind(cut))]


def _cut(evidence: Evidence, status: str, module: str, owners: set[str]) -> Finding:
    inside = module if status in {CUT, INSIDE} else ""
    recorded = [o for o in evidence.within(inside) if o.took and not o.gave and o.recording]
    recorded = _of_these(evidence, recorded, owners) or recorded
    for kind, names in ((Detached.kind, _CUTTING), (Argmax.kind, _WITHOUT_SLOPE)):
        for operation in reversed(recorded):
            if operation.name in names:
                facts: dict[str, Any] = {"operation": operation.name}
                return Finding(kind, operation.module or module, operation.place, facts)
    silent = next((o for o in evidence.within(inside) if o.took and not o.recording), None)
    if silent is not None:
        return Finding(NoGradBlock.kind, silent.module or module, silent.place, {})
    return Finding(ResultUnused.kind, module, evidence.definition(module), {})
