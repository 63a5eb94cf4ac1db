"""Notebooks in a fresh kernel of a virtual environment with the packages of requirements.txt."""

from __future__ import annotations

import json
import os
import re
import sys
import sysconfig
import venv
import zipfile
from functools import cache
from importlib.metadata import PackageNotFoundError, PackagePath, distribution
from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient
from packaging.requirements import Requirement

from tests.notebooks.lessons import ROOT, site
from tools.wheel import ADDRESS

_SECONDS = 600

_LAST = "import json, tapewalk; print(json.dumps([tapewalk.__file__, widgets.Figure.__module__]))"


@cache
def declared() -> set[str]:
    """The packages of requirements.txt, with their dependencies."""
    text = (ROOT / "requirements.txt").read_text("utf-8")
    waiting = [(Requirement(line), "") for line in text.splitlines() if re.match(r"\w", line)]
    found: set[str] = set()
    while waiting:
        wanted, extra = waiting.pop()
        if wanted.marker is not None and not wanted.marker.evaluate({"extra": extra}):
            continue
        name = re.sub(r"[-_.]+", "-", wanted.name).lower()
        for extra in ("", *wanted.extras):
            key = f"{name}[{extra}]" if extra else name
            if key in found:
                continue
            found.add(key)
            try:
                needs = distribution(name).requires or []
            except PackageNotFoundError:
                continue
            waiting += [(Requirement(need), extra) for need in needs]
    return found


def make_venv(folder: Path) -> None:
    """Make a virtual environment of the declared packages, and pip; the library is not in it.

    Nothing is installed: their files are links to this environment's.
    """
    own = Path(sysconfig.get_path("purelib"))
    there = folder / own.relative_to(sys.prefix)
    venv.create(folder, with_pip=False, symlinks=True)
    tops = {
        file.parts[0]
        for name in sorted((declared() | {"pip"}) - {"tapewalk"})
        for file in _files(name)
        if file.parts[0] not in ("..", "__pycache__", "tests")
    }
    assert {"numpy", "anywidget", "ipykernel", "pip"} <= tops
    assert not {"playwright", "pytest", "tapewalk"} & tops, "what nobody declared is not there"
    for top in sorted(tops):
        if (own / top).exists():
            (there / top).symlink_to(own / top)


def _files(name: str) -> list[PackagePath]:
    try:
        return distribution(name).files or []
    except PackageNotFoundError:  # A dependency of another system, or of an extra.
        return []


def variables_of(folder: Path) -> dict[str, str]:
    """The variables of a kernel in a virtual environment."""
    # Pictures are drawn while the site is built; here a table replaces them.
    kept = {name: text for name, text in os.environ.items() if name != "PYTHONPATH"}
    return {**kept, "VIRTUAL_ENV": str(folder), "TAPEWALK_NODE": ""}


def environment(config: pytest.Config, folder: Path) -> dict[str, str]:
    """The variables of a kernel with the site's wheel and only the declared packages.

    The wheel is unpacked into `folder`, next to the virtual environment.
    """
    with zipfile.ZipFile(site(config) / ADDRESS) as wheel:
        wheel.extractall(folder)
    make_venv(folder / "venv")
    return variables_of(folder / "venv") | {"PYTHONPATH": str(folder)}


def execute(nb: nbformat.NotebookNode, variables: dict[str, str], folder: Path) -> None:
    """Run a notebook in a fresh kernel of the virtual environment that its variables name."""
    resources = {"metadata": {"path": str(folder)}}
    client = NotebookClient(nb, timeout=_SECONDS, resources=resources)
    client.create_kernel_manager()
    client.km.kernel_spec.argv[0] = str(Path(variables["VIRTUAL_ENV"]) / "bin" / "python")
    client.execute(env=variables)


def check(name: str, variables: dict[str, str], library: Path, site_folder: Path, scratch: Path):
    """Run a lesson's notebook from top to bottom and check its outputs."""
    nb = nbformat.read(site_folder / name, as_version=4)
    nb.cells.append(nbformat.v4.new_code_cell(_LAST))
    execute(nb, variables, scratch)
    where, home = json.loads(nb.cells[-1].outputs[0].text)
    assert Path(where).is_relative_to(library), "the wheel is what ran, not the checkout"
    assert home == "tapewalk.widgets.figure"
    for cell in nb.cells:
        if re.search(r"\bwidgets\.(?!set_language)\w+\(", cell.source) and cell.id != "setup":
            assert "application/vnd.jupyter.widget-view+json" in cell.outputs[-1].data, cell.id
