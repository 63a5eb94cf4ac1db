"""FSDP2: parameters that are whole only while their module runs, and shared out otherwise."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from types import SimpleNamespace
from typing import Any


def unshard(model: Any) -> None:
    """Make the parameters of a model whole again: these are the leaves of its graph."""
    for module in _sharded(model):
        module.unshard()


def reshard(model: Any) -> None:
    """Share the parameters of a model out again, as they are between two steps."""
    for module in _sharded(model):
        module.reshard()


def whole_in(optimizers: Sequence[Any], model: Any) -> list[Any]:
    """Return optimizers that name the whole parameters of a model in place of the shared ones."""
    if next(_sharded(model), None) is None:
        return list(optimizers)
    reshard(model)
    shared = list(model.parameters())
    unshard(model)
    whole = {id(part): tensor for part, tensor in zip(shared, model.parameters(), strict=True)}

    def named(group: Mapping[str, Any]) -> dict[str, Any]:
        return {**group, "params": [whole.get(id(part), part) for part in group["params"]]}

    return [SimpleNamespace(param_groups=list(map(named, o.param_groups))) for o in optimizers]


def local(tensor: Any) -> Any:
    """Return the part of a tensor that is on this device: all of it, but for a `DTensor`."""
    return getattr(tensor, "_local_tensor", tensor)


def _sharded(model: Any) -> Iterator[Any]:
    fsdp: Any = sys.modules.get("torch.distributed.fsdp")
    if model is not None and fsdp is not None:
        yield from (module for module in model.modules() if isinstance(module, fsdp.FSDPModule))
