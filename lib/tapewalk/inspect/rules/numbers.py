"""Numbers that went wrong: not finite, too small, too large, all zero, all the same."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final

from tapewalk.inspect.finding import Finding
from tapewalk.inspect.gradients import Gradient
from tapewalk.inspect.parameters import Parameter
from tapewalk.inspect.rules.evidence import Evidence, Rule, common_module, several

if TYPE_CHECKING:
    from tapewalk.inspect.torch_watch import Operation

DEAD: Final = 0.5  # share of the units of a layer that no example wakes
EXAMPLES: Final = 16  # fewer leave units silent by chance
UNDERFLOW: Final = 0.5  # share of a half-precision gradient that is zero
SMALLEST: Final = 2.0**-14  # the smallest number that float16 holds with all its digits
# They may take a part of what they get.
_PARTS: Final = ("__getitem__", "narrow", "select", "index_select")
# Their slope is zero wherever it exists.
_STEPS: Final = ("round", "floor", "ceil", "trunc", "sign", "sgn", "heaviside", "fix")


def not_finite(evidence: Evidence) -> Iterator[Finding]:
    """Finds the operation that made the first number that is not finite."""
    if evidence.value is not None and not math.isfinite(evidence.value):
        first = next((o for o in evidence.operations if o.broken), None)
        facts: dict[str, Any] = {
            "value": str(evidence.value),
            "operation": first.name if first else "–",
        }
        module, place = (first.module, first.place) if first else ("", None)
        yield Finding("nan_loss", module, place, facts)
        return
    broken = _marked(evidence, "nan")
    if broken:
        node = evidence.broken_backward
        facts = _facts(broken, operation=node.name if node else "–")
        maker = evidence.maker_of(node) if node else None
        module = maker.module if maker else (node and node.group) or ""
        yield Finding("nan_gradient", module, maker.place if maker else None, facts)


def dead_units(evidence: Evidence) -> Iterator[Finding]:
    """Finds layers most of whose units are zero for every example."""
    for operation in evidence.operations:
        shape = operation.shape or ()
        units = shape[1] if len(shape) in (4, 5) else shape[-1] if shape else 1
        enough = math.prod(shape) // max(units, 1) >= EXAMPLES
        if operation.dead is not None and operation.dead >= DEAD and enough:
            facts = {"share": operation.dead, "units": units}
            yield Finding("dead", operation.module, operation.place, facts)


def no_gradient(evidence: Evidence) -> Iterator[Finding]:
    """Finds gradients that are all zero, and why where it shows."""
    half = [(p, g) for p, g in _measured(evidence) if _is_half(evidence, p) and g.mark != "nan"]
    gone = [(p, g) for p, g in half if g.zeros >= UNDERFLOW]
    small = [(p, g) for p, g in half if g.rms < SMALLEST]
    if gone or len(small) > len(half) / 2:
        marked = gone or small
        facts = _facts(marked, share=max(g.zeros for _, g in marked))
        yield Finding("underflow", _common(marked), None, facts)
        return
    zeros = [(p, g) for p, g in _marked(evidence, "zero") if not _is_beside(evidence, p)]
    if not zeros:
        return
    left_out = _left_out(evidence, zeros)
    if left_out is not None:
        yield Finding("result_unused", _common(zeros), left_out.place, _facts(zeros))
        return
    step = next((o for o in evidence.named(*_STEPS) if o.took), None)
    if step is not None:
        facts = _facts(zeros, operation=step.name)
        yield Finding("no_slope", step.module, step.place, facts)
    elif not any(dead_units(evidence)):
        yield Finding("zero_gradient", _common(zeros), None, _facts(zeros))


def _is_half(evidence: Evidence, parameter: Parameter) -> bool:
    return parameter.dtype == "float16" or any(n.dtype == "float16" for n in evidence.nodes)


def _is_beside(evidence: Evidence, parameter: Parameter) -> bool:
    """Returns whether the layer of a parameter learns all the same, so that its zeros are in order.

    A factor that starts at zero stops the other's first gradient, as in a LoRA; a bias may cancel.
    """
    owner = parameter.name.rpartition(".")[0]
    learns = [
        p
        for p, g in _measured(evidence)
        if p.name.rpartition(".")[0] == owner and g.rms > 0 and len(p.shape) > 1
    ]
    small = len(parameter.shape) < 2
    starts_at_zero = any(p.gradient and p.gradient.weight_rms == 0 for p in learns)
    return bool(learns) and (small or starts_at_zero)


def _left_out(evidence: Evidence, zeros: list[tuple[Parameter, Gradient]]) -> Operation | None:
    """Returns what takes a part of a result, if whole modules before it get gradients of zero."""
    owners = {parameter.name.rpartition(".")[0] for parameter, _ in zeros}
    names = {parameter.name for parameter, _ in zeros}
    learning = [p.name for p, _ in _measured(evidence) if p.name not in names]
    if any(name.rpartition(".")[0] in owners for name in learning):
        return None
    for operation in reversed(list(evidence.named(*_PARTS))):
        taken, given = math.prod(operation.shape or ()), math.prod(operation.shapes[0])
        if taken < given and any(o.module in owners for o in evidence.behind(operation)):
            return operation
    return None


def too_large_or_small(evidence: Evidence) -> Iterator[Finding]:
    """Finds gradients that explode or vanish from layer to layer."""
    sizes = [g.rms for p, g in _measured(evidence) if len(p.shape) > 1 and 0 < g.rms < math.inf]
    for kind, of in (("exploding", max), ("vanishing", min)):
        marked = _marked(evidence, kind)
        if marked:
            middle = sorted(sizes)[len(sizes) // 2] if sizes else math.nan
            facts = _facts(marked, rms=of(g.rms for _, g in marked), middle=middle)
            yield Finding(kind, _common(marked), None, facts)


def same_weights(evidence: Evidence) -> Iterator[Finding]:
    """Finds matrices all of whose entries are one number: their units stay the same for ever."""
    for name, tensor in [] if evidence.model is None else evidence.model.named_parameters():
        own = next((p for p in evidence.parameters if p.name == name), None)
        if own is None or own.missing or sum(length > 1 for length in own.shape) < 2:
            continue
        entries = tensor.detach()
        if getattr(entries, "is_meta", False):
            continue
        first = float(entries.reshape(-1)[0].item())
        norm = "Norm" in type(evidence.part(name.rpartition(".")[0])).__name__
        if first and not norm and bool((entries == first).all()):
            yield Finding(
                "same_weights", name.rpartition(".")[0], None, {"name": name, "value": first}
            )


def batches_of_one(evidence: Evidence) -> Iterator[Finding]:
    """Finds batch normalisation in training over a single example."""
    for operation in evidence.named("batch_norm"):
        training = operation.settings.get("training", operation.settings.get(5))
        if training and operation.shapes[0] and operation.shapes[0][0] == 1:
            facts = {"shape": str(operation.shapes[0])}
            yield Finding("batch_of_one", operation.module, operation.place, facts)


def _measured(evidence: Evidence) -> list[tuple[Parameter, Gradient]]:
    return [(p, p.gradient) for p in evidence.parameters if p.gradient is not None]


def _marked(evidence: Evidence, mark: str) -> list[tuple[Parameter, Gradient]]:
    return [(p, g) for p, g in _measured(evidence) if g.mark == mark]


def _facts(marked: list[tuple[Parameter, Gradient]], **more: Any) -> dict[str, Any]:
    return {"count": len(marked), "names": several([p.name for p, _ in marked]), **more}


def _common(marked: list[tuple[Parameter, Gradient]]) -> str:
    """Returns the module of parameters, or the nearest one around all of them."""
    return common_module([parameter.name.rpartition(".")[0] for parameter, _ in marked])


RULES: tuple[Rule, ...] = (
    not_finite,
    dead_units,
    no_gradient,
    too_large_or_small,
    same_weights,
    batches_of_one,
)
