"""What the pages with the view `variants` share: data of a choice between cases."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def choice(name: str, label: str, texts: Mapping[str, str]) -> dict[str, Any]:
    """Return one of the `choices` of a figure.

    Args:
        name: The name under which links set it.
        label: The displayed name.
        texts: By value, the text of its button.

    Example:
        >>> choice("look", "look at", {"x": "x.grad"})
        {'name': 'look', 'label': 'look at', 'values': [{'value': 'x', 'text': 'x.grad'}]}
    """
    values = [{"value": value, "text": text} for value, text in texts.items()]
    return {"name": name, "label": label, "values": values}
