"""Where the path from a parameter to the loss is cut."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final

from tapewalk.inspect.finding import Finding
from tapewalk.inspect.parameters import AFTER, CUT, INSIDE, NO_GRAD, OUTSIDE, UNUSED, Parameter
from tapewalk.inspect.rules.evidence import Evidence, Rule, common_module, several

if TYPE_CHECKING:
    from tapewalk.inspect.torch_watch import Operation

_CUTTING: Final = ("detach", "detach_", "data", "requires_grad_")
# What they give has no slope, or is no tensor.
_WITHOUT_SLOPE: Final = (
    *("argmax", "argmin", "multinomial", "bernoulli", "item", "tolist", "numpy", "topk_indices"),
    *("__float__", "__int__", "__index__", "__array__"),
    *("gt", "lt", "ge", "le", "eq", "ne", "long", "int", "bool", "one_hot", "searchsorted"),
    *("__gt__", "__lt__", "__ge__", "__le__", "__eq__", "__ne__", "argsort", "bucketize"),
)


def cut_paths(evidence: Evidence) -> Iterator[Finding]:
    """Finds each place at which paths end, with the parameters behind it."""
    groups: dict[tuple[str, str], list[Parameter]] = {}
    for parameter in evidence.parameters:
        if parameter.missing:
            groups.setdefault((parameter.status, parameter.module or ""), []).append(parameter)
    # Several modules in one block of no_grad are one finding.
    found: dict[tuple[str, object], list[tuple[Finding, list[Parameter]]]] = {}
    for (status, module), parameters in groups.items():
        finding = _finding(evidence, status, module, parameters)
        if finding is not None:
            where = finding.place if finding.kind == "no_grad_block" else None
            found.setdefault((finding.kind, where or (status, module)), []).append(
                (finding, parameters)
            )
    for same in found.values():
        (first, _), *others = same
        together = [parameter for _, parameters in same for parameter in parameters]
        module = common_module([f.module for f, _ in same]) if others else first.module
        yield Finding(first.kind, module, first.place, {**first.facts, **_named(together)})


def _named(parameters: list[Parameter]) -> dict[str, Any]:
    names = [parameter.name for parameter in parameters]
    return {"count": len(names), "names": several(names)}


def _finding(
    evidence: Evidence, status: str, module: str, parameters: list[Parameter]
) -> Finding | None:
    """Returns what ends the paths of parameters that share a reason and a module."""
    if status in {CUT, INSIDE, AFTER, OUTSIDE}:
        owners = {parameter.name.rpartition(".")[0] for parameter in parameters}
        return _cut(evidence, status, module, owners)
    if status == NO_GRAD:
        silent = (o.place for o in evidence.within(module) if not o.recording)
        return Finding("no_grad_block", module, next(silent, None), {})
    if status == UNUSED:
        return Finding("not_called", module, _definition(evidence, _around(module)), {})
    return None


def _of_these(evidence: Evidence, cuts: list[Operation], owners: set[str]) -> list[Operation]:
    """Returns those calls into which something went that modules computed."""
    return [cut for cut in cuts if any(o.module in owners for o in evidence.behind(cut))]


def _cut(evidence: Evidence, status: str, module: str, owners: set[str]) -> Finding:
    inside = module if status in {CUT, INSIDE} else ""
    recorded = [o for o in evidence.within(inside) if o.took and not o.gave and o.recording]
    recorded = _of_these(evidence, recorded, owners) or recorded
    for kind, names in (("detached", _CUTTING), ("argmax", _WITHOUT_SLOPE)):
        for operation in reversed(recorded):
            if operation.name in names:
                facts = {"operation": operation.name}
                return Finding(kind, operation.module or module, operation.place, facts)
    silent = next((o for o in evidence.within(inside) if o.took and not o.recording), None)
    if silent is not None:
        return Finding("no_grad_block", silent.module or module, silent.place, {})
    return Finding("result_unused", module, _definition(evidence, module), {})


def modules_in_lists(evidence: Evidence) -> Iterator[Finding]:
    """Finds modules that stand in plain lists or dicts, where no model sees their parameters."""
    for path, module in [] if evidence.model is None else evidence.model.named_modules():
        kind = next((base for base in type(module).__mro__ if base.__name__ == "Module"), None)
        for name, value in list(vars(module).items()):
            if name.startswith("_") or kind is None:
                continue
            parts = value.values() if isinstance(value, dict) else value
            if not isinstance(value, (list, tuple, dict)):
                continue
            hidden: list[Any] = [part for part in parts if isinstance(part, kind)]
            count = sum(len(list(part.parameters())) for part in hidden)
            if count:
                facts = {"attribute": name, "count": count}
                yield Finding("list_of_modules", path, _definition(evidence, path), facts)


def _around(module: str) -> str:
    return module.rpartition(".")[0]


def _definition(evidence: Evidence, path: str) -> str | None:
    """Returns where the `forward` of a module was written."""
    if evidence.watched is None or evidence.model is None:
        return None
    from tapewalk.inspect.torch_watch import definition

    return definition(evidence.part(path))


RULES: tuple[Rule, ...] = (cut_paths, modules_in_lists)
