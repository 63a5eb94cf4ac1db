"""The numbers and captions of a page's figures and tables."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from tools.preview import nodes
from tools.preview.nodes import NBSP, Node

# Quarto's own suffix: it makes the id of a caption different from any id an author would write.
_CAPTION_ID = "{}-caption-0ceaefa1-69ba-4598-a22c-09a6ac19f8ca"


def is_float(identifier: str) -> bool:
    """Return whether an id is that of a numbered figure or table."""
    return identifier.startswith(("fig-", "tbl-"))


def number(tree: object, words: Mapping[str, str]) -> Any:
    """Return a page's tree with its figures and tables numbered."""
    counts: Counter[str] = Counter()

    def rule(node: Node) -> list[Node] | None:
        if node["t"] == "Table":
            (identifier, classes, pairs), *rest = node["c"]
            styled = [identifier, [*classes, "caption-top", "table"], pairs]
            return [{"t": "Table", "c": [styled, *rest]}]
        if node["t"] != "Div" or not is_float(node["c"][0][0]):
            return None
        kind = node["c"][0][0].split("-")[0]
        counts[kind] += 1
        return [_float(node, kind, f"{words[kind]}{NBSP}{counts[kind]}")]

    return nodes.rewrite(tree, rule)


def _float(node: Node, kind: str, title: str) -> Node:
    """Return a numbered figure or table, as Quarto writes it."""
    (identifier, classes, pairs), blocks = node["c"]
    caption: list[Node] = []
    if blocks and blocks[-1]["t"] == "Para":
        caption, blocks = blocks[-1]["c"], blocks[:-1]
    position = "top" if kind == "tbl" else "bottom"
    caption_id = _CAPTION_ID.format(identifier)
    name = f"quarto-float-caption-{position} quarto-float-caption quarto-float-{kind}"
    words = (
        [nodes.string(f"{title}:"), {"t": "Space"}, *caption] if caption else [nodes.string(title)]
    )
    captioned = [
        nodes.raw(f'<figcaption id="{caption_id}" class="{name}">'),
        nodes.plain(words),
        nodes.raw("</figcaption>"),
    ]
    body = [nodes.div(nodes.attr(pairs={"aria-describedby": caption_id}), blocks)]
    inner = [*captioned, *body] if position == "top" else [*body, *captioned]
    figure = nodes.raw(f'<figure class="quarto-float quarto-float-{kind} figure">')
    names = ["quarto-float", "quarto-figure", "quarto-figure-center", "anchored", *classes]
    attributes = nodes.attr(identifier, names, dict(pairs))
    return nodes.div(attributes, [figure, *inner, nodes.raw("</figure>")])
