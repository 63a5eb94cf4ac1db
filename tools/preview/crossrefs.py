"""Numbers of figures, tables, equations and sections, and the links `@fig-x` to them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from tools.preview import nodes
from tools.preview.errors import Problems
from tools.preview.nodes import NBSP, Node
from tools.preview.source import Source

FLOAT = "preview-float"
CAPTION = "preview-caption"
_KINDS = ("fig", "tbl", "sec", "eq")
_EQUATION_ID = re.compile(r"^\{#(eq-[^ }]+)\}$")
# Quarto's own suffix: it makes the id of a caption different from any id an author would write.
_CAPTION_ID = "{}-caption-0ceaefa1-69ba-4598-a22c-09a6ac19f8ca"


@dataclass
class Numbering:
    """The numbers assigned so far, by id."""

    words: Mapping[str, str]
    numbers: dict[str, str] = field(default_factory=dict)
    counts: dict[str, int] = field(default_factory=dict)
    sections: list[int] = field(default_factory=list)

    def give(self, identifier: str) -> str:
        """Number the next figure, table or equation."""
        kind = identifier.split("-")[0]
        self.counts[kind] = self.counts.get(kind, 0) + 1
        self.numbers[identifier] = str(self.counts[kind])
        return self.numbers[identifier]

    def give_section(self, level: int, identifier: str) -> None:
        """Number the next heading."""
        padding = [0] * (level - len(self.sections))
        self.sections = [*self.sections, *padding][:level]
        self.sections[level - 1] += 1
        # Pages begin at level 2, so level 1 is not counted.
        self.numbers[identifier] = ".".join(str(n) for n in self.sections).removeprefix("0.")


def number(tree: object, words: Mapping[str, str]) -> tuple[Any, Numbering]:
    """Return a page's tree with its floats and equations numbered, and the numbers.

    Args:
        tree: The page's blocks.
        words: The page's language.
    """
    numbering = Numbering(words)
    for node in nodes.walk(tree):
        if node["t"] == "Header" and "unnumbered" not in node["c"][1][1]:
            numbering.give_section(node["c"][0], node["c"][1][0])
    rules = {
        "Div": _number_div,
        "Figure": _number_figure,
        "Table": _number_table,
        "Para": number_equations,
        "Plain": number_equations,
    }

    def rule(node: Node) -> list[Node] | None:
        handler = rules.get(node["t"])
        return handler(node, numbering) if handler else None

    return nodes.rewrite(tree, rule), numbering


def _number_div(node: Node, numbering: Numbering) -> list[Node] | None:
    (identifier, classes, pairs), blocks = node["c"]
    if not identifier.startswith(("fig-", "tbl-")):
        return None
    caption: list[Node] = []
    if blocks and nodes.is_div(blocks[-1], CAPTION):
        caption = [i for b in blocks[-1]["c"][1] if b["t"] in ("Para", "Plain") for i in b["c"]]
        blocks = blocks[:-1]
    elif FLOAT not in classes and blocks and blocks[-1]["t"] == "Para":
        caption, blocks = blocks[-1]["c"], blocks[:-1]
    extra = [name for name in classes if name != FLOAT]
    return [_float(identifier, extra, dict(pairs), blocks, caption, numbering)]


def _number_figure(node: Node, numbering: Numbering) -> list[Node]:
    (identifier, classes, pairs), (_, caption_blocks), blocks = node["c"]
    caption = [i for b in caption_blocks if b["t"] in ("Para", "Plain") for i in b["c"]]
    if identifier.startswith("fig-"):
        return [_float(identifier, classes, dict(pairs), blocks, caption, numbering)]
    inner = [
        nodes.raw('<figure class="figure">'),
        *blocks,
        nodes.raw("<figcaption>"),
        nodes.plain(caption),
        nodes.raw("</figcaption></figure>"),
    ]
    names = ["quarto-figure", "quarto-figure-center", *classes]
    return [nodes.div(nodes.attr(identifier, names, dict(pairs)), inner)]


def _number_table(node: Node, numbering: Numbering) -> list[Node]:
    attributes, caption, *rest = node["c"]
    identifier, classes, pairs = attributes
    styled = [*classes, "caption-top", "table"]
    if not identifier.startswith("tbl-"):
        return [{"t": "Table", "c": [[identifier, styled, pairs], caption, *rest]}]
    inlines = [i for b in caption[1] if b["t"] in ("Para", "Plain") for i in b["c"]]
    bare = {"t": "Table", "c": [["", styled, pairs], [None, []], *rest]}
    return [_float(identifier, [], {}, [bare], inlines, numbering)]


def number_equations(node: Node, numbering: Numbering) -> list[Node] | None:
    """Give an id and a number to each `$$ … $$ {#eq-x}` of a paragraph."""
    inlines: list[Node] = []
    for inline in node["c"]:
        match = _EQUATION_ID.match(inline["c"]) if inline["t"] == "Str" else None
        if match is None:
            inlines.append(inline)
            continue
        while inlines and inlines[-1]["t"] in ("Space", "SoftBreak"):
            inlines.pop()
        if not inlines or inlines[-1]["t"] != "Math":
            return None
        kind, text = inlines.pop()["c"]
        numbered = f"{text.rstrip()} \\qquad({numbering.give(match[1])})"
        math = {"t": "Math", "c": [kind, numbered]}
        inlines.append({"t": "Span", "c": [nodes.attr(match[1]), [math]]})
    return [{"t": node["t"], "c": inlines}]


def _float(
    identifier: str,
    classes: list[str],
    pairs: dict[str, str],
    content: list[Node],
    caption: list[Node],
    numbering: Numbering,
) -> Node:
    """Return a numbered figure or table, as Quarto writes it."""
    kind = identifier.split("-")[0]
    top = kind == "tbl"
    caption_id = _CAPTION_ID.format(identifier)
    position = "top" if top else "bottom"
    name = f"quarto-float-caption-{position} quarto-float-caption quarto-float-{kind}"
    title = f"{numbering.words[kind]}{NBSP}{numbering.give(identifier)}"
    words = (
        [nodes.string(f"{title}:"), {"t": "Space"}, *caption] if caption else [nodes.string(title)]
    )
    captioned = [
        nodes.raw(f'<figcaption id="{caption_id}" class="{name}">'),
        nodes.plain(words),
        nodes.raw("</figcaption>"),
    ]
    body = [nodes.div(nodes.attr(pairs={"aria-describedby": caption_id}), content)]
    inner = [*captioned, *body] if top else [*body, *captioned]
    figure = nodes.raw(f'<figure class="quarto-float quarto-float-{kind} figure">')
    names = ["quarto-float", "quarto-figure", "quarto-figure-center", "anchored", *classes]
    return nodes.div(nodes.attr(identifier, names, pairs), [figure, *inner, nodes.raw("</figure>")])


def resolve(tree: object, numbering: Numbering, source: Source, problems: Problems) -> Any:
    """Return a page's tree with its cross-references turned into links.

    Args:
        tree: The numbered tree.
        numbering: What `number` returned.
        source: The page, to report the place of a reference.
        problems: Collects the references without a target.
    """

    def rule(node: Node) -> list[Node] | None:
        if node["t"] != "Cite":
            return None
        links: list[Node] = []
        for citation in node["c"][0]:
            if links:
                links += [nodes.string(","), {"t": "Space"}]
            links.append(_link(citation, numbering, source, problems))
        return links

    return nodes.rewrite(tree, rule)


def _link(citation: Any, numbering: Numbering, source: Source, problems: Problems) -> Node:
    name = citation["citationId"]
    identifier = name[:1].lower() + name[1:]
    kind = identifier.split("-")[0]
    value = numbering.numbers.get(identifier)
    if kind not in _KINDS or value is None or not identifier.startswith(f"{kind}-"):
        about = (
            f"`@{name}`: nothing on this page has the id `{identifier}`"
            if kind in _KINDS
            else f"`@{name}` is no cross-reference the preview knows (fig-, tbl-, sec-, eq-); "
            "a plain @ is written \\@"
        )
        for place in source.find(f"@{name}"):
            problems.add(place, about)
        return nodes.string(name)
    text: list[Node] = []
    if citation["citationPrefix"]:
        text = [*citation["citationPrefix"], nodes.string(NBSP)]
    elif citation["citationMode"]["t"] != "SuppressAuthor":
        text = [nodes.string(f"{numbering.words[kind]}{NBSP}")]
    attributes = nodes.attr(classes=["quarto-xref"])
    return {"t": "Link", "c": [attributes, [*text, nodes.string(value)], [f"#{identifier}", ""]]}
