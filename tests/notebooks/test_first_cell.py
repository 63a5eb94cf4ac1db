"""The first cell in an unprepared environment: its downloads and its error messages."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path

import nbformat
import pytest
from nbclient.exceptions import CellExecutionError

from tests.notebooks.kernel import execute, make_venv, variables_of
from tests.notebooks.lessons import site
from tools.finish.repository import Home, Repository
from tools.notebooks.install import first_cell
from tools.notebooks.words import WORDS
from tools.serve.background import PREFIX, serve
from tools.wheel import ADDRESS

# Each starts a kernel.
pytestmark = pytest.mark.by_turns(3)

_USE = [
    "import sys, tapewalk\nprint(tapewalk.__file__.startswith(sys.prefix))",
    "walk = widgets.stepper(tapewalk.Value(3.0, label='x') * 2)\nwalk",
]
_LIVE = "application/vnd.jupyter.widget-view+json"
# A pip that records its arguments, prints a given text, and installs nothing.
_FAKE_PIP = """
import json, os, pathlib, sys
(pathlib.Path(__file__).parents[1] / "asked.json").write_text(json.dumps(sys.argv[1:]))
print("ERROR: no route to the index", file=sys.stderr)
sys.exit(int(os.environ["FAKE_PIP_STATUS"]))
"""


def test_first_cell_installs_the_library_from_a_host(request, tmp_path):
    make_venv(tmp_path / "venv")
    # As after a download: neither the wheel nor any other file is beside it.
    folder = tmp_path / "downloads"
    folder.mkdir()
    with serve(site(request.config), PREFIX) as address:
        code = [first_cell("es", ["numpy", "torch"], Home(None, address), "../../"), *_USE]
        nb = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(text) for text in code])
        execute(nb, variables_of(tmp_path / "venv"), folder)
    _, where, figure = nb.cells
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
    """Run the cells; return them, the arguments of pip, and the error that stopped them."""
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
def test_first_cell_stops_when_pip_fails(bare, tmp_path, lang, status, shows):
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
    assert cells[1].outputs == []


def test_unpublished_repository_is_the_source_for_pip(bare, tmp_path):
    code = first_cell("en", [], Home(Repository("owner/course"), ""), "../../", figures=False)
    _, asked, _ = run(bare, tmp_path, [code])
    assert asked == ["install", "--quiet", "git+https://github.com/owner/course"]


@pytest.mark.parametrize("lang", ["en", "es"])
def test_first_cell_without_address_explains_what_to_do(bare, tmp_path, lang):
    code = first_cell(lang, [], Home(None, ""), "../../")
    _, asked, error = run(bare, tmp_path, [code])
    assert asked is None
    expected = WORDS[lang]["alone"].format(wheel=f"../../{ADDRESS}")
    assert error == f"FileNotFoundError: {expected}"


def test_missing_anywidget_only_prints_a_hint(bare, tmp_path, request):
    library = tmp_path / "library"
    with zipfile.ZipFile(site(request.config) / ADDRESS) as wheel:
        wheel.extractall(library)
    code = [first_cell("es", [], Home(None, ""), "../../"), *[_USE[1]] * 2]
    code.insert(1, "import tapewalk")
    cells, asked, error = run(bare, tmp_path, code, extra=str(library))
    assert not error
    assert [source.partition("==")[0] for source in asked[2:]] == ["anywidget"]
    first, second = cells[2:]
    assert 'pip install "tapewalk[widgets]"' in printed(first)
    assert printed(second) == ""
    for cell in (first, second):
        assert {"text/html", "text/plain"} == set(cell.outputs[-1].data)


@pytest.fixture
def older(tmp_path: Path) -> str:
    """A folder in which Python finds an older library, and a NumPy that is new enough."""
    for name, version in (("tapewalk", "0.0.1"), ("numpy", "2.4.6")):
        (tmp_path / "older" / f"{name}-{version}.dist-info").mkdir(parents=True)
        metadata = tmp_path / "older" / f"{name}-{version}.dist-info" / "METADATA"
        metadata.write_text(f"Name: {name}\nVersion: {version}\n")
    (tmp_path / "older" / "tapewalk.py").touch()
    return str(tmp_path / "older")


def test_older_library_is_replaced(bare, tmp_path, older):
    code = first_cell("en", [], Home(Repository("owner/course"), ""), "../../", figures=False)
    _, asked, error = run(bare, tmp_path, [code], status=0, extra=older)
    assert asked == ["install", "--quiet", "git+https://github.com/owner/course"]
    assert not error


@pytest.mark.parametrize("lang", ["en", "es"])
def test_kernel_with_older_numpy_must_restart(bare, tmp_path, older, lang):
    load = "import sys, types\nsys.modules['numpy'] = types.SimpleNamespace(__version__='2.0.2')"
    code = first_cell(lang, [], Home(Repository("owner/course"), ""), "../../", figures=False)
    _, _, error = run(bare, tmp_path, [load, code], status=0, extra=older)
    expected = WORDS[lang]["restart"].format(name="numpy", found="2.4.6", loaded="2.0.2")
    assert error == f"RuntimeError: {expected}"
