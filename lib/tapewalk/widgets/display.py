"""What a notebook shows of a value or a tensor that ends a cell: its graph, where it can."""

from __future__ import annotations

import os
import sys
from typing import Any

# A larger graph is not read at a glance: it is walked with `tapewalk.widgets`.
_MOST_NODES = 200


def mimebundle(root: Any) -> Any:
    """Return the graph behind `root` as a figure for the front end; None leaves it at its repr.

    It is None outside notebooks, for a graph that `backward` has freed, and where the variable
    TAPEWALK_DISPLAY is "text", as it is where Quarto runs the cells. Without anywidget the figure
    is still, and says how to get one that moves. The metadata say that a page of the course shows
    the text alone.

    Args:
        root: A `Value`, or a tensor with one entry, that an operation made.
    """
    if os.environ.get("TAPEWALK_DISPLAY") == "text" or not _in_notebook():
        return None
    from tapewalk import widgets
    from tapewalk.trace.tracing import trace

    try:
        walk = trace(root)
    except RuntimeError:
        return None
    if len(walk["nodes"]) > _MOST_NODES:
        return None
    data, metadata = widgets.graph(walk)._repr_mimebundle_()
    # One run of a lesson serves its notebook, which shows the figure, and its page, which doesn't.
    return {**data, "text/plain": repr(root)}, {**metadata, "tapewalk": {"page": "text/plain"}}


def _in_notebook() -> bool:
    """Tell whether the code runs in a Jupyter kernel; a terminal's IPython draws nothing."""
    ipython = sys.modules.get("IPython")
    shell = ipython.get_ipython() if ipython is not None else None
    return hasattr(shell, "kernel")
