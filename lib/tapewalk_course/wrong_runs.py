"""The names MLP trained with right and wrong gradients: the record of `bench.wrong_gradients`."""

from __future__ import annotations

import json
from importlib.resources import files
from typing import Any


def load() -> dict[str, Any]:
    """Return the record."""
    text = (files("tapewalk_course") / "wrong_gradients.json").read_text("utf-8")
    record: dict[str, Any] = json.loads(text)
    return record


def differences(record: dict[str, Any]) -> dict[str, float]:
    """Return the largest difference to PyTorch's gradients, for each backward pass.

    Args:
        record: What `load` returned.
    """
    return {
        name: max(tensors.values())
        for name, tensors in record["differences"].items()
        if name != "size"
    }
