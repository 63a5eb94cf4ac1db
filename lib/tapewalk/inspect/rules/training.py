"""What an optimizer trains, and what it does not."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from tapewalk.inspect.finding import Finding
from tapewalk.inspect.parameters import REACHED
from tapewalk.inspect.rules.evidence import Evidence, Rule, several


def _trained(optimizer: Any) -> list[Any]:
    return [tensor for group in optimizer.param_groups for tensor in group["params"]]


def what_it_trains(evidence: Evidence) -> Iterator[Finding]:
    """Finds parameters that the optimizer lacks, has twice, or has though they are frozen."""
    if evidence.optimizer is None or evidence.model is None:
        return
    of_model = dict(evidence.model.named_parameters())
    names = {id(tensor): name for name, tensor in of_model.items()}
    held = Counter(id(tensor) for tensor in _trained(evidence.optimizer))
    strangers = [tensor for tensor in _trained(evidence.optimizer) if id(tensor) not in names]
    reached = {p.name for p in evidence.parameters if p.status == REACHED}
    missing = [name for name in of_model if name in reached and not held[id(of_model[name])]]
    frozen = [n for n, tensor in of_model.items() if held[id(tensor)] and not tensor.requires_grad]
    twice = [names[key] for key, count in held.items() if count > 1 and key in names]
    for kind, listed in (
        ("not_in_optimizer", missing),
        ("frozen_in_optimizer", frozen),
        ("twice_in_optimizer", twice),
    ):
        if listed:
            facts = {"count": len(listed), "all": len(of_model), "names": several(listed)}
            yield Finding(kind, "", None, facts)
    if strangers:
        yield Finding("strangers_in_optimizer", "", None, {"count": len(strangers)})


def one_module_twice(evidence: Evidence) -> Iterator[Finding]:
    """Finds a module with parameters that stands in its parent under several names.

    A list of copies that is a list of one, or two critics that are one. Tied embeddings stand in
    different parents, and a layer that is run in a loop stands there once.
    """
    if evidence.model is None:
        return
    for path, parent in evidence.model.named_modules():
        names: dict[int, list[str]] = {}
        for name, child in parent._modules.items():
            if child is not None and next(child.parameters(), None) is not None:
                names.setdefault(id(child), []).append(f"{path}.{name}" if path else name)
        for same in names.values():
            if len(same) > 1:
                facts = {"count": len(same), "names": several(same)}
                yield Finding("one_module_twice", same[0], None, facts)


def whether_it_steps(evidence: Evidence) -> Iterator[Finding]:
    """Finds a learning rate of zero, and a model that is trained in evaluation mode."""
    if evidence.optimizer is None:
        return
    rates = [group.get("lr") for group in evidence.optimizer.param_groups]
    still = sum(rate == 0 for rate in rates)
    if still:
        yield Finding("no_rate", "", None, {"count": still, "all": len(rates)})
    if evidence.model is None:
        return
    asleep = [
        path
        for path, module in evidence.model.named_modules()
        if not module.training
        and ("Dropout" in _kind(module) or "BatchNorm" in _kind(module))
        and not _is_frozen_around(evidence, path)
    ]
    if asleep:
        yield Finding("evaluation", "", None, {"count": len(asleep), "names": several(asleep)})


def _is_frozen_around(evidence: Evidence, path: str) -> bool:
    """Returns whether nothing learns in the nearest part with parameters: it sleeps on purpose."""
    while True:
        parameters = list(evidence.part(path).parameters())
        if parameters or not path:
            return not any(p.requires_grad for p in parameters)
        path = path.rpartition(".")[0]


def _kind(module: object) -> str:
    return type(module).__name__


RULES: tuple[Rule, ...] = (what_it_trains, one_module_twice, whether_it_steps)
