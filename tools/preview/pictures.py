"""Pictures: their alternative text and Quarto's class names."""

from __future__ import annotations

from typing import Any

from tools.preview import nodes
from tools.preview.errors import Problems
from tools.preview.nodes import Node
from tools.preview.source import Source


def dress(tree: object, source: Source, problems: Problems) -> Any:
    """Return a page's tree with alternative texts for all pictures.

    Args:
        tree: The page's blocks.
        source: The page, to report the place of a picture.
        problems: Collects pictures without a description: Quarto would write them without `alt`.
    """

    def rule(node: Node) -> list[Node] | None:
        if node["t"] != "Image":
            return None
        (identifier, classes, key_values), caption, target = node["c"]
        pairs = dict(key_values)
        alt = pairs.pop("fig-alt", pairs.pop("alt", None))
        if alt is None:
            alt = nodes.text_of(caption)
            if not alt:
                for place in source.find(target[0]):
                    problems.add(
                        place,
                        f"the picture `{target[0]}` says nothing to a reader who can't see it: "
                        'add `{fig-alt="…"}` (empty for a mere ornament)',
                    )
        names = [*classes, "img-fluid", "figure-img"]
        # Pandoc takes alt from this key, or else from the caption.
        attributes = nodes.attr(identifier, names, {**pairs, "alt": alt})
        return [{"t": "Image", "c": [attributes, [], target]}]

    return nodes.rewrite(tree, rule)
