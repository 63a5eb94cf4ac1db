"""The outputs of a Python cell, as nodes, markdown and files for the page."""

from __future__ import annotations

import html
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tools.preview import nodes
from tools.preview.cells import Cell
from tools.preview.errors import stop
from tools.preview.execute import plain
from tools.preview.nodes import Node

# In Quarto's order, without text/html, for which Quarto loads scripts from another host.
_ORDER = ("text/markdown", "image/svg+xml", "image/png", "text/plain")


@dataclass
class Output:
    """One output.

    Attributes:
        kind: "stdout", "stderr" or "display": the end of Quarto's class name.
        blocks: Its nodes, unless it is markdown.
        markdown: Text that Pandoc converts together with the page, or None.
        files: Drawings in SVG, by their path beside the page.
    """

    kind: str
    blocks: list[Node] = field(default_factory=list)
    markdown: str | None = None
    files: dict[str, str] = field(default_factory=dict)


def show(cell: Cell, raw: list[dict[str, Any]], page: Path, number: int) -> tuple[Output, ...]:
    """Return a cell's outputs, ready for the page.

    Args:
        cell: The cell.
        raw: Its outputs from the kernel.
        page: The .qmd file.
        number: The number of the cell in the page, for the names of pictures.

    Raises:
        BuildError: An output is of a kind that the preview or Quarto can't show offline.
    """
    shown: list[Output] = []
    for position, output in enumerate(join_streams(raw), 1):
        if output["output_type"] == "stream":
            shown.append(_stream(cell, output))
        else:
            name = f"{cell.label or f'cell-{number}'}-output-{position}"
            shown.append(_display(cell, output, page, name))
    return tuple(shown)


def join_streams(raw: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return outputs with neighbouring pieces of one stream joined, as the kernel splits them."""
    joined: list[dict[str, Any]] = []
    for output in raw:
        last = joined[-1] if joined else None
        same = last is not None and last.get("name") == output.get("name")
        if last and same and last["output_type"] == output["output_type"] == "stream":
            joined[-1] = {**last, "text": last["text"] + output["text"]}
        else:
            joined.append(output)
    return joined


def page_data(output: dict[str, Any]) -> dict[str, Any]:
    """Return the forms of a display for a page, by kind: for a value the text, not its figure."""
    data: dict[str, Any] = output["data"]
    chosen = output.get("metadata", {}).get("tapewalk", {}).get("page")
    return {chosen: data[chosen]} if chosen else data


def _stream(cell: Cell, output: dict[str, Any]) -> Output:
    text = plain(output["text"])
    if cell.option("output") == "asis" and output["name"] == "stdout":
        return Output("display", markdown=text)
    return Output(output["name"], [nodes.code_block(text.rstrip("\n"))])


def _display(cell: Cell, output: dict[str, Any], page: Path, name: str) -> Output:
    data = page_data(output)
    if "text/html" in data or any(kind.startswith("application/") for kind in data):
        shown = next(kind for kind in data if kind != "text/plain")
        raise stop(
            cell.place,
            f"this cell displays {shown}, for which Quarto adds scripts from another host: "
            "print markdown or a raw ```{=html} block with `#| output: asis`, "
            "or end the cell with a semicolon",
        )
    kind = next((kind for kind in _ORDER if kind in data), None)
    if kind is None or kind == "image/png":
        shown = ", ".join(data)
        raise stop(cell.place, f"this cell displays {shown}: the preview shows text and SVG")
    if kind == "text/markdown":
        return Output("display", markdown=data[kind])
    if kind == "text/plain":
        return Output("display", [nodes.code_block(data[kind])])
    alt = cell.option("fig-alt") or cell.option("fig-cap")
    if alt is None:
        raise stop(cell.place, "this cell draws a picture: say what it shows in `#| fig-alt:`")
    path = f"{page.stem}_files/figure-html/{name}.svg"
    image = f'<img src="{path}" class="img-fluid figure-img" alt="{html.escape(alt)}">'
    return Output("display", [nodes.raw(image)], files={path: data[kind]})
