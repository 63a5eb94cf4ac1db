"""The data of `order.qmd`: what several backward passes add up at a leaf."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any, Final

from tapewalk import Value, tape
from tapewalk_course.figures.family import by

_PASSES: Final = (1, 2, 3)


def after_passes(root: Value, leaf: Value, *, clears: bool) -> list[float]:
    """Return the gradient of a leaf after one, two and three passes.

    Args:
        root: Where each pass starts.
        leaf: A leaf of its graph.
        clears: Whether the intermediate nodes are cleared before each pass.
    """
    grads: defaultdict[Value, float] = defaultdict(float)
    held = []
    for _ in _PASSES:
        if clears:
            grads.update({value: 0.0 for value in tape(root) if value.parents})
        grads[root] += 1.0
        for value in reversed(tape(root)):
            for parent, local in zip(value.parents, value.local_gradients, strict=True):
                grads[parent] += grads[value] * local
        held.append(grads[leaf])
    return held


def repeated(
    words: Mapping[str, str], clearing: Sequence[float], keeping: Sequence[float]
) -> dict[str, Any]:
    """Return the gradient after each pass, of an engine that clears and of one that does not."""
    engines = [
        {"label": words["clears"], "colour": "forward"},
        {"label": words["keeps"], "colour": "backward"},
    ]
    series = list(zip(engines, (clearing, keeping), strict=True))
    run = {"kind": "run", "along": "walks"}
    slider = {"name": "walks", "label": words["walks"], "values": _PASSES, "at": 1, "plays": True}
    return {
        "sliders": [slider],
        "panels": [
            {
                "title": words["title"],
                "x": {"label": words["walks"]},
                "y": {"label": "∂a", "from": 0},
                "marks": [{**run, **engine, "y": held} for engine, held in series],
            }
        ],
        "readings": [{**engine, "values": by("walks", values=held)} for engine, held in series],
    }
