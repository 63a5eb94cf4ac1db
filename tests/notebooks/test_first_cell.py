"""The first cell, where nothing is prepared: it fetches the library from a published site."""

from __future__ import annotations

import nbformat

from tests.browser.serving import PREFIX, serve
from tests.notebooks.kernel import execute, make_venv, variables_of
from tests.notebooks.lessons import site
from tools.finish.repository import Home
from tools.notebooks.install import WORDS, first_cell

_USE = [
    "import sys, tapewalk\nprint(tapewalk.__file__.startswith(sys.prefix))",
    "walk = widgets.stepper(tapewalk.Value(3.0, label='x') * 2)\nwalk",
]


def test_it_brings_the_library_to_a_fresh_environment_from_a_folder_of_a_host(request, tmp_path):
    make_venv(tmp_path / "venv")
    # As after a download: the wheel does not lie beside it, and no other file does.
    folder = tmp_path / "downloads"
    folder.mkdir()
    with serve(site(request.config), PREFIX) as address:
        code = [first_cell("es", ["numpy", "torch"], Home(None, address), "../../"), *_USE]
        nb = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(text) for text in code])
        execute(nb, variables_of(tmp_path / "venv"), folder)
    first, where, figure = nb.cells
    assert WORDS["es"]["reload"] in first.outputs[-1].text
    assert [output.output_type for output in first.outputs] == ["stream"] * len(first.outputs)
    assert where.outputs[0].text == "True\n"
    assert "application/vnd.jupyter.widget-view+json" in figure.outputs[0].data
