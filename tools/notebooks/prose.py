"""A page's markdown as a notebook shows it: plain, with a marked line for each cell."""

from __future__ import annotations

import html
from collections.abc import Callable
from typing import Any

from tools.minutes import minutes
from tools.notebooks.marks import CELL, CLOSE, OPEN
from tools.preview import crossrefs, nodes
from tools.preview.callouts import KINDS
from tools.preview.cells import Cell
from tools.preview.crossrefs import Numbering
from tools.preview.errors import Problems
from tools.preview.nodes import Node
from tools.preview.page import Page

# The class of a block of code that solves an exercise.
SOLUTION = "solution"


def rewrite(tree: object, page: Page, link: Callable[[str], str | None], problems: Problems) -> Any:
    """Return the page's blocks as plain markdown.

    Args:
        tree: Pandoc's tree.
        page: The page.
        link: Returns the target of a page's link in its notebook, None if it has none.
        problems: Collects references without a target.
    """
    numbering = Numbering(page.words)
    _number(tree, page, numbering)
    tree = nodes.rewrite(tree, lambda node: _equations(node, numbering))
    tree = crossrefs.resolve(tree, numbering, page.source, problems)
    tree = nodes.rewrite(tree, lambda node: _visible(node))
    rules = _Rules(page, numbering, link)
    return _sections(nodes.rewrite(tree, rules.apply))


def _number(tree: object, page: Page, numbering: Numbering) -> None:
    """Assign the page's numbers, in its order."""
    for node in nodes.walk(tree):
        if node["t"] == "Header" and "unnumbered" not in node["c"][1][1]:
            numbering.give_section(node["c"][0], node["c"][1][0])
            continue
        identifier = _float_of(node, page)
        if identifier:
            numbering.give(identifier)


def _float_of(node: Node, page: Page) -> str:
    if nodes.is_div(node, CELL):
        cell = page.parts[int(nodes.pairs(node["c"][0])["n"])]
        label = cell.label if isinstance(cell, Cell) else None
    elif node["t"] in ("Div", "Figure", "Table"):
        label = node["c"][0][0]
    else:
        return ""
    return label if label and label.startswith(("fig-", "tbl-")) else ""


def _equations(node: Node, numbering: Numbering) -> list[Node] | None:
    if node["t"] not in ("Para", "Plain"):
        return None
    return crossrefs.number_equations(node, numbering)


def _visible(node: Node) -> list[Node] | None:
    """Remove the nodes that a notebook does not show; the others are unwrapped later."""
    if node["t"] == "RawBlock":
        return []
    if node["t"] != "Div":
        return None
    _, classes, _ = node["c"][0]
    pairs = nodes.pairs(node["c"][0])
    if "content-visible" not in classes and "content-hidden" not in classes:
        return None
    matches = True
    for key in ("when-format", "unless-format"):
        if key in pairs:
            matches = matches and (pairs[key] == "ipynb") == (key == "when-format")
    return None if matches == ("content-visible" in classes) else []


class _Rules:
    """The replacement of each node of Pandoc's tree."""

    def __init__(self, page: Page, numbering: Numbering, link: Callable[[str], str | None]) -> None:
        self._page = page
        self._numbering = numbering
        self._leads = link
        self._rules: dict[str, Callable[[Node], list[Node] | None]] = {
            "Div": self._div,
            "Figure": self._figure,
            "Table": self._table,
            "Header": self._header,
            "Para": self._para,
            "Span": self._span,
            "Link": self._link,
            "Image": self._image,
            "Note": self._note,
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
        kind = next((name[8:] for name in classes if name.startswith("callout-")), None)
        if kind in KINDS:
            return self._callout(node, str(kind))
        if identifier.startswith(("fig-", "tbl-")) and blocks and blocks[-1]["t"] == "Para":
            return [*blocks[:-1], self._caption(identifier, blocks[-1]["c"])]
        return list(blocks)

    def _cell(self, node: Node) -> list[Node]:
        index = int(nodes.pairs(node["c"][0])["n"])
        part = self._page.parts[index]
        label = (part.label if isinstance(part, Cell) else None) or ""
        marked = _mark("cell", str(index))
        if label not in self._numbering.numbers:
            return [marked]
        inlines = [i for block in node["c"][1] if block["t"] == "Para" for i in block["c"]]
        return [marked, self._caption(label, inlines)]

    def _caption(self, identifier: str, inlines: list[Node]) -> Node:
        word = self._numbering.words[identifier.split("-")[0]]
        number = nodes.string(f"{word} {self._numbering.numbers[identifier]}")
        end = [nodes.string("."), {"t": "Space"}, *inlines] if inlines else []
        return {"t": "Para", "c": [{"t": "Emph", "c": [number, *end]}]}

    def _callout(self, node: Node, kind: str) -> list[Node]:
        blocks = node["c"][1]
        title = [nodes.string(self._page.words[kind])]
        own = nodes.pairs(node["c"][0]).get("title")
        if own:
            title = [nodes.string(own)]
        elif blocks and blocks[0]["t"] == "Header":
            title, blocks = blocks[0]["c"][2], blocks[1:]
        head = {"t": "Para", "c": [{"t": "Strong", "c": title}]}
        # A cell can't run inside a quotation, so such a callout becomes plain text.
        if any(nodes.is_div(inner, CELL) or _is_mark(inner) for inner in nodes.walk(blocks)):
            return [head, *blocks]
        if nodes.pairs(node["c"][0]).get("collapse") == "true":
            return _folded(title, blocks)
        return [{"t": "BlockQuote", "c": [head, *blocks]}]

    def _figure(self, node: Node) -> list[Node]:
        (identifier, _, _), (_, caption), blocks = node["c"]
        inlines = [i for block in caption for i in block["c"]]
        if identifier in self._numbering.numbers:
            return [*blocks, self._caption(identifier, inlines)]
        return [*blocks, {"t": "Para", "c": [{"t": "Emph", "c": inlines}]}] if inlines else blocks

    def _table(self, node: Node) -> list[Node] | None:
        (identifier, _, _), caption, *rest = node["c"]
        if identifier not in self._numbering.numbers:
            return None
        inlines = [i for block in caption[1] for i in block["c"]]
        bare = {"t": "Table", "c": [nodes.attr(), [None, []], *rest]}
        return [self._caption(identifier, inlines), bare]

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
        leads = self._leads(target)
        if leads is None:
            return list(inlines)
        return [{"t": "Link", "c": [nodes.attr(), inlines, [leads, title]]}]

    def _image(self, node: Node) -> list[Node]:
        _, inlines, (target, title) = node["c"]
        leads = self._leads(target)
        if leads is None:
            return [{"t": "Emph", "c": inlines}] if inlines else []
        return [{"t": "Image", "c": [nodes.attr(), inlines, [leads, title]]}]

    def _note(self, node: Node) -> list[Node]:
        inlines = [i for block in node["c"] if block["t"] in ("Para", "Plain") for i in block["c"]]
        return [nodes.string(" ("), *inlines, nodes.string(")")]

    def _code_block(self, node: Node) -> list[Node]:
        (_, classes, _), text = node["c"]
        # The site opens it after an attempt; a notebook could not keep it closed.
        return [] if SOLUTION in classes else [nodes.code_block(text, classes[:1])]


def _folded(title: list[Node], blocks: list[Node]) -> list[Node]:
    """Return a folded block, such as a hint: front ends show <details> in markdown."""
    summary = f"<summary>{html.escape(nodes.text_of(title))}</summary>"
    return [nodes.raw(f"<details>{summary}"), *blocks, nodes.raw("</details>")]


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
