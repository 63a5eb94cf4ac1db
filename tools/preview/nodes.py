"""Pandoc's JSON tree: the nodes the preview makes, and one way to walk it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

Node = dict[str, Any]
Attr = list[Any]

NBSP = "\u00a0"


def attr(
    identifier: str = "", classes: Sequence[str] = (), pairs: Mapping[str, str] | None = None
) -> Attr:
    """Returns a Pandoc attribute."""
    return [identifier, list(classes), [[key, value] for key, value in (pairs or {}).items()]]


def div(attributes: Attr, blocks: list[Node]) -> Node:
    """Returns a Div."""
    return {"t": "Div", "c": [attributes, blocks]}


def raw(html: str) -> Node:
    """Returns a block of HTML."""
    return {"t": "RawBlock", "c": ["html", html]}


def plain(inlines: list[Node]) -> Node:
    """Returns inlines that get no paragraph of their own."""
    return {"t": "Plain", "c": inlines}


def string(text: str) -> Node:
    """Returns literal text."""
    return {"t": "Str", "c": text}


def code_block(text: str, classes: Sequence[str] = ()) -> Node:
    """Returns a block of code."""
    return {"t": "CodeBlock", "c": [attr(classes=classes), text]}


def is_div(node: Node, name: str) -> bool:
    """Tells whether a node is a Div of a class."""
    return node["t"] == "Div" and name in node["c"][0][1]


def pairs(attributes: Attr) -> dict[str, str]:
    """Returns an attribute's key-value pairs."""
    return dict(attributes[2])


Rule = Callable[[Node], list[Node] | None]


def rewrite(tree: object, rule: Rule) -> Any:
    """Returns a tree with nodes replaced, the innermost first.

    Args:
        tree: A node, a list of nodes, or any part of either.
        rule: Returns what takes a node's place, or None to keep it.
    """
    if isinstance(tree, list):
        result: list[Any] = []
        for item in tree:
            item = rewrite(item, rule)
            new = rule(item) if isinstance(item, dict) and "t" in item else None
            if new is None:
                result.append(item)
            else:
                result += new
        return result
    if isinstance(tree, dict):
        return {key: rewrite(value, rule) for key, value in tree.items()}
    return tree


def walk(tree: object) -> Iterator[Node]:
    """Yields every node of a tree in the order of the page."""
    if isinstance(tree, list):
        for item in tree:
            yield from walk(item)
    elif isinstance(tree, dict):
        if "t" in tree:
            yield tree
        for value in tree.values():
            yield from walk(value)


def text_of(tree: object) -> str:
    """Returns the words of a tree, without any markup."""
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
