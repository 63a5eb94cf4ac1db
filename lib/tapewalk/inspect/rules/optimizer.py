"""Parameters that an optimizer trains, lacks, or holds twice."""

from collections import Counter
from collections.abc import Iterator
from typing import TypeAlias

from tapewalk.inspect.finding import Finding
from tapewalk.inspect.parameters import REACHED
from tapewalk.inspect.rules.evidence import Evidence, several, trained
from tapewalk.inspect.rules.rule import Rule

_Held: TypeAlias = list[Counter[int]]


class StrangersInOptimizer(Rule):
    """Tensors in the optimizer that do not belong to the model."""

    kind = "strangers_in_optimizer"
    urgency = 100
    topic = "optimizer"
    confidence = "error"
    explains = ("not_in_optimizer",)
    cause = {
        "en": "the optimizer has tensors that are not the model's: {count}. It trains "
        "something else.",
        "es": "el optimizador tiene tensores que no son del modelo: {count}. Entrena otra cosa.",
    }
    fix = {
        "en": "make the optimizer after the model was copied, moved or changed.",
        "es": "crea el optimizador después de copiar, mover o cambiar el modelo.",
    }
    false_alarms = {
        "en": "an optimizer that also trains parameters of the loss function",
        "es": "un optimizador que también entrena parámetros de la función de pérdida",
    }
    example = "optimizer = Adam(model.parameters()); model = copy.deepcopy(model)"

    def find(self, evidence: Evidence) -> Iterator[Finding]:
        if evidence.model is None:
            return
        own = {id(tensor) for tensor in evidence.tensors.values()}
        held = [[id(tensor) in own for tensor in trained(one)] for one in evidence.optimizers]
        # One of several may train another model, or a temperature.
        strangers = sum(part.count(False) for part in held if len(held) == 1 or any(part))
        if strangers:
            yield self.found("", None, count=strangers)


class _Parameters(Rule):
    """Parameters of the model that the optimizer should treat otherwise."""

    topic = "optimizer"

    def find(self, evidence: Evidence) -> Iterator[Finding]:
        held = [Counter(map(id, trained(optimizer))) for optimizer in evidence.optimizers]
        listed = list(self.listed(evidence, held)) if held else []
        if listed:
            count = len(evidence.tensors)
            yield self.found("", None, count=len(listed), all=count, names=several(listed))

    def listed(self, evidence: Evidence, held: _Held) -> Iterator[str]:
        """Yield the names of the parameters.

        Args:
            evidence: The evidence.
            held: How often each optimizer holds each tensor, by its id.
        """
        raise NotImplementedError


class NotInOptimizer(_Parameters):
    """Parameters that have a gradient and that nothing trains."""

    kind = "not_in_optimizer"
    urgency = 110
    confidence = "error"
    cause = {
        "en": "the optimizer lacks {names}: {count} of {all} parameters.",
        "es": "al optimizador le faltan {names}: {count} de {all} parámetros.",
    }
    fix = {
        "en": "make the optimizer from model.parameters(), after the last layer has been added.",
        "es": "crea el optimizador con model.parameters(), cuando la última capa ya está en su "
        "sitio.",
    }
    false_alarms = {
        "en": "the other of two networks trained in turns, if its optimizer is not passed",
        "es": "la otra de dos redes que se entrenan por turnos, si no se pasa su optimizador",
    }
    example = "Adam(model.body.parameters())"

    def listed(self, evidence: Evidence, held: _Held) -> Iterator[str]:
        reached = {p.name for p in evidence.parameters if p.status == REACHED}
        own = {n: id(tensor) for n, tensor in evidence.tensors.items() if n in reached}
        return (name for name, key in own.items() if not any(key in part for part in held))


class FrozenInOptimizer(_Parameters):
    """Frozen parameters in the optimizer."""

    kind = "frozen_in_optimizer"
    urgency = 130
    confidence = "note"
    explains = ("fresh_and_frozen",)
    cause = {
        "en": "frozen parameters in the optimizer: {names}. They do not learn.",
        "es": "parámetros congelados en el optimizador: {names}. No aprenden.",
    }
    fix = {
        "en": "requires_grad_(True), or leave them out of the optimizer.",
        "es": "requires_grad_(True), o déjalos fuera del optimizador.",
    }
    false_alarms = {
        "en": "layers that a schedule unfreezes later",
        "es": "capas que está previsto descongelar más tarde",
    }
    example = "model.body.requires_grad_(False); Adam(model.parameters())"

    def listed(self, evidence: Evidence, held: _Held) -> Iterator[str]:
        frozen = {n: id(t) for n, t in evidence.tensors.items() if not t.requires_grad}
        return (name for name, key in frozen.items() if any(key in part for part in held))


class TwiceInOptimizer(_Parameters):
    """Parameters that the optimizer moves more than once in each step."""

    kind = "twice_in_optimizer"
    urgency = 140
    confidence = "error"
    cause = {
        "en": "twice in the optimizer, so moved twice in each step: {names}.",
        "es": "dos veces en el optimizador, con dos cambios en cada paso: {names}.",
    }
    fix = {
        "en": "pass each parameter once.",
        "es": "pasa cada parámetro una sola vez.",
    }
    example = "Adam([*model.parameters(), model.head.weight])"

    def listed(self, evidence: Evidence, held: _Held) -> Iterator[str]:
        names = {id(tensor): name for name, tensor in evidence.tensors.items()}
        counts = [item for part in held for item in part.items()]
        return (names[key] for key, count in counts if count > 1 and key in names)


class NoRate(Rule):
    """A learning rate of zero."""

    kind = "no_rate"
    urgency = 120
    topic = "learning_rate"
    confidence = "error"
    cause = {
        "en": "the learning rate is 0 in {count} of {all} groups.",
        "es": "la tasa de aprendizaje es 0 en {count} de {all} grupos.",
    }
    fix = {
        "en": "set lr; a schedule may have ended, or not begun.",
        "es": "fija lr; quizá su planificador ha terminado, o no ha empezado.",
    }
    false_alarms = {
        "en": "the first step of a warm-up",
        "es": "el primer paso de un calentamiento",
    }
    example = "SGD(model.parameters(), lr=0.0)"

    def find(self, evidence: Evidence) -> Iterator[Finding]:
        groups = [group for one in evidence.optimizers for group in one.param_groups]
        still = sum(group.get("lr") == 0 for group in groups)
        if still:
            yield self.found("", None, count=still, all=len(groups))
