"""The state of inputs, modes and flags, to find out afterwards which were altered."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import Any, Final

import numpy as np

from tapewalk import is_grad_enabled, set_grad_enabled
from tapewalk_course.checking.programs import Node

# How the names of modes and flags end.
_SWITCHES: Final = (".requires_grad", ".training", "is_grad_enabled()", "get_default_dtype()")
_RECORDING, _TORCH_RECORDING, _TORCH_DTYPE = (
    "is_grad_enabled()",
    "torch.is_grad_enabled()",
    "torch.get_default_dtype()",
)


def states(given: Mapping[str, Any]) -> dict[str, Any]:
    """Return the states of objects by their names; of a model's parameters only the flags.

    Args:
        given: Arrays, tensors, models, nodes, and lists and dictionaries of these.

    Example:
        >>> x = np.ones(2)
        >>> before = states({"x": x})
        >>> x *= 2
        >>> altered(before, states({"x": x}))
        ('x',)
    """
    found: dict[str, Any] = {}
    for name, value in given.items():
        if hasattr(value, "named_parameters"):
            flags = [(each, p.requires_grad) for each, p in value.named_parameters()]
            found[f"{name}.requires_grad"] = flags
            found[f"{name}.training"] = [module.training for module in value.modules()]
            continue
        found[name] = _state(value)
        if isinstance(getattr(value, "requires_grad", None), bool):
            found[f"{name}.requires_grad"] = value.requires_grad
    return found


def modes() -> dict[str, Any]:
    """Return the modes of all computations."""
    found: dict[str, Any] = {_RECORDING: is_grad_enabled()}
    pytorch = sys.modules.get("torch")
    if pytorch is not None:
        found[_TORCH_RECORDING] = pytorch.is_grad_enabled()
        found[_TORCH_DTYPE] = pytorch.get_default_dtype()
    return found


def restore_modes(before: Mapping[str, Any]) -> None:
    """Restore the modes that `modes` returned."""
    if is_grad_enabled() != before[_RECORDING]:
        set_grad_enabled(before[_RECORDING])
    if _TORCH_RECORDING in before:
        pytorch = sys.modules["torch"]
        pytorch.set_grad_enabled(before[_TORCH_RECORDING])
        pytorch.set_default_dtype(before[_TORCH_DTYPE])


def altered(before: Mapping[str, Any], after: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the names whose state has changed."""
    return tuple(name for name, state in before.items() if after.get(name, state) != state)


def is_switch(name: str) -> bool:
    """Return whether a name is that of a mode or a flag.

    Example:
        >>> is_switch("model.training")
        True
    """
    return name.endswith(_SWITCHES)


def copied(inputs: Mapping[str, Any]) -> dict[str, Any]:
    """Return the inputs with copies of their arrays."""
    return {
        name: value.copy() if isinstance(value, np.ndarray) else value
        for name, value in inputs.items()
    }


def _state(value: Any) -> Any:
    """Return a value that equals a later one if nothing was altered."""
    if isinstance(value, Node):
        return id(value), value.data, tuple(map(id, value.parents)), tuple(value.local_gradients)
    if isinstance(value, Mapping):
        return [(key, _state(entry)) for key, entry in value.items()]
    if isinstance(value, list | tuple):
        return list(map(_state, value))
    if isinstance(value, np.ndarray):
        # As bytes, because NaN does not equal itself.
        return value.shape, value.dtype.str, value.tobytes()
    if hasattr(value, "requires_grad") and hasattr(value, "detach"):
        return _state(np.asarray(value.detach().data))
    if isinstance(value, bool | int | float | str):
        return value
    return id(value)
