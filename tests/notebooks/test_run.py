"""Lessons' notebooks run in a fresh kernel: one by turns, and at night every lesson's.

The build has run all of them: a cell with an error stops it. A separate kernel shows that the
wheel and the declared packages are enough. Both languages have the same cells except for words
(tests/pages), so one of them runs.
"""

from __future__ import annotations

import ast
import json
import sys
from functools import cache
from importlib.metadata import packages_distributions

import nbformat
import pytest
from packaging.utils import canonicalize_name

from tests.each import each
from tests.notebooks.kernel import check, declared, environment, execute
from tests.notebooks.lessons import in_turn, names, site


@pytest.fixture(scope="module")
def library(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory):
    folder = tmp_path_factory.mktemp("wheel")
    return environment(request.config, folder), folder


@each("name", names())
def test_notebook_imports_only_declared_packages(name, request):
    nb = nbformat.read(site(request.config) / name, as_version=4)
    for cell in nb.cells:
        if cell.cell_type == "code" and cell.id != "setup":
            assert (
                imported(cell.source) - sys.stdlib_module_names - {"tapewalk", "tapewalk_course"}
                <= brought()
            )


@cache
def brought() -> set[str]:
    """Return the importable modules of the declared packages."""
    return {
        module
        for module, packages in packages_distributions().items()
        if declared() & {canonicalize_name(package) for package in packages}
    }


def imported(code: str) -> set[str]:
    """Return the packages that a cell imports."""
    found = list(ast.walk(ast.parse(code)))
    names = [alias.name for node in found if isinstance(node, ast.Import) for alias in node.names]
    names += [node.module or "" for node in found if isinstance(node, ast.ImportFrom)]
    return {name.partition(".")[0] for name in names}


@pytest.mark.by_turns(30)
@pytest.mark.parametrize("name", in_turn())
def test_notebook_runs_from_top_to_bottom(name, library, request, tmp_path):
    check(name, *library, site(request.config), tmp_path)


def test_saved_notebook_has_the_bundle_once(library, tmp_path):
    variables, folder = library
    code = [
        "from tapewalk import Value, widgets\nx = Value(3.0, label='x')",
        *["widgets.stepper(x * x)"] * 3,
        "x * x",
    ]
    nb = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(text) for text in code])
    execute(nb, variables, tmp_path)
    state = nb.metadata.widgets["application/vnd.jupyter.widget-state+json"]["state"]
    script = (folder / "tapewalk" / "figures" / "static" / "tapewalk.js").read_text("utf-8")
    text = json.dumps(nb)
    assert text.count(json.dumps(script)[1:-1]) == 1
    figures = [m["state"] for m in state.values() if m["state"].get("view")]
    assert [figure["view"] for figure in figures] == ["stepper"] * 3 + ["graph"]
    (library_id,) = {figure["library"].removeprefix("anywidget:") for figure in figures}
    assert state[library_id]["state"]["js"] == script
