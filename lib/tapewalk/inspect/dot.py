"""A report's graph in the language of Graphviz."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from tapewalk.inspect.report import Report


# Told by shape, not by colour: it prints, and everyone sees it.
_SHAPES: Final = {
    **{"accumulate": "ellipse", "fused_attention": "doubleoctagon", "residual": "diamond"},
    **{"layout_free": "plaintext", "layout_copy": "note", "dtype_copy": "note", "loss": "house"},
    **{"custom": "component", "unknown": "tripleoctagon"},
}


def as_dot(report: Report) -> str:
    """Return a digraph: an edge goes where the gradient goes, from the loss to the leaves.

    Args:
        report: The report.
    """
    lines = ["digraph backward {", '  node [shape=box, fontname="sans-serif"];']
    for node in report.nodes:
        words = [node.label or node.op]
        words += [] if node.shape is None else [str(list(node.shape))]
        label = "\\n".join(word.replace("\\", "\\\\").replace('"', '\\"') for word in words)
        shape = _SHAPES.get(node.category, "box")
        lines.append(f'  n{node.position} [label="{label}", shape={shape}];')
        lines += [f"  n{node.position} -> n{n};" for n in node.next_functions if n is not None]
    return "\n".join([*lines, "}"])
