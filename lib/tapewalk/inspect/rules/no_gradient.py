"""Gradients of zero, and what makes them so."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import TYPE_CHECKING, ClassVar, Final

from tapewalk.inspect.finding import Finding
from tapewalk.inspect.parameters import Parameter
from tapewalk.inspect.rules.evidence import Evidence, Measured, common_owner, names_of
from tapewalk.inspect.rules.rule import Rule

if TYPE_CHECKING:
    from tapewalk.inspect.operations import Operation

# They may take a part of their operand.
_PARTS: Final = ("__getitem__", "narrow", "select", "index_select")
# Their slope is zero wherever it exists.
_STEPS: Final = ("round", "floor", "ceil", "trunc", "sign", "sgn", "heaviside", "fix")


class NoSlope(Rule):
    """A step function, whose slope is zero."""

    kind = "no_slope"
    urgency = 220
    topic = "gradients"
    confidence = "error"
    cause = {
        "en": "the slope of {operation} is 0 everywhere: so are the gradients of {names}.",
        "es": "la pendiente de {operation} es 0 en todas partes: también lo son los gradientes de "
        "{names}.",
    }
    fix = {
        "en": "let the gradient bypass it: x + (x.round() - x).detach().",
        "es": "deja pasar el gradiente por al lado: x + (x.round() - x).detach().",
    }
    example = "self.head(h.round())"

    def find(self, evidence: Evidence) -> Iterator[Finding]:
        zeros, step = zero_gradients(evidence), _step(evidence)
        if zeros and step is not None and left_out(evidence, zeros) is None:
            yield self.found(step.module, step.place, **names_of(zeros), operation=step.name)


class Underflow(Rule):
    """Gradients in half precision that are too small for it.

    Attributes:
        threshold: The share of a gradient's entries that are zero.
        smallest: The smallest number that float16 holds with all its digits.
    """

    kind = "underflow"
    urgency = 270
    topic = "number_types"
    threshold: ClassVar = 0.5
    smallest: ClassVar = 2.0**-14
    cause = {
        "en": "up to {share} of the entries of half-precision gradients are 0 ({names}): they "
        "are too small for float16.",
        "es": "hasta el {share} de las entradas de gradientes de media precisión son 0 ({names}): "
        "son demasiado pequeñas para float16.",
    }
    fix = {
        "en": "scale the loss (torch.amp.GradScaler), or use bfloat16.",
        "es": "escala la pérdida (torch.amp.GradScaler), o usa bfloat16.",
    }
    limit = {
        "en": "{threshold} of the entries are 0, or an rms below {smallest}",
        "es": "el {threshold} de las entradas es 0, o un rms menor que {smallest}",
    }
    false_alarms = {
        "en": "a loss that is scaled after inspect has seen it",
        "es": "una pérdida que se escala después de que inspect la vea",
    }
    example = "model.half()  # without GradScaler"

    def find(self, evidence: Evidence) -> Iterator[Finding]:
        marked = self.marked(evidence)
        if marked:
            yield self.found(
                common_owner(marked),
                None,
                **names_of(marked),
                share=max(g.zeros for _, g in marked),
            )

    @classmethod
    def marked(cls, evidence: Evidence) -> Measured:
        """Return the parameters whose gradients are too small."""
        half = [(p, g) for p, g in evidence.measured if _is_half(evidence, p) and g.mark != "nan"]
        gone = [(p, g) for p, g in half if g.zeros >= cls.threshold]
        small = [(p, g) for p, g in half if g.rms < cls.smallest]
        return gone or (small if len(small) > len(half) / 2 else [])


class ZeroGradient(Rule):
    """Gradients of zero that no other rule explains."""

    kind = "zero_gradient"
    urgency = 280
    topic = "gradients"
    of_sizes = True
    cause = {
        "en": "the gradients of {names} are 0 in every entry.",
        "es": "los gradientes de {names} son 0 en todas sus entradas.",
    }
    fix = {
        "en": "look for a factor of 0, a mask that covers all, or later weights that start at 0.",
        "es": "busca un factor 0, una máscara que lo tapa todo, o pesos posteriores que "
        "empiezan en 0.",
    }
    false_alarms = {
        "en": "a loss that is 0 for this batch, as with a margin that all examples satisfy",
        "es": "una pérdida que es 0 en este lote, como con un margen que todos cumplen",
    }
    example = "loss = loss * mask  # of zeros"

    def find(self, evidence: Evidence) -> Iterator[Finding]:
        zeros = zero_gradients(evidence)
        if zeros and not (_step(evidence) or left_out(evidence, zeros)):
            yield self.found(common_owner(zeros), None, **names_of(zeros))


def zero_gradients(evidence: Evidence) -> Measured:
    """Return the parameters whose gradients are zero, unless half precision makes them so."""
    if Underflow.marked(evidence):
        return []
    return [(p, g) for p, g in evidence.marked("zero") if not _is_beside(evidence, p)]


def left_out(evidence: Evidence, zeros: Measured) -> Operation | None:
    """Return the call that takes a part of a result, if whole modules upstream get zeros."""
    owners = {parameter.name.rpartition(".")[0] for parameter, _ in zeros}
    names = {parameter.name for parameter, _ in zeros}
    learning = [p.name for p, _ in evidence.measured if p.name not in names]
    if not zeros or any(name.rpartition(".")[0] in owners for name in learning):
        return None
    for operation in reversed(list(evidence.named(*_PARTS))):
        taken, given = math.prod(operation.shape or ()), math.prod(operation.shapes[0])
        if taken < given and any(o.module in owners for o in evidence.behind(operation)):
            return operation
    return None


def _step(evidence: Evidence) -> Operation | None:
    return next((o for o in evidence.named(*_STEPS) if o.took), None)


def _is_half(evidence: Evidence, parameter: Parameter) -> bool:
    return parameter.dtype == "float16" or any(n.dtype == "float16" for n in evidence.nodes)


def _is_beside(evidence: Evidence, parameter: Parameter) -> bool:
    """Return whether a parameter is a bias, which may cancel, of a layer that learns."""
    owner = parameter.name.rpartition(".")[0]
    return len(parameter.shape) < 2 and any(
        p.name.rpartition(".")[0] == owner and g.rms > 0 and len(p.shape) > 1
        for p, g in evidence.measured
    )
