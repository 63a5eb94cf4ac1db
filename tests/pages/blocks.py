"""The blocks of a page: front matter, headings, cells, other code, structure, prose."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import pairwise
from pathlib import Path

from tools.preview import cells
from tools.preview.cells import Cell
from tools.preview.errors import Place, stop
from tools.preview.source import Line

_FENCE = re.compile(r"\s*(`{3,}|~{3,})")
_HEADING = re.compile(r"(#{1,6}) .*?(?:\{[^}]*#([\w-]+)[^}]*\}\s*)?$")
_ITEM = re.compile(r"\s*(?:[-*+]|\d+[.)]|:) ")
_STRUCTURE = re.compile(r":::|\{\{<.*>\}\}$|---$")


@dataclass(frozen=True)
class Block:
    """A block of a page: lines that belong together.

    Attributes:
        kind: "front matter", "heading 2", "python", "ojs", "code", "structure", "formula",
            "row", "item" or "paragraph".
        key: A heading's id or a cell's label, "" where there is none.
        text: Its lines, each with its line break.
        gap: The empty lines after it.
        line: The line of a cell's fence, for messages.
    """

    kind: str
    key: str
    text: str
    gap: str = ""
    line: int = field(default=1, compare=False)

    @property
    def is_cell(self) -> bool:
        """Whether the page runs it."""
        return self.kind in ("python", "ojs")


def blocks(text: str) -> list[Block]:
    """Return the blocks of a page; their texts and gaps joined are the page.

    Raises:
        BuildError: A cell is outside the preview's subset; the error names no file, as a text has
            none.
    """
    lines = [f"{line}\n" for line in text.splitlines()]
    body = _end_of_front_matter(lines)
    page = [Block("front matter", "", "".join(lines[:body]))] if body else []
    places = [Line(line[:-1], Place(Path(), n)) for n, line in enumerate(lines[body:], body + 1)]
    parts = cells.split(places)
    starts = [part.place.line - 1 for part in parts] + [len(lines)]
    prose: list[str] = []
    for part, (start, end) in zip(parts, pairwise(starts), strict=True):
        if isinstance(part, Cell):
            page += _prose(prose)
            prose = []
            cell = "".join(lines[start:end])
            page.append(Block(part.language, part.label, cell, line=start + 1))
        else:
            prose += lines[start:end]
    return list(_with_gaps([*page, *_prose(prose)]))


def _end_of_front_matter(lines: list[str]) -> int:
    if not lines or lines[0] != "---\n":
        return 0
    if "---\n" not in lines[1:]:
        raise stop(Place(Path(), 1), "the front matter opens with `---` and never closes")
    return lines.index("---\n", 1) + 1


def _prose(lines: list[str]) -> Iterator[Block]:
    position = 0
    while position < len(lines):
        end = _end(lines, position)
        text = "".join(lines[position:end])
        yield Block(*_kind(text), text)
        position = end


def _end(lines: list[str], start: int) -> int:
    """Return where the block ends that begins with a line."""
    first = lines[start]
    closing = fence[1] if (fence := _FENCE.match(first)) else None
    if first.startswith("$$"):
        closing = None if first.strip().endswith("$$") and first.strip() != "$$" else "$$"
    if closing:
        ends = (n for n in range(start + 1, len(lines)) if lines[n].strip().startswith(closing))
        return next(ends, len(lines) - 1) + 1
    end = start + 1
    if _kind(first)[0] in ("paragraph", "item"):
        kinds = ("paragraph",)
        while end < len(lines) and lines[end].strip() and _kind(lines[end])[0] in kinds:
            end += 1
    return end


def _kind(text: str) -> tuple[str, str]:
    """Return a block's kind and key by its first line."""
    if not text.strip():
        return "gap", ""
    first = text.splitlines()[0]
    if heading := _HEADING.match(first):
        return f"heading {len(heading[1])}", heading[2] or ""
    if _FENCE.match(first):
        return "code", first.strip().strip("`~")
    if _STRUCTURE.match(first):
        return "structure", ""
    if first.startswith("$$"):
        return "formula", ""
    if first.startswith("|"):
        return "row", ""
    return ("item" if _ITEM.match(first) else "paragraph"), ""


def _with_gaps(page: list[Block]) -> Iterator[Block]:
    """Add each empty line to the block before it."""
    last: Block | None = None
    for block in page:
        if block.kind == "gap" and last is not None:
            last = replace(last, gap=last.gap + block.text)
            continue
        if last is not None:
            yield last
        last = block
    if last is not None:
        yield last
