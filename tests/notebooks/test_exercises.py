"""The exercises' notebooks: stubs that are not run; solutions pass, untouched stubs don't."""

from __future__ import annotations

import asyncio
import json
import re
from functools import cache
from typing import Any

import nbformat
import pytest

from tapewalk_course.exercises.catalog import MODULES
from tapewalk_course.exercises.factors import solutions
from tests.notebooks.kernel import environment, execute
from tests.notebooks.lessons import ROOT, site
from tests.pages.blocks import Block
from tests.pages.differences import block_difference
from tests.pages.sources import Page
from tools.finish.repository import Home, find_home
from tools.notebooks import lessons
from tools.preview import config
from tools.preview.cache import Cache
from tools.preview.errors import BuildError
from tools.preview.results import Results
from tools.preview.stale import Keys

FOLDERS = {
    "01": "01-autograd-engine",
    "02": "02-tape-walk",
    "03": "03-manual-backprop",
    "04": "04-graph-introspection",
}
CELLS = {module: solutions(module) for module in MODULES}
PAGES = {
    (module, lang): Page(ROOT / "exercises" / folder / f"index{end}.qmd")
    for module, folder in FOLDERS.items()
    for lang, end in (("en", ""), ("es", ".es"))
}
UNWRITTEN = "NotImplementedError"

every_page = pytest.mark.parametrize(("module", "lang"), PAGES)


@cache
def built(module: str, lang: str) -> dict[str, Any]:
    project = config.load(ROOT)
    page = lessons.lesson(PAGES[module, lang].path, project)
    assert page is not None
    results = Results(Keys(project), Cache.of(ROOT))
    return asyncio.run(lessons.Builder(results, find_home(ROOT)).build(page))


def notebook(module: str, lang: str) -> nbformat.NotebookNode:
    return nbformat.reads(json.dumps(built(module, lang)), as_version=nbformat.NO_CONVERT)


def code_cells(nb: nbformat.NotebookNode) -> list[nbformat.NotebookNode]:
    return [cell for cell in nb.cells if cell.cell_type == "code"]


@every_page
def test_notebook_is_valid_named_and_not_run(module, lang):
    nb = notebook(module, lang)
    nbformat.validate(nb)
    assert (nb.nbformat, nb.nbformat_minor) == (4, 5)
    assert nb.metadata == {
        "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
        "language_info": {"name": "python"},
        "tapewalk": {"exercises": module, "lang": lang},
    }
    assert [cell.id for cell in code_cells(nb) if cell.outputs or cell.execution_count] == []


@every_page
def test_notebook_installs_and_has_the_cells_unchanged(module, lang):
    first, *rest = code_cells(notebook(module, lang))
    assert first.id == "setup"
    assert "%pip install" in first.source
    page = PAGES[module, lang]
    assert [(c.id, c.source) for c in rest] == [(c.options["label"], c.code) for c in page.cells]
    stubs = sum(cell.source.count("raise NotImplementedError") for cell in rest)
    assert stubs >= len(CELLS[module])


@every_page
def test_notebook_has_folded_hints_and_no_solution(module, lang):
    nb = notebook(module, lang)
    text = "\n".join(cell.source for cell in nb.cells if cell.cell_type == "markdown")
    assert text.count("<details><summary>") == 2 * len(CELLS[module])
    assert not re.search(r"\.solution|:::|\{\{<|\]\(#|\.qmd\b", text)
    everything = "\n".join(cell.source for cell in nb.cells)
    stubs = {cell.id: cell.source for cell in nb.cells}
    for name, solution in CELLS[module].items():
        assert solution not in everything
        own = [line for line in solution.splitlines() if line and line not in stubs[name]]
        assert own
        assert [line for line in own if line in everything] == []


@pytest.mark.parametrize("module", MODULES)
def test_languages_share_code_and_ids(module):
    english, spanish = notebook(module, "en"), notebook(module, "es")
    assert [cell.id for cell in english.cells] == [cell.id for cell in spanish.cells]
    for ours, theirs in zip(code_cells(english)[1:], code_cells(spanish)[1:], strict=True):
        assert block_difference(as_block(ours), as_block(theirs), "es") is None, ours.id


def as_block(cell):
    return Block("python", cell.id, f"```{{python}}\n{cell.source}\n```\n")


@every_page
def test_site_notebook_matches_another_build(module, lang, request):
    path = site(request.config) / PAGES[module, lang].path.relative_to(ROOT).with_suffix(".ipynb")
    text = json.dumps(built(module, lang), ensure_ascii=False, indent=1, sort_keys=True)
    assert path.read_text("utf-8") == f"{text}\n"


def test_inline_value_without_a_run_stops_the_build(tmp_path):
    (tmp_path / "_quarto.yml").write_text('project: {type: website, render: ["**/*.qmd"]}\n')
    page = tmp_path / "exercises" / "07-a" / "index.qmd"
    page.parent.mkdir(parents=True)
    page.write_text("---\nexecute: {enabled: false}\n---\n\nIt is `{python} 6 * 7`.\n")
    with pytest.raises(BuildError) as stopped:
        lessons.write_notebooks(tmp_path / "site", tmp_path, Home(None, ""))
    (problem,) = stopped.value.problems
    assert (problem.place.line, "nothing runs" in problem.message) == (5, True)


@pytest.fixture(scope="module")
def variables(request, tmp_path_factory):
    return environment(request.config, tmp_path_factory.mktemp("wheel"))


@pytest.mark.by_turns(8)
@every_page
def test_checks_before_and_after_the_solutions(module, lang, variables, tmp_path):
    """One kernel runs the notebook twice, as a learner does: untouched, and with the solutions."""
    nb = notebook(module, lang)
    untouched = len(nb.cells)
    for cell in code_cells(notebook(module, lang)):
        cell.source = CELLS[module].get(cell.id, cell.source)
        nb.cells.append(cell)
    execute(nb, variables, tmp_path)  # raises an error if a cell does
    points = sum(exercise.points for exercise in MODULES[module])

    *checks, report = shown(nb.cells[:untouched])
    for text, exercise in zip(checks, MODULES[module], strict=True):
        assert text.startswith("✗"), text
        assert exercise.id in text.splitlines()[0], text
        assert UNWRITTEN in text, text
    assert re.search(rf"\b0\b\D+\b{points}\b", report.splitlines()[-1]), report

    *checks, report = shown(nb.cells[untouched:])
    assert [text for text in checks if not text.startswith("✓")] == []
    assert len(checks) == len(MODULES[module])
    assert re.search(rf"\b{points}\b\D+\b{points}\b", report.splitlines()[-1]), report


def shown(cells: list[nbformat.NotebookNode]) -> list[str]:
    """Return the output of the checks, in order."""
    return [
        output.data["text/plain"]
        for cell in cells
        if cell.id.startswith("check-")
        for output in cell.outputs
    ]
