"""One lesson's notebook: its prose, its cells, the figures' cells, and what they all gave."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from tools.finish.repository import Home
from tools.notebooks import addresses, clean, exercises, figures, imports, install, marks, prose
from tools.notebooks.document import Entry, notebook
from tools.preview import pandoc
from tools.preview.cache import Cache, digest, tree_digest
from tools.preview.cells import Cell, Inline
from tools.preview.errors import Place, Problems, stop
from tools.preview.execute import Step, run
from tools.preview.page import Page
from tools.preview.stale import Keys
from tools.stamp import ROOT

_QUESTIONS = ("prediction", "quiz")


class Builder:
    """Builds notebooks; what their cells gave is kept between builds."""

    def __init__(self, keys: Keys, cache: Cache, home: Home) -> None:
        self._keys = keys
        self._cache = cache
        self._home = home

    async def build(self, page: Page) -> dict[str, Any]:
        """Return a lesson's notebook.

        Raises:
            BuildError: A cell raised, or something in the lesson has no place in a notebook.
        """
        problems = Problems()
        text = await _markdown(page, self._home.site, problems)
        problems.stop_if_any()
        code = _code(page, text)
        drawn = self._translate(page, code)
        runs = page.options.execute("enabled", True)
        shows = runs or any(figure.code for figure in drawn.values())
        first = self._first_cell(page, code, shows)
        entries = [*_title(page, self._home.site), first, *_entries(page, text, code, drawn)]
        if not runs:
            return notebook(page, _unrun(page, entries), exercises.describe(page))
        results = await self._run(page, entries, text)
        return notebook(page, _filled(page, entries, results))

    def _translate(self, page: Page, code: Mapping[int, Cell]) -> dict[int, figures.Figure]:
        python = {n: cell for n, cell in code.items() if cell.language == "python"}
        taken = imports.names_in(cell.code for cell in python.values())
        for number, cell in python.items():
            plain = imports.without_publish(cell.code)
            clash = sorted(imports.assigned_in(plain) & set(imports.RESERVED))
            if clash:
                message = f"`{clash[0]}` is what the notebook's first cell brings: another name"
                raise stop(page.parts[number].place, message)
        ojs = {n: cell for n, cell in code.items() if cell.language == "ojs"}
        return figures.translate(ojs, taken)

    def _first_cell(self, page: Page, code: Mapping[int, Cell], shows: bool) -> Entry:
        modules = imports.modules_in(c.code for c in code.values() if c.language == "python")
        text = install.first_cell(page.options.lang[:2], modules, self._home, page.offset, shows)
        return Entry("setup", text, is_code=True)

    async def _run(
        self, page: Page, entries: Sequence[Entry], text: str
    ) -> tuple[list[dict[str, Any]], dict[int, str]]:
        """Return what each code cell gave, and the computed values in the prose by their marks."""
        inlines = marks.inline_parts(page.parts)
        steps: list[Step] = []
        for entry in entries:
            if entry.is_code:
                steps.append(_step(page, entry))
            else:
                found = marks.VALUE.finditer(entry.text)
                steps += [Step(inlines[int(mark[1])]) for mark in found]
        drawing = [ROOT / "lib" / "diagrams" / "dist" / "film-strip.mjs"]
        codes = [[step.what.code, step.may_fail] for step in steps]
        key = digest(self._keys.cells(page), codes, tree_digest(ROOT, drawing))
        results: list[dict[str, Any]] | None = self._cache.get("notebooks", key)
        if results is None:
            path, root = page.source.path, page.project.root
            results = await run(path, root, steps, page.figures(), live=True)
            self._cache.put("notebooks", key, results)
        values = {
            inlines.index(step.what): result["text"]
            for step, result in zip(steps, results, strict=True)
            if isinstance(step.what, Inline)
        }
        cells = [result for result in results if "outputs" in result]
        return cells, values


async def _markdown(page: Page, site: str, problems: Problems) -> str:
    """Return the lesson's markdown with a marked line for each cell and each section."""
    lines = marks.lines(page)
    tree = await pandoc.read(lines, problems)
    link = addresses.site_link(page, site)
    tree["blocks"] = prose.rewrite(tree["blocks"], page, link, problems)
    tree["meta"] = {}
    text = await pandoc.write_markdown(tree)
    places = {n: part.place for n, part in enumerate(page.parts)}
    marks.stops_inside(text, places, problems)
    return text


def _code(page: Page, text: str) -> dict[int, Cell]:
    """Return the cells that the notebook holds, by their position in the page."""
    numbers = [int(mark[2]) for mark in marks.MARK.finditer(text) if mark[1] == "cell"]
    return {n: part for n in numbers if isinstance(part := page.parts[n], Cell)}


def _title(page: Page, site: str) -> Iterator[Entry]:
    meta = page.source.meta
    lines = [f"# {meta.get('title')}"]
    if meta.get("subtitle"):
        lines.append(f"**{meta.get('subtitle')}**")
    yield Entry("title", "\n\n".join(lines))


def _entries(
    page: Page, text: str, code: Mapping[int, Cell], drawn: Mapping[int, figures.Figure]
) -> Iterator[Entry]:
    """Yield the notebook's cells in order; what is left of an empty one is left out."""
    section, count, end = "start", 0, 0
    for mark in [*marks.MARK.finditer(text), None]:
        between = text[end : mark.start() if mark else len(text)].strip()
        if between:
            count += 1
            yield Entry(_name(f"{section}-{count}"), between)
        if mark is None:
            return
        end = mark.end()
        if mark[1] == "section":
            section, count = mark[2] or "section", 0
            continue
        count += 1
        number = int(mark[2])
        entry = _cell_entry(page, code[number], drawn.get(number), _name(f"{section}-{count}"))
        if entry.text:
            yield entry


def _cell_entry(page: Page, cell: Cell, drawn: figures.Figure | None, name: str) -> Entry:
    name = cell.label or name
    if drawn is not None:
        # The answer to a question stands in its options.
        asks = any(view in _QUESTIONS for view in drawn.views)
        runs = page.cell_option(cell, "eval", True)
        code = drawn.code if runs else ""
        return _code_entry(page, name, code, cell, "question" if asks else None)
    if not page.cell_option(cell, "eval", True):
        return Entry(name, f"```python\n{cell.code}\n```", cell)
    shown = page.cell_option(cell, "echo", True) and page.cell_option(cell, "include", True)
    return _code_entry(
        page, name, imports.without_publish(cell.code), cell, None if shown else "data"
    )


def _code_entry(page: Page, name: str, code: str, cell: Cell, title: str | None) -> Entry:
    """Return a cell that runs; one with a title is folded, and in Colab the title is what shows."""
    if title and code:
        code = f"# @title {install.WORDS[page.options.lang[:2]][title]}\n{code}"
    return Entry(name, code, cell, is_code=True, hidden=title is not None)


def _name(text: str) -> str:
    return re.sub(r"[^a-zA-Z0-9_-]+", "-", text)[:60]


def _step(page: Page, entry: Entry) -> Step:
    if entry.cell is None:
        cell = Cell("python", entry.text, page.source.meta, Place(page.source.path, 1), 1, "")
        return Step(cell)
    may_fail = bool(page.cell_option(entry.cell, "error", False))
    return Step(replace(entry.cell, language="python", code=entry.text), may_fail)


def _unrun(page: Page, entries: Sequence[Entry]) -> Sequence[Entry]:
    """Return the cells as they are handed out.

    Raises:
        BuildError: A sentence holds a value that only a run would compute.
    """
    for value in marks.inline_parts(page.parts):
        raise stop(value.place, "nothing runs on this page (`enabled: false`): write the value out")
    return entries


def _filled(
    page: Page, entries: Sequence[Entry], found: tuple[list[dict[str, Any]], dict[int, str]]
) -> Iterator[Entry]:
    """Yield the cells with their outputs and the computed values in them."""
    results, values = iter(found[0]), found[1]
    for entry in entries:
        if not entry.is_code:
            text = marks.VALUE.sub(lambda mark: values[int(mark[1])], entry.text)
            yield replace(entry, text=text)
            continue
        raw, cell = next(results)["outputs"], entry.cell
        shown = cell is None or _shows(page, cell)
        warnings = cell is None or bool(page.cell_option(cell, "warning", True))
        yield replace(entry, outputs=clean.outputs(raw, warnings) if shown else [])


def _shows(page: Page, cell: Cell) -> bool:
    if cell.language == "ojs":
        return True
    output = page.cell_option(cell, "output", True)
    return output is not False and bool(page.cell_option(cell, "include", True))
