"""The code, outputs and caption of cells, put in place of their marked Divs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tools.preview import nodes
from tools.preview.assemble import CELL, SLOT, CellView
from tools.preview.crossrefs import CAPTION, FLOAT
from tools.preview.nodes import Node

_LANGUAGE_CLASS = {"python": "python", "ojs": "js"}
FOLD = "preview-fold"


def place(tree: object, views: Mapping[int, CellView], fold: object, summary: str) -> Any:
    """Return a page's tree with every marked Div replaced by its cell.

    Args:
        tree: What Pandoc read.
        views: The cells, by the number on their Div.
        fold: The page's own `code-fold`.
        summary: The page's own `code-summary`.
    """

    def rule(node: Node) -> list[Node] | None:
        if not nodes.is_div(node, CELL):
            return None
        view = views[int(nodes.pairs(node["c"][0])["n"])]
        slots = {
            nodes.pairs(inner["c"][0])["k"]: inner["c"][1]
            for inner in node["c"][1]
            if nodes.is_div(inner, SLOT)
        }
        return [_cell(view, slots, fold, summary)]

    return nodes.rewrite(tree, rule)


def _cell(view: CellView, slots: dict[str, list[Node]], fold: object, summary: str) -> Node:
    cell = view.cell
    blocks: list[Node] = []
    if view.echo:
        folded = cell.option("code-fold", fold)
        blocks.append(_code(view, folded, str(cell.option("code-summary", summary))))
    displays: list[Node] = []
    for number, output in enumerate(view.outputs if not view.is_bare else ()):
        content = slots.get(f"output-{number}", output.blocks)
        if output.kind == "display":
            displays += content
        else:
            blocks.append(_output(output.kind, content))
    displays += _ojs_slots(view)
    label = cell.label or ""
    is_float = label.startswith(("fig-", "tbl-"))
    identifier = f"cell-{label}" if is_float else label
    if displays:
        shown = _output("display", _captioned(view, displays, slots.get("caption")))
        if view.hidden:
            shown["c"][0][1].append("hidden")
        if cell.language == "ojs" and len(view.statements) == 1:
            # Quarto labels the output of an OJS cell, and leaves the cell without an id.
            shown["c"][0][0], identifier = "" if is_float else label, ""
        blocks.append(shown)
    # Quarto writes a dot before the whole text, so each class after the first brings its own.
    extra = [name.lstrip(".") for name in str(cell.option("classes", "")).split()]
    return nodes.div(nodes.attr(identifier, ["cell", *extra]), blocks)


def _code(view: CellView, folded: object, summary: str) -> Node:
    language = _LANGUAGE_CLASS[view.cell.language]
    code = nodes.code_block(view.cell.code, [language, "cell-code"])
    if folded in (None, False, "false"):
        return code
    state = {"summary": summary, "open": "open" if folded == "show" else ""}
    return nodes.div(nodes.attr(classes=[FOLD], pairs=state), [code])


def _output(kind: str, content: list[Node]) -> Node:
    return nodes.div(nodes.attr(classes=["cell-output", f"cell-output-{kind}"]), content)


def _ojs_slots(view: CellView) -> list[Node]:
    """Return the empty Divs that the OJS runtime fills, with Quarto's ids."""
    name = f"ojs-cell-{view.ojs_number}"
    count = len(view.statements)
    return [
        nodes.div(nodes.attr(name if count == 1 else f"{name}-{n}", (), {"nodetype": kind}), [])
        for n, kind in enumerate(view.statements, 1)
    ]


def _captioned(view: CellView, content: list[Node], caption: list[Node] | None) -> list[Node]:
    """Return a cell's displays as a numbered float, a plain figure, or as they are."""
    label = view.cell.label or ""
    if not label and caption and view.cell.language == "ojs":
        label = f"fig-ojs-cell-{view.ojs_number}"
    if label.startswith(("fig-", "tbl-")):
        inner = [nodes.div(nodes.attr(classes=[CAPTION]), caption)] if caption else []
        return [nodes.div(nodes.attr(label, [FLOAT]), [*content, *inner])]
    if caption:
        figure = [nodes.raw('<figure class="figure">'), *content, nodes.raw("<figcaption>")]
        end = [nodes.plain(_inlines(caption)), nodes.raw("</figcaption></figure>")]
        classes = ["quarto-figure", "quarto-figure-center"]
        return [nodes.div(nodes.attr(classes=classes), [*figure, *end])]
    return content


def _inlines(blocks: list[Node]) -> list[Node]:
    return [inline for block in blocks if block["t"] in ("Para", "Plain") for inline in block["c"]]
