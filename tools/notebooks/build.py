"""One lesson's notebook: its prose, its cells, the figures' cells, and all outputs."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from tools.finish.repository import Home
from tools.notebooks import clean, exercises, figures, imports, install, marks, prose
from tools.notebooks.document import Entry, notebook
from tools.notebooks.stills import Stills
from tools.notebooks.words import WORDS
from tools.preview import pandoc
from tools.preview.cells import Cell
from tools.preview.errors import Problems, stop
from tools.preview.execute import inline_text
from tools.preview.outputs import join_streams
from tools.preview.page import Page
from tools.preview.results import Results

_QUESTIONS = ("prediction", "quiz")


class Builder:
    """A builder of notebooks from the results of their pages' cells."""

    def __init__(self, results: Results, home: Home) -> None:
        self._results = results
        self._home = home

    async def build(self, page: Page) -> dict[str, Any]:
        """Return a lesson's notebook.

        Raises:
            BuildError: A cell raised an error, or a part of the lesson can't be in a notebook.
        """
        problems = Problems()
        text = await _markdown(page, self._home.site, problems)
        problems.stop_if_any()
        code = _code(page, text)
        drawn = self._translate(page, code)
        runs = page.options.runs_cells
        shows = runs or any(figure.code for figure in drawn.values())
        first = self._first_cell(page, code, shows)
        entries = [_title(page), first, *_entries(page, text, code, drawn)]
        if not runs:
            for value in marks.inline_parts(page.parts):
                message = "nothing runs on this page (`enabled: false`): write the value out"
                raise stop(value.place, message)
            return notebook(entries, exercises.describe(page))
        results, _ = await self._results.of(page)
        return notebook(_filled(page, entries, results))

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


async def _markdown(page: Page, site: str, problems: Problems) -> str:
    """Return the lesson's markdown with a marked line for each cell and each section."""
    lines = marks.lines(page)
    tree = await pandoc.read(lines, problems)
    tree["blocks"] = prose.rewrite(tree["blocks"], page, site)
    tree["meta"] = {}
    text = await pandoc.write_markdown(tree)
    places = {n: part.place for n, part in enumerate(page.parts)}
    marks.stops_inside(text, places, problems)
    return text


def _code(page: Page, text: str) -> dict[int, Cell]:
    """Return the cells of the notebook, by their position in the page."""
    numbers = [int(mark[2]) for mark in marks.MARK.finditer(text) if mark[1] == "cell"]
    return {n: part for n in numbers if isinstance(part := page.parts[n], Cell)}


def _title(page: Page) -> Entry:
    meta = page.source.meta
    lines = [f"# {meta.get('title')}"]
    if meta.get("subtitle"):
        lines.append(f"**{meta.get('subtitle')}**")
    return Entry("title", "\n\n".join(lines))


def _entries(
    page: Page, text: str, code: Mapping[int, Cell], drawn: Mapping[int, figures.Figure]
) -> Iterator[Entry]:
    """Yield the notebook's cells in order, without empty ones."""
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
        # The answer to a question is in its options.
        asks = any(view in _QUESTIONS for view in drawn.views)
        return _code_entry(page, name, drawn.code, cell, "question" if asks else None)
    code = imports.without_publish(cell.code)
    return _code_entry(page, name, code, cell, None if cell.shows_code else "data")


def _code_entry(page: Page, name: str, code: str, cell: Cell, title: str | None) -> Entry:
    """Return a cell that runs; one with a title is folded, and Colab shows the title."""
    if title and code:
        code = f"# @title {WORDS[page.options.lang[:2]][title]}\n{code}"
    return Entry(name, code, cell, is_code=True, hidden=title is not None)


def _name(text: str) -> str:
    return re.sub(r"[^a-zA-Z0-9_-]+", "-", text)[:60]


def _filled(
    page: Page, entries: Sequence[Entry], results: Sequence[dict[str, Any]]
) -> Iterator[Entry]:
    """Yield the cells with their outputs on the page, and the computed values in the prose."""
    given = {id(step): result for step, result in zip(page.steps(), results, strict=True)}
    inlines = marks.inline_parts(page.parts)
    stills = Stills(page.options.lang[:2])
    # A figure may be above the cell that publishes its data.
    printed = {
        id(entry.cell): stills.publish(join_streams(given[id(entry.cell)]["outputs"]))
        for entry in entries
        if entry.is_code and entry.cell is not None and entry.cell.language == "python"
    }
    for entry in entries:
        if not entry.is_code:
            text = marks.VALUE.sub(
                lambda mark: inline_text(given[id(inlines[int(mark[1])])]["data"]), entry.text
            )
            yield replace(entry, text=text)
            continue
        cell = entry.cell
        if cell is None:
            yield entry
            continue
        if cell.language == "ojs":
            raw = _drawn(stills, entry.text, cell)
        else:
            raw = printed[id(cell)] if cell.shows_output else []
        yield replace(entry, outputs=clean.outputs(raw))


def _drawn(stills: Stills, code: str, cell: Cell) -> list[dict[str, Any]]:
    try:
        return stills.draw(code)
    except Exception as error:
        said = f"{type(error).__name__}: {error}"
        raise stop(cell.place, f"this figure's cell in the notebook raised {said}") from error
