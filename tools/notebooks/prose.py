"""A page's markdown as a notebook shows it: plain, with a marked line for each cell."""

from __future__ import annotations

import html
import posixpath
import re
from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any

from tools.minutes import minutes
from tools.notebooks.marks import CELL, CLOSE, OPEN
from tools.preview import nodes
from tools.preview.cells import Cell
from tools.preview.divs import KINDS
from tools.preview.floats import is_float
from tools.preview.links import page_url
from tools.preview.nodes import Node
from tools.preview.page import Page

# The class of a block of code that solves an exercise.
SOLUTION = "solution"


def rewrite(tree: object, page: Page, site: str) -> Any:
    """Return the page's blocks as plain markdown.

    Args:
        tree: Pandoc's tree.
        page: The page.
        site: The site's address, "" if it is unknown.
    """
    rules = _Rules(page, _titles(tree, page), site)
    return _sections(nodes.rewrite(nodes.rewrite(tree, _visible), rules.apply))


def _titles(tree: object, page: Page) -> dict[str, str]:
    """Return "Figure 1" and the like by id: the numbers of the page, in its order."""
    counts: Counter[str] = Counter()
    titles: dict[str, str] = {}
    for node in nodes.walk(tree):
        if node["t"] != "Div":
            continue
        cell = _cell_of(node, page)
        identifier = cell.label if cell else node["c"][0][0]
        if is_float(identifier):
            kind = identifier.split("-")[0]
            counts[kind] += 1
            titles[identifier] = f"{page.words[kind]} {counts[kind]}"
    return titles


def _cell_of(node: Node, page: Page) -> Cell | None:
    """Return the cell that a Div marks, or None."""
    part = page.parts[_number_of(node)] if nodes.is_div(node, CELL) else None
    return part if isinstance(part, Cell) else None


def _number_of(node: Node) -> int:
    return int(nodes.pairs(node["c"][0])["n"])


def _visible(node: Node) -> list[Node] | None:
    """Remove the nodes that only a page shows; the others are unwrapped later."""
    is_of_page = node["t"] == "RawBlock" or nodes.is_div(node, "content-visible")
    return [] if is_of_page else None


class _Rules:
    """The replacement of each node of Pandoc's tree."""

    def __init__(self, page: Page, titles: Mapping[str, str], site: str) -> None:
        self._page = page
        self._titles = titles
        self._site = site
        self._rules: dict[str, Callable[[Node], list[Node] | None]] = {
            "Div": self._div,
            "Header": self._header,
            "Para": self._para,
            "Span": self._span,
            "Link": self._link,
            "CodeBlock": self._code_block,
        }

    def apply(self, node: Node) -> list[Node] | None:
        """Return the replacement of a node, None to keep it."""
        rule = self._rules.get(node["t"])
        return rule(node) if rule else None

    def _div(self, node: Node) -> list[Node]:
        (identifier, classes, _), blocks = node["c"]
        if CELL in classes:
            return self._cell(node)
        if any(f"callout-{kind}" in classes for kind in KINDS):
            return _callout(blocks)
        if identifier in self._titles and blocks and blocks[-1]["t"] == "Para":
            return [*blocks[:-1], self._caption(identifier, blocks[-1]["c"])]
        return list(blocks)

    def _cell(self, node: Node) -> list[Node]:
        marked = _mark("cell", str(_number_of(node)))
        cell = _cell_of(node, self._page)
        if cell is None or cell.label not in self._titles:
            return [marked]
        return [marked, self._caption(cell.label, nodes.inlines(node["c"][1]))]

    def _caption(self, identifier: str, inlines: list[Node]) -> Node:
        end = [nodes.string("."), {"t": "Space"}, *inlines] if inlines else []
        text = [nodes.string(self._titles[identifier]), *end]
        return {"t": "Para", "c": [{"t": "Emph", "c": text}]}

    def _header(self, node: Node) -> list[Node]:
        level, (identifier, _, _), inlines = node["c"]
        return [{"t": "Header", "c": [level, nodes.attr(identifier), inlines]}]

    def _para(self, node: Node) -> list[Node] | None:
        # Short facts side by side: on the page, a style separates them.
        spans = [inline for inline in node["c"] if inline["t"] == "Span"]
        if not spans or any(i["t"] not in ("Span", "Space", "SoftBreak") for i in node["c"]):
            return None
        facts: list[Node] = []
        for span in spans:
            facts += [nodes.string(" · ")] if facts else []
            facts += span["c"][1]
        return [{"t": "Para", "c": facts}]

    def _span(self, node: Node) -> list[Node] | None:
        if "minutes" in node["c"][0][1]:
            said = [nodes.string(f"{minutes(self._page.source.path)} "), *node["c"][1]]
            return [{"t": "Span", "c": [nodes.attr(classes=["fact"]), said]}]
        # The rule for the paragraph joins the facts of a line later.
        return None if "fact" in node["c"][0][1] else list(node["c"][1])

    def _link(self, node: Node) -> list[Node]:
        attributes, inlines, (target, title) = node["c"]
        address = link_target(target, self._page, self._site)
        if address is None:
            return list(inlines)
        return [{"t": "Link", "c": [nodes.attr(), inlines, [address, title]]}]

    def _code_block(self, node: Node) -> list[Node]:
        (_, classes, _), text = node["c"]
        # The site opens it after an attempt; a notebook could not keep it closed.
        return [] if SOLUTION in classes else [nodes.code_block(text, classes[:1])]


def link_target(target: str, page: Page, site: str) -> str | None:
    """Return where a page's link leads in its notebook; `None` if nowhere.

    Args:
        target: The target in the page.
        page: The page.
        site: The site's address, "" if it is unknown.
    """
    if re.match(r"[a-z]+:", target):
        return target
    path, hash_, fragment = target.partition("#")
    # The ids of the page itself are not those of its notebook.
    if not site or not path:
        return None
    address = posixpath.normpath(posixpath.join("/", page.folder, path))
    return f"{site}{page_url(address.lstrip('/'))}{hash_}{fragment}"


def _callout(blocks: list[Node]) -> list[Node]:
    """Return a hint, folded: front ends show <details> in markdown."""
    head, *rest = blocks
    title = head["c"][2]
    # A cell can't run inside <details>, so such a hint becomes plain text.
    if any(_is_mark(inner) for inner in nodes.walk(rest)):
        return [{"t": "Para", "c": [{"t": "Strong", "c": title}]}, *rest]
    summary = f"<summary>{html.escape(nodes.text_of(title))}</summary>"
    return [nodes.raw(f"<details>{summary}"), *rest, nodes.raw("</details>")]


def _mark(kind: str, text: str) -> Node:
    return {"t": "Para", "c": [nodes.string(f"{OPEN}{kind} {text}{CLOSE}")]}


def _is_mark(node: Node) -> bool:
    return node["t"] == "Str" and str(node["c"]).startswith(f"{OPEN}cell ")


def _sections(blocks: list[Node]) -> list[Node]:
    """Mark the start of each section, where the notebook begins a new cell."""
    marked: list[Node] = []
    for block in blocks:
        if block["t"] == "Header":
            marked.append(_mark("section", block["c"][1][0]))
        marked.append(block)
    return marked
