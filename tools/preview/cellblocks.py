"""The code, outputs and caption of cells, put in place of their marked Divs."""

from __future__ import annotations

import html
from collections.abc import Mapping
from typing import Any

from tools.preview import nodes
from tools.preview.assemble import CELL, SLOT, CellView
from tools.preview.cells import Cell
from tools.preview.floats import is_float
from tools.preview.nodes import Node


def place(tree: object, views: Mapping[int, CellView], summary: str) -> Any:
    """Return a page's tree with every marked Div replaced by its cell.

    Args:
        tree: What Pandoc read.
        views: The cells, by the number on their Div.
        summary: The words for folded code whose cell has no `code-summary`.
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
        return [_cell(view, slots, summary)]

    return nodes.rewrite(tree, rule)


def _cell(view: CellView, slots: dict[str, list[Node]], summary: str) -> Node:
    cell = view.cell
    blocks = _code(cell, summary) if cell.shows_code else []
    displays: list[Node] = []
    for number, output in enumerate(view.outputs if not view.is_bare else ()):
        content = slots.get(f"output-{number}", output.blocks)
        if output.kind == "display":
            displays += content
        else:
            blocks.append(_output(output.kind, content))
    displays += _ojs_slots(view)
    label = cell.label
    identifier = f"cell-{label}" if is_float(label) else label
    if displays:
        if is_float(label):
            caption = {"t": "Para", "c": nodes.inlines(slots["caption"])}
            displays = [nodes.div(nodes.attr(label), [*displays, caption])]
        shown = _output("display", displays)
        if cell.language == "ojs" and not cell.shows_output:
            shown["c"][0][1].append("hidden")
        if cell.language == "ojs" and len(view.statements) == 1:
            # Quarto labels the output of an OJS cell, and leaves the cell without an id.
            shown["c"][0][0], identifier = "" if is_float(label) else label, ""
        blocks.append(shown)
    # Quarto writes a dot before the whole text, so each class after the first brings its own.
    extra = [name.lstrip(".") for name in str(cell.option("classes", "")).split()]
    return nodes.div(nodes.attr(identifier, ["cell", *extra]), blocks)


def _code(cell: Cell, summary: str) -> list[Node]:
    language = "js" if cell.language == "ojs" else "python"
    code = nodes.code_block(cell.code, [language, "cell-code"])
    if not cell.option("code-fold"):
        return [code]
    said = html.escape(str(cell.option("code-summary", summary)))
    start = nodes.raw(f'<details class="code-fold"><summary>{said}</summary>')
    return [start, code, nodes.raw("</details>")]


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
