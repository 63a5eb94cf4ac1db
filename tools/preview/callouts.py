"""Callouts, as Quarto writes them."""

from __future__ import annotations

import html
from collections.abc import Mapping

from tools.preview import nodes
from tools.preview.nodes import Node

KINDS = ("note", "tip", "warning", "important", "caution")


def callout(node: Node, kind: str, number: int, words: Mapping[str, str]) -> list[Node]:
    """Return a callout; one that folds is a <details>, which needs no script.

    Args:
        node: The Div.
        kind: One of `KINDS`.
        number: Which callout of the page it is, for ids.
        words: The page's language.
    """
    (identifier, classes, _), blocks = node["c"]
    pairs = nodes.pairs(node["c"][0])
    title: list[Node] = [nodes.string(words[kind])]
    if "title" in pairs:
        title = [nodes.string(pairs["title"])]
    elif blocks and blocks[0]["t"] == "Header":
        title, blocks = blocks[0]["c"][2], blocks[1:]
    style = pairs.get("appearance", "default")
    extra = [name for name in classes if name != f"callout-{kind}"]
    names = ["callout", f"callout-style-{style}", f"callout-{kind}", "callout-titled", *extra]
    body = nodes.div(nodes.attr(classes=["callout-body-container", "callout-body"]), blocks)
    fold = pairs.get("collapse")
    if fold is None:
        bar = nodes.attr(classes=["callout-header", "d-flex", "align-content-center"])
        inner = [nodes.div(bar, _header(title, words[kind], "div")), body]
        return [nodes.div(nodes.attr(identifier, names), inner)]
    label = f' id="{html.escape(identifier)}"' if identifier else ""
    state = " open" if fold == "false" else ""
    return [
        nodes.raw(f'<details{label} class="{html.escape(" ".join(names))}"{state}>'),
        nodes.raw('<summary class="callout-header d-flex align-content-center">'),
        # HTML allows no <div> in a <summary>.
        *_header(title, words[kind], "span"),
        nodes.raw('<span class="callout-btn-toggle"><i class="callout-toggle"></i></span>'),
        nodes.raw("</summary>"),
        nodes.div(nodes.attr(f"callout-{number}", ["callout-collapse"]), [body]),
        nodes.raw("</details>"),
    ]


def _header(title: list[Node], kind: str, tag: str) -> list[Node]:
    # A custom title follows the kind: colour and icon alone would not convey it.
    own = nodes.text_of(title) != kind
    spoken = f'<span class="screen-reader-only">{kind}: </span>' if own else ""
    icon = '<i class="callout-icon" aria-hidden="true"></i>'
    start = (
        f'<{tag} class="callout-icon-container">{icon}</{tag}>'
        f'<{tag} class="callout-title-container flex-fill">{spoken}'
    )
    return [nodes.raw(start), nodes.plain(title), nodes.raw(f"</{tag}>")]
