"""The first cell, where nothing is prepared: what it fetches, and what it says where it can't."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path

import nbformat
import pytest
from nbclient.exceptions import CellExecutionError

from tests.browser.serving import PREFIX, serve
from tests.notebooks.kernel import execute, make_venv, variables_of
from tests.notebooks.lessons import site
from tools.finish.repository import Home, Repository
from tools.notebooks.install import first_cell
from tools.notebooks.words import WORDS
from tools.wheel import ADDRESS

_USE = [
    "import sys, tapewalk\nprint(tapewalk.__file__.startswith(sys.prefix))",
    "walk = widgets.stepper(tapewalk.Value(3.0, label='x') * 2)\nwalk",
]
_LIVE = "application/vnd.jupyter.widget-view+json"
# Writes what it was asked for beside itself, says what it is told to say, and installs nothing.
_FAKE_PIP = """
import json, os, pathlib, sys
(pathlib.Path(__file__).parents[1] / "asked.json").write_text(json.dumps(sys.argv[1:]))
print("ERROR: no route to the index", file=sys.stderr)
sys.exit(int(os.environ["FAKE_PIP_STATUS"]))
"""


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
    # A busy kernel may send a line in two pieces.
    assert "".join(output.text for output in where.outputs) == "True\n"
    assert _LIVE in figure.outputs[0].data


@pytest.fixture(scope="module")
def bare(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A virtual environment without the library, without anywidget, and with a pip that fails."""
    folder = tmp_path_factory.mktemp("bare")
    make_venv(folder / "venv")
    (anywidget,) = folder.glob("venv/lib/*/site-packages/anywidget")
    anywidget.unlink()
    (folder / "path" / "pip").mkdir(parents=True)
    (folder / "path" / "pip" / "__init__.py").touch()
    (folder / "path" / "pip" / "__main__.py").write_text(_FAKE_PIP)
    return folder


def run(bare: Path, folder: Path, cells: list[str], status: int = 1, extra: str = ""):
    """Runs the cells; returns them, what pip was asked for, and the error that stopped them."""
    asked = bare / "path" / "asked.json"
    asked.unlink(missing_ok=True)
    variables = variables_of(bare / "venv") | {
        "PYTHONPATH": ":".join([str(bare / "path"), *filter(None, [extra])]),
        "FAKE_PIP_STATUS": str(status),
    }
    nb = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(text) for text in cells])
    error = ""
    try:
        execute(nb, variables, folder)
    except CellExecutionError as raised:
        error = f"{raised.ename}: {raised.evalue}"
    return nb.cells, json.loads(asked.read_text()) if asked.exists() else None, error


def printed(cell: nbformat.NotebookNode) -> str:
    return "".join(o.text for o in cell.outputs if o.output_type == "stream")


@pytest.mark.parametrize(("lang", "status", "shows"), [("en", 1, True), ("es", 0, False)])
def test_where_pip_brings_nothing_it_says_so_and_stops(bare, tmp_path, lang, status, shows):
    home = Home(Repository("owner/course"), "https://owner.github.io/course/")
    code = first_cell(lang, [], home, "../../", shows)
    cells, asked, error = run(bare, tmp_path, [code, "print('went on')"], status)
    assert asked[:2] == ["install", "--quiet"]
    assert asked[2] == f"https://owner.github.io/course/{ADDRESS}"
    assert [source.partition("==")[0] for source in asked[3:]] == ["anywidget"] * shows
    text = WORDS[lang]["failed"].partition("{command}")[0].format(names="tapewalk")
    command = f"{bare}/venv/bin/python -m pip install {' '.join(asked[2:])}"
    assert error == f"RuntimeError: {text}{command}"
    assert "no route to the index" in printed(cells[0])
    assert WORDS[lang]["reload"] not in printed(cells[0])
    assert cells[1].outputs == []


def test_a_repository_that_is_not_published_is_where_pip_looks(bare, tmp_path):
    code = first_cell("en", [], Home(Repository("owner/course"), ""), "../../", figures=False)
    _, asked, _ = run(bare, tmp_path, [code])
    assert asked == ["install", "--quiet", "git+https://github.com/owner/course"]


@pytest.mark.parametrize("lang", ["en", "es"])
def test_alone_and_with_no_address_it_says_what_to_do(bare, tmp_path, lang):
    code = first_cell(lang, [], Home(None, ""), "../../")
    _, asked, error = run(bare, tmp_path, [code])
    assert asked is None
    expected = WORDS[lang]["alone"].format(wheel=f"../../{ADDRESS}")
    assert error == f"FileNotFoundError: {expected}"


def test_without_anywidget_alone_the_notebook_goes_on_and_one_line_says_how_to_get_figures(
    bare, tmp_path, request
):
    library = tmp_path / "library"
    with zipfile.ZipFile(site(request.config) / ADDRESS) as wheel:
        wheel.extractall(library)
    code = [first_cell("es", [], Home(None, ""), "../../"), *[_USE[1]] * 2]
    code.insert(1, "import tapewalk")
    cells, asked, error = run(bare, tmp_path, code, extra=str(library))
    assert not error
    assert [source.partition("==")[0] for source in asked[2:]] == ["anywidget"]
    assert WORDS["es"]["reload"] not in printed(cells[0])
    first, second = cells[2:]
    assert 'pip install "tapewalk[widgets]"' in printed(first)
    assert printed(second) == ""
    for cell in (first, second):
        assert {"text/html", "text/plain"} == set(cell.outputs[-1].data)
