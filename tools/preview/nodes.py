"""Pandoc's JSON tree: the nodes that the preview makes, and its traversal."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

Node = dict[str, Any]
Attr = list[Any]

NBSP = "\u00a0"


def attr(
    identifier: str = "", classes: Sequence[str] = (), pairs: Mapping[str, str] | None = None
) -> Attr:
    """Return a Pandoc attribute."""
    return [identifier, list(classes), [[key, value] for key, value in (pairs or {}).items()]]


def div(attributes: Attr, blocks: list[Node]) -> Node:
    """Return a Div."""
    return {"t": "Div", "c": [attributes, blocks]}


def raw(html: str) -> Node:
    """Return a block of HTML."""
    return {"t": "RawBlock", "c": ["html", html]}


def plain(inlines: list[Node]) -> Node:
    """Return inlines without a paragraph around them."""
    return {"t": "Plain", "c": inlines}


def string(text: str) -> Node:
    """Return literal text."""
    return {"t": "Str", "c": text}


def code_block(text: str, classes: Sequence[str] = ()) -> Node:
    """Return a block of code."""
    return {"t": "CodeBlock", "c": [attr(classes=classes), text]}


def is_div(node: Node, name: str) -> bool:
    """Return whether a node is a Div of a class."""
    return node["t"] == "Div" and name in node["c"][0][1]


def pairs(attributes: Attr) -> dict[str, str]:
    """Return an attribute's key-value pairs."""
    return dict(attributes[2])


def inlines(blocks: list[Node]) -> list[Node]:
    """Return the text of paragraphs as one list of inlines."""
    return [inline for block in blocks if block["t"] in ("Para", "Plain") for inline in block["c"]]


Rule = Callable[[Node], list[Node] | None]


def rewrite(tree: object, rule: Rule) -> Any:
    """Return a tree with nodes replaced, the innermost first.

    Args:
        tree: A node, a list of nodes, or any part of either.
        rule: Returns the replacement of a node, or None to keep it.
    """
    if isinstance(tree, list):
        result: list[Any] = []
        for item in tree:
            if not isinstance(item, (dict, list)):
                result.append(item)
                continue
            item = rewrite(item, rule)
            new = rule(item) if isinstance(item, dict) and "t" in item else None
            if new is None:
                result.append(item)
            else:
                result += new
        return result
    if isinstance(tree, dict):
        # Most values are words: they stay, without a call.
        return {
            key: rewrite(value, rule) if isinstance(value, (dict, list)) else value
            for key, value in tree.items()
        }
    return tree


def walk(tree: object) -> Iterator[Node]:
    """Yield every node of a tree in the order of the page."""
    if isinstance(tree, list):
        for item in tree:
            yield from walk(item)
    elif isinstance(tree, dict):
        if "t" in tree:
            yield tree
        for value in tree.values():
            yield from walk(value)


def text_of(tree: object) -> str:
    """Return the words of a tree, without any markup."""
    words: list[str] = []
    for node in walk(tree):
        kind = node["t"]
        if kind == "Str":
            words.append(node["c"])
        elif kind in ("Space", "SoftBreak", "LineBreak"):
            words.append(" ")
        elif kind in ("Code", "Math"):
            words.append(node["c"][1])
    return "".join(words)
