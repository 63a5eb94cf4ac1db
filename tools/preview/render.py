"""The rendering of a page whose cells have run."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from tools.preview import (
    assemble,
    body,
    cellblocks,
    codeblocks,
    divs,
    floats,
    links,
    nodes,
    ojs,
    pandoc,
    views,
)
from tools.preview.assemble import CellView
from tools.preview.errors import Place, Problems
from tools.preview.nodes import Node
from tools.preview.page import Page
from tools.preview.source import Line

CLIENT = "site_libs/preview/ojs.js"


@dataclass
class Rendered:
    """A rendered page; everything in it is JSON.

    Attributes:
        head: The rendered title, subtitle and description.
        body: Its text.
        toc: Its headings as a tree, the result of `body.contents`.
        ids: The ids in its text.
        silent: Labels of cells that show nothing.
        references: Its links inside the site, for `links.check`.
        drawings: The drawings of its cells in SVG, by their path relative to the page.
        files: Local files that its OJS cells import or attach, relative to the project's folder.
        script: The ES module of its OJS cells, or "".
    """

    head: dict[str, str]
    body: str
    toc: list[dict[str, Any]]
    ids: list[str]
    references: list[list[str]]
    silent: list[str] = field(default_factory=list)
    drawings: dict[str, str] = field(default_factory=dict)
    files: list[str] = field(default_factory=list)
    script: str = ""


async def render(page: Page, results: Sequence[dict[str, Any]], compiler: ojs.Compiler) -> Rendered:
    """Render a page whose cells have run.

    Args:
        page: The page.
        results: The result of `execute.run` for `page.steps()`.
        compiler: Compiles its OJS cells.

    Raises:
        BuildError: It has something outside the subset, or refers to a missing name or file.
    """
    problems = Problems()
    cells, values = views.of_page(page, results)
    start = Place(page.source.path, 1)
    lines = assemble.page(page.parts, cells, values, _head(page), start)
    compiled = await _compile(page, lines, cells, compiler)
    if compiled:
        cells = {index: _with_slots(view, compiled) for index, view in cells.items()}
    tree = await pandoc.read(lines, problems)
    tree["blocks"] = _rewrite(page, tree["blocks"], cells, problems)
    problems.stop_if_any()
    text = await pandoc.write(tree, lines, problems)
    rendered = _finish(page, text, problems)
    problems.stop_if_any()
    for view in cells.values():
        for output in view.outputs:
            rendered.drawings |= output.files
    rendered.silent = [v.cell.label for v in cells.values() if v.is_silent and v.cell.label]
    if compiled:
        rendered.script = compiled.code
        # Relative to the project, so that cached results survive a move of the checkout.
        root = page.project.root
        rendered.files = [os.path.relpath(path, root) for path in compiled.files]
    return rendered


def _head(page: Page) -> dict[str, str]:
    """Return the parts of the front matter that are markdown."""
    names = ("title", "subtitle", "description", "keywords")
    texts = {name: page.source.meta.get(name) for name in names}
    return {name: str(text) for name, text in texts.items() if text is not None}


async def _compile(
    page: Page, lines: Sequence[Line], cells: Mapping[int, CellView], compiler: ojs.Compiler
) -> ojs.Compiled | None:
    """Compile the page's OJS cells, if it has any."""
    sources = {view.ojs_number: view.cell for view in cells.values() if view.ojs_number}
    if not sources:
        return None
    names = ojs.published("\n".join(line.text for line in lines))
    client = f"{page.offset}{CLIENT}"
    return await compiler.compile(sources, page.source.path, client, names)


def _with_slots(view: CellView, compiled: ojs.Compiled) -> CellView:
    return replace(view, statements=compiled.statements.get(view.ojs_number, ()))


def _rewrite(page: Page, tree: object, cells: Mapping[int, CellView], problems: Problems) -> Any:
    """Return the page's blocks in their final form."""
    tree = cellblocks.place(tree, cells, page.words["code"])
    tree = nodes.rewrite(tree, _head_rule)
    tree = divs.apply(tree, page.words, page.source, problems)
    return codeblocks.dress(floats.number(tree, page.words), page.words)


def _head_rule(node: Node) -> list[Node] | None:
    """Mark the front matter's markdown, so that `body.take_head` finds it in the HTML."""
    if not nodes.is_div(node, assemble.HEAD):
        return None
    name = nodes.pairs(node["c"][0])["k"]
    text = nodes.plain(nodes.inlines(node["c"][1]))
    return [nodes.raw(f"<!--head:{name}-->"), text, nodes.raw("<!--/head-->")]


def _finish(page: Page, text: str, problems: Problems) -> Rendered:
    """Return the parts of the page's HTML, with its links rewritten."""
    head, text = body.take_head(text)
    for one in sorted(name for name, count in links.ids(text).items() if count > 1):
        for place in page.source.find(one):
            problems.add(place, f"the id `{one}` stands twice on this page")
    text = codeblocks.rename(text)
    toc = body.contents(text, int(page.options.get("toc-depth", 3)))
    text, references = links.rewrite(body.anchor(text, page.words), page.folder)
    listed = [[one.written, one.path, one.fragment] for one in references]
    return Rendered(head, text, toc, sorted(links.ids(text)), listed)
