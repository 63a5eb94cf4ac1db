"""The figure of a value or tensor at the end of a notebook cell: its graph, where possible."""

from __future__ import annotations

import os
import sys
from typing import Any

from tapewalk.scalar.value import Value
from tapewalk.trace.tracing import trace

# The types with a figure, by their modules: registering them imports nothing.
_SHOWN = {"tapewalk.scalar.value": "Value", "tapewalk.tensor.tensor": "Tensor"}

# A larger graph is not read at a glance: it is walked with `tapewalk.widgets`.
_MOST_NODES = 200


def register() -> None:
    """Register the figures of values and tensors with IPython, if it is running."""
    shell = _shell()
    if shell is None:
        return
    formatter = shell.display_formatter.mimebundle_formatter
    for file, name in _SHOWN.items():
        formatter.for_type_by_name(file, name, mimebundle)


def mimebundle(root: Any) -> Any:
    """Return the graph of `root` as a figure for the front end; None leaves it at its repr.

    It is None for a leaf and for a tensor of several entries, outside notebooks, for a graph that
    `backward` has freed, and if the variable TAPEWALK_DISPLAY is "text", as it is when Quarto runs
    the cells. Without anywidget the figure is still, and says how to get one that moves. According
    to the metadata a page of the course shows the text alone.

    Args:
        root: A `Value` or a tensor.
    """
    if os.environ.get("TAPEWALK_DISPLAY") == "text" or not hasattr(_shell(), "kernel"):
        return None  # a terminal's IPython draws nothing
    made_by = root.parents if isinstance(root, Value) else root.grad_fn
    if not made_by or getattr(root.data, "size", 1) != 1:
        return None
    from tapewalk import widgets

    try:
        recorded = trace(root)
    except RuntimeError:
        return None
    if len(recorded["nodes"]) > _MOST_NODES:
        return None
    data, metadata = widgets.graph(recorded)._repr_mimebundle_()
    # One run of a lesson serves its notebook, which shows the figure, and its page, which doesn't.
    return {**data, "text/plain": repr(root)}, {**metadata, "tapewalk": {"page": "text/plain"}}


def _shell() -> Any:
    """Return the IPython that runs this code, None in plain Python."""
    ipython = sys.modules.get("IPython")
    return ipython.get_ipython() if ipython is not None else None
