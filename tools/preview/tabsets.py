"""Tabsets."""

from __future__ import annotations

import html
from collections.abc import Callable, Mapping

from tools.preview import nodes
from tools.preview.nodes import Node


def tabset(
    node: Node, number: int, words: Mapping[str, str], report: Callable[[str, str], None]
) -> Node:
    """Return a tabset; every panel has its title, for readers without JavaScript.

    Args:
        node: The Div; each heading begins a tab.
        number: The number of the tabset in the page, for ids.
        words: The page's language.
        report: Takes a text to find in the source, and its problem.
    """
    attributes, blocks = node["c"]
    tabs = _tabs(blocks, report)
    name = f"tabset-{number}"
    label = html.escape(words["tabs"])
    listed = [nodes.raw(f'<ul class="nav nav-tabs" role="tablist" aria-label="{label}">')]
    panels: list[Node] = []
    for index, (title, content) in enumerate(tabs, 1):
        listed += _tab(f"{name}-{index}", title, index == 1)
        heading = nodes.div(nodes.attr(classes=["tab-title"]), [nodes.plain(title)])
        state = ["tab-pane", "active"] if index == 1 else ["tab-pane"]
        roles = {"role": "tabpanel", "aria-labelledby": f"{name}-{index}-tab"}
        attr = nodes.attr(f"{name}-{index}", state, roles)
        panels.append(nodes.div(attr, [heading, *content]))
    content_div = nodes.div(nodes.attr(classes=["tab-content"]), panels)
    return nodes.div(attributes, [*listed, nodes.raw("</ul>"), content_div])


def _tabs(
    blocks: list[Node], report: Callable[[str, str], None]
) -> list[tuple[list[Node], list[Node]]]:
    tabs: list[tuple[list[Node], list[Node]]] = []
    level = next((block["c"][0] for block in blocks if block["t"] == "Header"), None)
    for block in blocks:
        if block["t"] == "Header" and block["c"][0] == level:
            tabs.append((block["c"][2], []))
        elif tabs:
            tabs[-1][1].append(block)
    if not blocks or blocks[0]["t"] != "Header":
        message = "a tabset begins with a heading, which names its first tab (blank line before it)"
        report("panel-tabset", message)
    return tabs


def _tab(name: str, title: list[Node], active: bool) -> list[Node]:
    """Return a tab: a button instead of Quarto's link without a target."""
    classes = "nav-link active" if active else "nav-link"
    selected = 'aria-selected="true"' if active else 'aria-selected="false" tabindex="-1"'
    start = (
        f'<li class="nav-item" role="presentation"><button type="button" class="{classes}" '
        f'id="{name}-tab" role="tab" aria-controls="{name}" {selected}>'
    )
    return [nodes.raw(start), nodes.plain(title), nodes.raw("</button></li>")]
