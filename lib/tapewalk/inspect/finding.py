"""A finding: something in a model or its training that looks wrong, with its evidence."""

from __future__ import annotations

from typing import Any, NamedTuple


class Finding(NamedTuple):
    """Something that looks wrong.

    Attributes:
        kind: The kind of the rule that found it.
        module: Name of the module it is in, "" for the model or its surroundings.
        place: File and line, "model.py:12", if they are known.
        facts: Names and measured numbers that fill the gaps in its sentences.
        confidence: "error": training goes wrong, unless you intended it; "warning": it nearly
            always does; "note": it costs memory or time, or a single step can't show whether it
            does harm.
        times: How often the same thing was found: at one line, or in equal blocks.

    Example:
        >>> import torch
        >>> from tapewalk import inspect
        >>> model = torch.nn.Sequential(torch.nn.Linear(2, 2), torch.nn.Linear(2, 1))
        >>> (found,) = inspect(model, torch.ones(1, 2)).findings
        >>> found.kind, found.module, found.facts
        ('no_activation', '1', {'first': '0', 'second': '1'})
    """

    kind: str
    module: str
    place: str | None
    facts: dict[str, Any]
    confidence: str = "warning"
    times: int = 1
