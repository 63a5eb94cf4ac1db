"""The workloads: each file makes the same step with several engines, from the same numbers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Work:
    """One workload prepared with one engine.

    Attributes:
        step: Runs forward and backward (and the update, where there is one); returns the loss.
        gradients: Returns those of the last step, numbers or arrays, the same order for all.
    """

    step: Callable[[], float]
    gradients: Callable[[], list[Any]]
