"""What the pages with the view `family` share: values by the sliders, panels with tabs, steps."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any


def by(*names: str, values: Sequence[Any]) -> dict[str, Any]:
    """Return values that the sliders of these names choose among, nested in this order.

    Example:
        >>> by("rate", "step", values=[[4.0, 1.0], [4.0, 9.0]])
        {'by': ['rate', 'step'], 'values': [[4.0, 1.0], [4.0, 9.0]]}
    """
    return {"by": [*names], "values": values}


def rounded(numbers: Iterable[float], digits: int = 4) -> list[float]:
    """Return numbers with so many significant digits, which keep a page small."""
    return [float(f"{number:.{digits}g}") for number in numbers]


def panel(
    words: Mapping[str, str], name: str, marks: Sequence[Any], **settings: Any
) -> dict[str, Any]:
    """Return a panel with a tab.

    Args:
        words: The text of the tab under the name, and the title as `NAME_title`.
        name: The panel's name.
        marks: What it draws.
        settings: Its axes `x` and `y`, and the `least` height in pixels that it needs.
    """
    about = {"name": name, "tab": words[name], "title": words[f"{name}_title"]}
    return {**about, **settings, "marks": marks}


def steps(words: Mapping[str, str], values: Iterable[int]) -> dict[str, Any]:
    """Return the slider along a run, which can play."""
    return {"name": "step", "label": words["step"], "values": [*values], "plays": True}
