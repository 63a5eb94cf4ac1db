"""The contents of the lessons' notebooks: everything of the page, nothing of the machine."""

import json
import os
import re
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path

import nbformat
import pytest

from tapewalk.figures.views import VIEWS
from tests.each import each
from tests.notebooks.lessons import ROOT, names, site
from tools.finish.repository import Home, Repository
from tools.notebooks import lessons
from tools.preview import config
from tools.preview.cache import Cache
from tools.preview.results import Results
from tools.preview.stale import Keys
from tools.stamp import CACHE
from tools.wheel import NAME, write_wheel

every_notebook = each("name", names())


@cache
def load(path: Path):
    return nbformat.read(path, as_version=nbformat.NO_CONVERT)


@every_notebook
def test_notebook_is_valid_plain_python(name, request):
    notebook = site(request.config) / name
    nb = load(notebook)
    nbformat.validate(nb)
    assert (nb.nbformat, nb.nbformat_minor) == (4, 5)
    assert nb.metadata == {
        "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
        "language_info": {"name": "python"},
    }


@every_notebook
def test_notebook_has_no_trace_of_machine_or_time(name, request):
    notebook = site(request.config) / name
    text = notebook.read_text("utf-8")
    for private in (
        str(ROOT),
        str(Path.home()) + "/",
        "/tmp/",
        "site-packages/ipykernel",
        " at 0x",
    ):
        assert private not in text, private
    assert "widget-view" not in text
    assert "ipykernel_" not in text


@every_notebook
def test_notebook_has_no_trace_of_quarto(name, request):
    notebook = site(request.config) / name
    for cell in load(notebook).cells:
        for trace in ("{ojs}", "viewof", ":::", "#|", "//|", "ojs-define", "\ue000", "`{python}"):
            assert trace not in cell.source, (cell.id, trace)
        if cell.cell_type == "markdown":
            assert not re.search(r"\]\(#|@(fig|sec|eq|tbl)-|\.qmd\b", cell.source), cell.id


SITE_ONLY = re.compile(
    r'^(:{3,}) \{\.content-visible when-format="html"\}\n.*?^\1$', re.DOTALL | re.MULTILINE
)


@every_notebook
def test_notebook_has_all_cells_and_figures(name, request):
    notebook = site(request.config) / name
    nb = load(notebook)
    source = (ROOT / notebook.relative_to(site(request.config))).with_suffix(".qmd")
    text = SITE_ONLY.sub("", source.read_text("utf-8"))
    calls = re.findall(r"^(?:(?:viewof )?\w+ = )?(\w+)\(", "\n".join(ojs_cells(text)), re.MULTILINE)
    code = "\n".join(cell.source for cell in nb.cells if cell.cell_type == "code")
    called = re.findall(r"\bwidgets\.(?!set_language|show_still|js)(\w+)\(", code)
    assert called == [VIEWS[name].notebook for name in calls]
    ids = [cell.id for cell in nb.cells]
    for label in re.findall(r"^(?:#|//)\| label: (\S+)", text, re.MULTILINE):
        assert label in ids


def ojs_cells(text):
    return [c for c in re.findall(r"```\{ojs\}\n(.*?)```", text, re.DOTALL) if "import " not in c]


@every_notebook
def test_figures_have_stills_without_a_kernel(name, request):
    notebook = site(request.config) / name
    for cell in load(notebook).cells:
        if re.search(r"\bwidgets\.(?!set_language)\w+\(", cell.source) and cell.id != "setup":
            (output,) = cell.outputs
            assert {"image/svg+xml", "text/html"} & set(output.data), cell.id


@every_notebook
def test_answers_stay_folded(name, request):
    notebook = site(request.config) / name
    for cell in load(notebook).cells:
        if re.search(r"\bwidgets\.(prediction|quiz)\(", cell.source):
            assert cell.metadata["jupyter"]["source_hidden"]
            assert cell.metadata["cellView"] == "form"


def builder(cache: Path, home: Home):
    project = config.load(ROOT)
    return lessons.Builder(Results(Keys(project), Cache(cache)), home), project


def build(cache: Path, home: Home, name: str):
    import asyncio

    made, project = builder(cache, home)
    page = lessons.lesson((ROOT / name).with_suffix(".qmd"), project)
    return asyncio.run(made.build(page))


@pytest.mark.by_turns(3)
def test_builds_are_reproducible(tmp_path, request):
    name = "modules/01-autograd-engine/scalars.es.ipynb"
    home = Home(None, "")
    made = build(tmp_path, home, name)
    again = build(tmp_path / "again", home, name)
    assert json.dumps(made) == json.dumps(again)


def test_published_notebook_names_the_wheel_and_pins(tmp_path):
    name = "modules/01-autograd-engine/scalars.ipynb"
    home = Home(Repository("owner/course"), "https://owner.github.io/course/")
    cells = build(CACHE / "preview", home, name)["cells"]
    first = "".join(next(cell for cell in cells if cell["id"] == "setup")["source"])
    assert f'"https://owner.github.io/course/dist/{NAME}"' in first
    assert f'"../../dist/{NAME}"' in first
    assert re.search(r'"anywidget": "anywidget==\d+\.\d+\.\d+"', first)
    assert "torch" not in first


def test_tagged_notebook_uses_the_library_of_its_tag(tmp_path):
    name = "modules/01-autograd-engine/scalars.ipynb"
    repository = Repository("owner/course", published="site-12")
    home = Home(repository, "https://owner.github.io/course/")
    cells = build(CACHE / "preview", home, name)["cells"]
    first = "".join(next(cell for cell in cells if cell["id"] == "setup")["source"])
    assert f'"https://github.com/owner/course/raw/site-12/dist/{NAME}"' in first


@pytest.mark.by_turns(3)
def test_wheel_is_reproducible(tmp_path, monkeypatch):
    from tools import wheel

    first = write_wheel(tmp_path / "first").read_bytes()
    monkeypatch.setattr(wheel, "CACHE", tmp_path / "cache")
    second = write_wheel(tmp_path / "second").read_bytes()
    assert first == second
    shutil.rmtree(tmp_path / "cache")


@pytest.mark.by_turns(3)
def test_wheel_installs_offline_and_draws(tmp_path, request):
    wheel = site(request.config) / "dist" / NAME
    pip = [sys.executable, "-m", "pip", "install", "--no-index", "--no-deps", "--quiet"]
    subprocess.run([*pip, "--target", str(tmp_path), str(wheel)], check=True)
    code = (
        "from tapewalk.figures import bundle\n"
        "print(bundle.find('tapewalk.js').parent, len(bundle.bundle().js))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
        capture_output=True,
        text=True,
        check=True,
    )
    static, size = done.stdout.split()
    assert Path(static) == tmp_path / "tapewalk" / "figures" / "static"
    assert int(size) > 100_000
