"""Every lesson's notebook runs in a fresh kernel, in one of its languages.

The cells of twins are the same but for their words (tests/pages), and the build has run both: a
cell that raises stops it.
"""

from __future__ import annotations

import json

import nbformat
import pytest

from tests.notebooks.kernel import check, environment, execute
from tests.notebooks.lessons import in_turn, site


@pytest.fixture(scope="module")
def library(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory):
    folder = tmp_path_factory.mktemp("wheel")
    return environment(request.config, folder), folder


@pytest.mark.parametrize("name", in_turn())
def test_it_runs_from_top_to_bottom(name, library, request, tmp_path):
    check(name, *library, site(request.config), tmp_path)


def test_saved_with_its_widgets_a_notebook_holds_the_bundle_once(library, tmp_path):
    variables, folder = library
    code = [
        "from tapewalk import Value, widgets\nx = Value(3.0, label='x')",
        *["widgets.stepper(x * x)"] * 3,
        "x * x",
    ]
    nb = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(text) for text in code])
    execute(nb, variables, tmp_path)
    state = nb.metadata.widgets["application/vnd.jupyter.widget-state+json"]["state"]
    script = (folder / "tapewalk" / "widgets" / "static" / "tapewalk.js").read_text("utf-8")
    text = json.dumps(nb)
    assert text.count(json.dumps(script)[1:-1]) == 1
    figures = [m["state"] for m in state.values() if m["state"].get("view")]
    assert [figure["view"] for figure in figures] == ["stepper"] * 3 + ["graph"]
    (library_id,) = {figure["library"].removeprefix("anywidget:") for figure in figures}
    assert state[library_id]["state"]["js"] == script
